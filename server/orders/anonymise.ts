import type { ExpressionBuilder, Kysely } from 'kysely';
import * as z from 'zod';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { parseJson } from '#domain/guard.ts';
import {
  canTransition,
  isBooked,
  isQuote,
  type Order,
  OrderedOption,
  type OrderId,
  transitions,
} from '#domain/orders/order.ts';
import { isSameEmail, isSamePhone } from '#domain/orders/same-customer.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { forgetRequests } from '#server/requests/anonymise.ts';
import type { Shop } from '#server/shop.ts';
import { readOrders } from './rows.ts';
import { recordEvent } from './trail.ts';
import { forgetEntries } from './waiting-rows.ts';

/**
 * Removes the personal data of orders whose last collection day is more than `retentionDays` ago, paid or
 * not. Several servers may run it at once.
 */
export async function anonymiseOldOrders(
  { db, clock, log }: Pick<Shop, 'db' | 'clock' | 'log'>,
  retentionDays: number,
): Promise<void> {
  const keptFrom = addDays(londonDay(clock.now()), -retentionDays);
  let anonymised = 0;
  for (const id of await dueForAnonymising(db, keptFrom)) {
    if (await anonymiseOrder(db, id)) anonymised += 1;
  }
  if (anonymised > 0) log.info({ anonymised, retentionDays }, 'old orders anonymised');
}

/** What an order says about who placed it. */
interface Contact {
  id: OrderId;
  name: string;
  phone: string;
  /** The order's own, and the one that was given at payment. */
  emails: string[];
}

/** Of all orders with personal data, oldest first. Not compared in SQL: the databases differ in what is upper case. */
async function readContacts(db: Kysely<Tables>): Promise<Contact[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'name', 'email', 'payment_email', 'phone'])
    .where('anonymised_at', 'is', null)
    .orderBy('placed_at')
    .orderBy('id')
    .execute();
  return rows.map(({ email, payment_email, ...contact }) => ({
    ...contact,
    emails: [email, payment_email ?? ''].filter(Boolean),
  }));
}

/** An order with the e-mail address or phone number of another. */
export interface SameContact {
  id: OrderId;
  hasEmail: boolean;
  hasPhone: boolean;
  /** Whether the name is the same, too: a family may share a phone number. */
  hasName: boolean;
}

/**
 * The order and those with the same e-mail address or phone number, oldest first: all that the shop knows of one customer,
 * and perhaps of another who has the same number.
 */
export async function ordersWithContactOf(
  { db }: Pick<Shop, 'db'>,
  id: OrderId,
): Promise<SameContact[]> {
  const contacts = await readContacts(db);
  const own = contacts.find((contact) => contact.id === id);
  if (!own) return [];
  const ownEmails = own.emails.filter((email) => email.includes('@'));
  return contacts
    .map(({ id: other, name, phone, emails }) => ({
      id: other,
      hasEmail: ownEmails.some((email) => emails.some((each) => isSameEmail(email, each))),
      hasPhone: isSamePhone(own.phone, phone),
      hasName: name.trim().toLowerCase() === own.name.trim().toLowerCase(),
    }))
    .filter((each) => each.id === id || each.hasEmail || each.hasPhone);
}

/** Why an order must keep its personal data for now. */
export type KeepReason = 'to-be-collected' | 'may-be-paid' | 'cafe-not-notified';

/**
 * Anonymises orders of one customer, except those whose personal data is still needed. Then what else is known by their
 * e-mail addresses and phone numbers: places on waiting lists, and requests.
 */
export async function anonymiseCustomer(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  ids: readonly OrderId[],
): Promise<{ anonymised: number; kept: { id: OrderId; why: KeepReason }[]; unreadable: number }> {
  const today = londonDay(clock.now());
  const contacts = (await readContacts(db)).filter(({ id }) => ids.includes(id));
  const orders = await readOrders(
    db,
    contacts.map(({ id }) => id),
  );
  const kept: { id: OrderId; why: KeepReason }[] = [];
  let anonymised = 0;
  for (const order of orders) {
    const why = keepReason(order, today);
    if (!why && (await anonymiseOrder(db, order.id))) anonymised += 1;
    // Without a reason it was funded meanwhile, or the cafe is being notified of a refund.
    else kept.push({ id: order.id, why: why ?? 'cafe-not-notified' });
  }
  const emails = contacts.flatMap((contact) => contact.emails);
  await forgetEntries({ db }, emails);
  // After their orders.
  await forgetRequests({ db }, { emails, phones: contacts.map(({ phone }) => phone) });
  return { anonymised, kept, unreadable: contacts.length - orders.length };
}

