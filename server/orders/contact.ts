import type { Kysely } from 'kysely';
import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { CUSTOMER_FIELD_NAMES } from '#domain/orders/customer-details.ts';
import {
  type Customer,
  collectionDays,
  correctableStates,
  fundedStates,
  isPaidInPart,
  type Order,
  type OrderId,
  parseOrderId,
} from '#domain/orders/order.ts';
import { lineProblem } from '#domain/orders/plain-text.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { mainEmail, type PlannedEmail, plannedEmails, restEmails } from '#server/emails/kinds.ts';
import { isQueued, planEmails, requeueCafes, requeueEmails } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { closeIncident, incidentKey } from './incidents.ts';
import { lockOrder } from './lock-order.ts';
import { PhoneOrderRequest } from './phone.ts';
import { readOrder, readOrders, updateSearchTexts } from './rows.ts';
import { actorOf, eventsOf, eventsSince, recordEvent } from './trail.ts';

/** Anyone who knows the order's id and the address that was typed may correct it. */
interface EmailCorrection {
  current: string;
  corrected: string;
}

/**
 * The customer corrects a mistyped address of a paid order, once: the confirmation is sent there, and the cafe's e-mail
 * again, because it names the wrong address.
 * @param id from a URL.
 * @returns undefined for an unknown order; false, and changes nothing, for another address, a second correction, or an
 * order that is not paid.
 */
export async function correctEmail(
  shop: Shop,
  id: string,
  { current, corrected }: EmailCorrection,
): Promise<boolean | undefined> {
  const orderId = parseOrderId(id);
  if (!orderId || !(await readOrder(shop.db, orderId))) return undefined;
  // No order has such an address, and PostgreSQL rejects a text with a NUL.
  if (lineProblem(current) !== undefined) return false;
  const isCorrected = await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
      .select('id')
      .where('email', '=', current)
      .where('state', 'in', fundedStates)
      .where('anonymised_at', 'is', null)
      .executeTakeFirst();
    const earlier = await eventsOf(trx, orderId, ['contact-corrected']);
    if (!order || earlier.some(({ actor }) => actor === 'customer')) return false;
    await trx
      .updateTable('orders')
      .set({ email: corrected, email_refused: 0 })
      .where('id', '=', orderId)
      .execute();
    await updateSearchTexts(trx, orderId);
    await recordEvent(trx, [orderId], {
      kind: 'contact-corrected',
      actor: 'customer',
      facts: { fields: ['email'] },
    });
    await requeueEmails(trx, orderId, 'customer', 'confirmation').execute();
    await requeueCafes(trx, orderId);
    await closeIncident(trx, notReached(orderId));
    return true;
  });
  if (isCorrected) shop.log.info({ orderId }, 'e-mail address corrected');
  return isCorrected;
}

interface ContactCorrection {
  orderId: OrderId;
  /** Of the order as the page showed it. */
  version: number;
  to: Customer;
  /** The person's id. */
  by: string;
}

/**
 * `emailed`: also the e-mail address, and the order's e-mail goes there. `conflict`: a field that it
 * would change was corrected since the page was shown. `unknown`: it is neither in the book nor a quote, or was
 * anonymised.
 */
type ContactCorrected =
  | 'corrected'
  | 'emailed'
  | 'unchanged'
  | 'unknown'
  | 'conflict'
  | { problems: Partial<Customer> };

/**
 * Staff correct who ordered, and how to reach them, by the rules of an order on the phone. With another address the
 * customer gets the e-mails that the order should have; without one, those that wait are dropped. Idempotent.
 */
export async function correctContact(
  shop: Shop,
  { orderId, version, to: typed, by }: ContactCorrection,
): Promise<ContactCorrected> {
  const [order] = await readOrders(shop.db, [orderId]);
  if (!order) return 'unknown';
  const { to, problems } = readContact(typed, order.customer);
  if (Object.keys(problems).length > 0) return { problems };
  const result = await shop.db.transaction().execute(async (trx): Promise<ContactCorrected> => {
    const current = await lockOrder(trx, orderId)
      // Cancelled ones too: their customers get e-mails about refunds.
      .select(CUSTOMER_FIELD_NAMES)
      .where('state', 'in', correctableStates)
      .where('anonymised_at', 'is', null)
      .executeTakeFirst();
    if (!current) return 'unknown';
    const fields = CUSTOMER_FIELD_NAMES.filter((field) => to[field] !== current[field]);
    if (fields.length === 0) return 'unchanged';
    const since = await eventsSince(trx, orderId, version, ['contact-corrected']);
    const corrected = since.flatMap(({ facts }) => facts.fields);
    if (corrected.some((field) => fields.includes(field))) return 'conflict';

    await trx
      .updateTable('orders')
      .set({ ...to, ...(fields.includes('email') && { email_refused: 0 }) })
      .where('id', '=', orderId)
      .execute();
    await updateSearchTexts(trx, orderId);
    await recordEvent(trx, [orderId], {
      kind: 'contact-corrected',
      ...actorOf(by),
      facts: { fields },
    });
    const isEmailed =
      fields.includes('email') &&
      (await emailNewAddress(trx, { ...order, customer: to }, shop.clock.now()));
    return isEmailed ? 'emailed' : 'corrected';
  });
  if (result === 'corrected' || result === 'emailed') {
    shop.log.info({ orderId }, 'contact details of an order corrected');
  }
  return result;
}

/** @returns also the problem of each field that was changed: visitors may type any address. */
function readContact(typed: Customer, before: Customer) {
  const to = { ...typed };
  const problems: Partial<Customer> = {};
  for (const field of CUSTOMER_FIELD_NAMES) {
    to[field] = typed[field].trim();
    if (to[field] === before[field]) continue;
    const read = PhoneOrderRequest.shape[field].safeParse(to[field]);
    const [issue] = read.error?.issues ?? [];
    if (issue) problems[field] = issue.message;
  }
  return { to, problems };
}

/** Plans the e-mails that the order should have for its new address. @returns whether there are any. */
async function emailNewAddress(trx: Kysely<Tables>, order: Order, now: Instant): Promise<boolean> {
  if (order.customer.email === '') {
    await trx
      .updateTable('emails')
      .set({ dropped_at: dbTime(trx), last_error: 'no address' })
      .where('about', '=', order.id)
      .where('recipient', '=', 'customer')
      .where(isQueued)
      .execute();
    return false;
  }
  await closeIncident(trx, notReached(order.id));
  const emails = emailsAfterCorrection(order, now);
  await planEmails(trx, order.id, emails);
  const requeued = await requeueEmails(trx, order.id, 'customer', emails[0]?.kind).execute();
  return requeued.length > 0 || emails.length > 0;
}

/** Those that an order should have once its address is right. The first is sent again. None if it is over. */
function emailsAfterCorrection(order: Order, now: Instant): PlannedEmail[] {
  const first = mainEmail(order);
  if (first === 'cancelled') return [{ kind: first }];
  const isOver = collectionDays(order.items).every((day) => day < londonDay(now));
  if (first === 'quote') return [{ kind: first }];
  if (isOver) return [];
  const ofRest = isPaidInPart(order) ? restEmails(order.restBy, now) : [];
  return [...plannedEmails(order, now, { kind: first }), ...ofRest];
}

/** The incident that the customer's address does not work. */
function notReached(orderId: OrderId): string {
  return incidentKey({ kind: 'customer-not-reached', subject: orderId });
}