/** The newest order of the customer with this e-mail address or phone number. */
export async function orderWithContact(
  { db }: Pick<Shop, 'db'>,
  { email, phone }: { email: string; phone: string },
): Promise<OrderId | undefined> {
  const contacts = await readContacts(db);
  return contacts.findLast(
    (contact) =>
      isSamePhone(phone, contact.phone) || contact.emails.some((each) => isSameEmail(email, each)),
  )?.id;
}

/** @returns undefined for an order that was collected before today, or never paid nor agreed. */
export function keepReason(order: Order, today: Day): KeepReason | undefined {
  // Its checkout may still be open; the reconciliation job will expire it.
  if (canTransition('expire', order.state) || isQuote(order.state)) return 'may-be-paid';
  if (canTransition('deliver', order.state)) return 'cafe-not-notified';
  if (isBooked(order) && lastDay(order) >= today) return 'to-be-collected';
  return undefined;
}

function lastDay({ items }: Order): Day {
  return items.map(({ day }) => day).reduce((last, day) => (day > last ? day : last));
}

/** Orders with personal data that were placed and last collected before the day. */
export async function dueForAnonymising(db: Kysely<Tables>, day: Day): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(mayBeAnonymised)
    // Orders placed later cannot have been collected. The index on this column keeps the query short.
    .where('placed_at', '<', day)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_items')
            .select('order_id')
            .whereRef('order_id', '=', 'orders.id')
            .where('day', '>=', day),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Removes the personal data of an order, its items and its e-mails.
 * @returns false, and writes nothing, when that has been done or an e-mail to the cafe is pending.
 */
export async function anonymiseOrder(db: Kysely<Tables>, id: OrderId): Promise<boolean> {
  const isDone = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set({ name: '', email: '', phone: '', payment_email: null, collector: null })
      .set({ note: null, staff_note: null, search: null, search_contact: null })
      .set({ taken_off: null, anonymised_at: dbTime(trx) })
      .where('id', '=', id)
      // In the same statement: a payment may arrive at this moment.
      .where(mayBeAnonymised)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await recordEvent(trx, [id], { kind: 'anonymised', actor: 'shop', facts: {} });
    await trx.updateTable('order_items').set({ message: '' }).where('order_id', '=', id).execute();
    await trx.updateTable('quotes').set({ message: '' }).where('order_id', '=', id).execute();
    await removeOptionTexts(trx, id);
    // Staff may have put a name into it.
    await trx
      .updateTable('order_items')
      .set({ title: 'Made as agreed' })
      .where('order_id', '=', id)
      .where('cake_id', 'is', null)
      .execute();
    await trx
      .deleteFrom('emails')
      .where('about', '=', id)
      .where('recipient', '=', 'customer')
      .execute();
    // The mail service's error may contain the address.
    await trx.updateTable('emails').set({ last_error: null }).where('about', '=', id).execute();
    await trx.deleteFrom('pay_links').where('order_id', '=', id).execute();
    await trx.deleteFrom('text_changes').where('order_id', '=', id).execute();
    await trx.deleteFrom('note_changes').where('order_id', '=', id).execute();
    await trx.deleteFrom('additions').where('order_id', '=', id).execute();
    return true;
  });
  // SQLite is synchronous and there may be thousands of orders: let other requests run after each.
  await new Promise((resolve) => setImmediate(resolve));
  return isDone;
}

/** A topper may have a name on it. Options that cannot be read are removed. */
async function removeOptionTexts(trx: Kysely<Tables>, id: OrderId): Promise<void> {
  const items = await trx
    .selectFrom('order_items')
    .select(['position', 'options'])
    .where('order_id', '=', id)
    .where('options', 'is not', null)
    .execute();
  for (const { position, options } of items) {
    const read = z
      .array(OrderedOption.omit({ text: true }))
      .safeParse(parseJson(options ?? '')).data;
    await trx
      .updateTable('order_items')
      .set({ options: read ? JSON.stringify(read) : null })
      .where('order_id', '=', id)
      .where('position', '=', position)
      .execute();
  }
}

/** Has personal data, and no unsent e-mail to the cafe needs it. */
function mayBeAnonymised({
  and,
  eb,
  not,
  exists,
  selectFrom,
}: ExpressionBuilder<Tables, 'orders'>) {
  const pending = selectFrom('emails')
    .select('about')
    .whereRef('about', '=', 'orders.id')
    .where('recipient', '=', 'cafe')
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null);
  return and([
    eb('anonymised_at', 'is', null),
    eb('state', 'not in', transitions.deliver.from),
    not(exists(pending)),
  ]);
}
