import { sql } from 'kysely';
import * as z from 'zod';
import { MAX_ITEMS } from '#domain/basket/basket.ts';
import type { NewEvent } from '#domain/book/trail.ts';
import { plusSeconds } from '#domain/clock.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import type { Difference } from '#domain/orders/check-items.ts';
import { CUSTOMER_FIELDS, type CustomerField } from '#domain/orders/customer-details.ts';
import { newOrder } from '#domain/orders/new-order.ts';
import {
  agreedStates,
  isAgreed,
  isBooked,
  isFunded,
  type Order,
  OrderId,
  type PublicOrder,
  publicView,
  refundedAmount,
} from '#domain/orders/order.ts';
import { isSameOrder, OrderRequest } from '#domain/orders/order-request.ts';
import { emailSchema, MISTYPED_EMAIL, PlainLine } from '#domain/orders/text-schemas.ts';
import { dbTime } from '#server/db/db-time.ts';
import { plannedEmails } from '#server/emails/kinds.ts';
import type { Shop } from '#server/shop.ts';
import { BASE32, secrets } from '#server/staff/secrets.ts';
import { type ChangedAllergens, changedAllergens } from './current-allergens.ts';
import { enter } from './ledger.ts';
import {
  CHECKOUT_SECONDS,
  canOpen,
  endCheckout,
  endPayment,
  hasCheckout,
  logUnavailable,
  mayBePaid,
  openCheckout,
  syncPaymentStatus,
  syncUnstored,
} from './pay.ts';
import { addOrder, checkOffer, rejectFull } from './place.ts';
import { lockReversals } from './reversals.ts';
import { applyTransition, readOrder } from './rows.ts';
import { changeOrders, recordEvent } from './trail.ts';

// Orders on the phone: they are in the book before they are paid. A checkout is opened, and money taken at the
// counter, by a statement that finds the order `agreed`, so that only one of them succeeds.

/** Of 32 characters: 130 bits. */
const TOKEN_LENGTH = 26;
const TOKEN = new RegExp(`^[${BASE32}]{${TOKEN_LENGTH}}$`);
/** How often another request may open or end the checkout meanwhile. */
const MOST_RACES = 5;

function line(field: CustomerField, missing: string) {
  const { max } = CUSTOMER_FIELDS[field];
  return PlainLine.trim().min(1, missing).max(max, `Please use at most ${max} characters.`);
}

/** What staff type while a customer is on the telephone. */
export const AgreedRequest = z.object({
  /** Of the form, so that sending it twice makes one order. */
  id: OrderId,
  name: line('name', 'Please ask for the name.'),
  phone: line('phone', 'Please ask for a phone number.'),
  /** Empty: the customer gets no e-mails. */
  email: z.union([
    z.literal(''),
    emailSchema(MISTYPED_EMAIL).max(CUSTOMER_FIELDS.email.max, MISTYPED_EMAIL),
  ]),
  items: z
    .array(OrderRequest.shape.items.element)
    .min(1, 'Please choose a cake.')
    .max(MAX_ITEMS, `Please take at most ${MAX_ITEMS} items at a time.`),
});
export type AgreedRequest = z.infer<typeof AgreedRequest>;

interface Agreement {
  /** The person's id. */
  by: string;
  /** The person has seen why customers cannot choose the day, and what is booked for it. */
  evenIfClosed: boolean;
  /** The customer has paid in another way. */
  isPaid: boolean;
}

type AgreeResult =
  | { ok: true; id: OrderId }
  | { ok: false; reason: 'changed'; differences: Difference[] }
  /** The form was sent before, with other content. */
  | { ok: false; reason: 'other-content' | 'prices-not-synced' };

/**
 * Takes an order on the phone: it is in the book at once, paid or not, by the same rules and prices as the
 * shop's own. Safe to repeat: the id identifies the form.
 */
export async function agreeOrder(
  shop: Shop,
  { id, name, phone, email, items }: AgreedRequest,
  { by, evenIfClosed, isPaid }: Agreement,
): Promise<AgreeResult> {
  if (!(await readOrder(shop.db, id))) {
    const checked = await checkOffer(shop, items, evenIfClosed);
    if (!checked.ok) return checked;
    const { now } = checked;
    const customer = { name, email, phone };
    // No checkout takes a payment yet.
    const times = { placedAt: now, payBy: now };
    const order = newOrder({ id, state: 'agreed', customer, items: checked.items, ...times });
    const result = await addOrder(shop, order, {
      hold: { now, ...(evenIfClosed && { evenIfFull: { by } }) },
      agreed: { by, emails: plannedEmails(order, now, isPaid ? 'confirmation' : 'agreed') },
    });
    if (typeof result === 'object' && 'full' in result) {
      return rejectFull(shop, order.items, result.full, checked.offer);
    }
    if (result !== 'taken') shop.log.info({ orderId: id }, 'order taken on the phone');
  }
  // Added before, or by a quicker double click.
  const stored = await readOrder(shop.db, id);
  if (!stored || !isSameOrder(stored, { name, phone, email, items })) {
    return { ok: false, reason: 'other-content' };
  }
  if (isPaid && isAgreed(stored.state)) await payAtCounter(shop, id, by);
  return { ok: true, id };
}

/**
 * Makes a link with which anyone can pay an agreed order. Only its hash is stored, so that each link is a new
 * one; earlier ones stay valid, except that of the same copy of an e-mail.
 * @param made by which person, for the trail; or for which copy of an e-mail, whose link it replaces.
 * @returns the token of the link; undefined for an order that cannot be paid.
 */
export async function makePayLink(
  { db }: Pick<Shop, 'db'>,
  orderId: OrderId,
  made: { by: string } | { sentAs: string },
): Promise<string | undefined> {
  const token = secrets.characters(BASE32, TOKEN_LENGTH);
  const hash = secrets.hash(token);
  const sentAs = 'sentAs' in made ? made.sentAs : null;
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('pay_links')
      .columns(['hash', 'order_id', 'made_at', 'sent_as'])
      .expression((eb) =>
        eb
          .selectFrom('orders')
          .select([sql.val(hash).as('hash'), 'id', dbTime(trx).as('at')])
          .select(sql.val(sentAs).as('sent_as'))
          .where('id', '=', orderId)
          .where('state', 'in', agreedStates)
          .where('cancelled_at', 'is', null)
          .where('anonymised_at', 'is', null),
      )
      .onConflict((sent) => sent.columns(['order_id', 'sent_as']).doUpdateSet({ hash }))
      .executeTakeFirstOrThrow();
    if (added !== 1n) return undefined;
    if ('by' in made) {
      const event: NewEvent = { kind: 'pay-link-made', actor: 'staff', facts: {} };
      await recordEvent(trx, [orderId], { ...event, personId: made.by });
    }
    return token;
  });
}

/** Reads the order of a pay link, and changes nothing: scanners of e-mails open links. @param token from a URL. */
export async function orderToPay(shop: Shop, token: string): Promise<PublicOrder | undefined> {
  const order = await findByToken(shop, token);
  return order && publicView(order);
}

async function findByToken({ db }: Shop, token: string): Promise<Order | undefined> {
  const typed = token.toUpperCase();
  if (!TOKEN.test(typed)) return undefined;
  const link = await db
    .selectFrom('pay_links')
    .select('order_id')
    .where('hash', '=', secrets.hash(typed))
    .executeTakeFirst();
  return link && readOrder(db, link.order_id);
}

export type OpenPaymentResult =
  | { ok: true; checkoutUrl: string }
  | { ok: false; reason: 'changed'; changed: ChangedAllergens[] }
  | { ok: false; reason: 'unknown' | 'paid' | 'processing' | 'ended' | 'unavailable' };

/**
 * Opens a checkout of an agreed order, or resumes the one that is open: at any time at most one can be paid. A
 * checkout ends within the hour, the link does not.
 * @param token from a URL.
 */
export async function openPayment(shop: Shop, token: string): Promise<OpenPaymentResult> {
  for (let races = 0; races < MOST_RACES; races += 1) {
    const order = await findByToken(shop, token);
    if (!order) return { ok: false, reason: 'unknown' };
    const result = await openFor(shop, order);
    if (result) return result;
  }
  return { ok: false, reason: 'unavailable' };
}

/** @returns undefined when the order has changed meanwhile: it was paid at the counter, or cancelled. */
async function openFor(shop: Shop, order: Order): Promise<OpenPaymentResult | undefined> {
  if (isFunded(order.state)) return { ok: false, reason: 'paid' };
  if (!isBooked(order)) return { ok: false, reason: 'ended' };
  try {
    const { state, checkout } = await syncPayment(shop, order);
    if (isFunded(state)) return { ok: false, reason: 'paid' };
    if (checkout?.status === 'processing') return { ok: false, reason: 'processing' };
    const changed = await changedAllergens(shop, order.items);
    if (changed.length > 0) {
      const obstacle = await endPayment(shop, order);
      return obstacle ? { ok: false, reason: obstacle } : { ok: false, reason: 'changed', changed };
    }
    if (checkout?.status === 'open') return { ok: true, checkoutUrl: checkout.url };
    const payBy = plusSeconds(shop.clock.now(), CHECKOUT_SECONDS);
    if (await reopen(shop, order.id, payBy)) {
      return await pay(shop, { ...order, payBy, checkoutId: null });
    }
    const current = await readOrder(shop.db, order.id);
    if (!current || isFunded(current.state) || !isBooked(current)) return undefined;
    if (hasCheckout(current)) {
      // A checkout that is unknown or does not match may have been paid: no other is opened beside it.
      const isBlocked = hasCheckout(order) && ['gone', 'mismatch'].includes(checkout?.status ?? '');
      return isBlocked ? { ok: false, reason: 'unavailable' } : undefined;
    }
    // Another request is opening it, or a server stopped before the checkout was stored.
    if (canOpen(shop, current)) return await pay(shop, current);
    await endCheckout(shop, current);
    return undefined;
  } catch (error) {
    logUnavailable(shop, order.id, error);
    return { ok: false, reason: 'unavailable' };
  }
}

/** Asks for the stored checkout, and unless that may be paid, for those that an older backup does not know. */
async function syncPayment(shop: Shop, order: Order) {
  const synced = await syncPaymentStatus(shop, order);
  if (mayBePaid(synced)) return synced;
  return (await syncUnstored(shop, order, shop.payments.checkout)) ?? synced;
}

/**
 * Lets an agreed order have another checkout, until then.
 * @returns false, and writes nothing, when it may have one that can be paid, or is not `agreed`.
 */
export async function reopen(
  { db }: Pick<Shop, 'db'>,
  orderId: OrderId,
  payBy: string,
): Promise<boolean> {
  const [changed] = await changeOrders(
    db,
    (query) =>
      applyTransition(query, orderId, 'openCheckout', { payment: 'none' })
        .set({ checkout_id: null, pay_by: payBy })
        .where('cancelled_at', 'is', null),
    { kind: 'checkout-opened', actor: 'customer', facts: {} },
  );
  return changed !== undefined;
}

async function pay(shop: Shop, order: Order): Promise<OpenPaymentResult | undefined> {
  const checkoutUrl = await openCheckout(shop, order);
  return checkoutUrl ? { ok: true, checkoutUrl } : undefined;
}

/** `unchanged`: it had been paid before. `processing`: a delayed payment is on its way. */
type CounterResult = 'paid' | 'unchanged' | 'processing' | 'unavailable' | 'unknown';

/** Records that an agreed order is paid without the payment provider, once nobody can pay it by card. */
export async function payAtCounter(
  shop: Shop,
  orderId: OrderId,
  by: string,
): Promise<CounterResult> {
  for (let races = 0; races < MOST_RACES; races += 1) {
    const order = await readOrder(shop.db, orderId);
    if (order && isFunded(order.state)) return 'unchanged';
    if (!order || !isBooked(order)) return 'unknown';
    const obstacle = await endPayment(shop, order);
    if (obstacle) return obstacle === 'paid' ? 'unchanged' : obstacle;
    if (await takeCash(shop, order, by)) {
      shop.log.info({ orderId }, 'order paid at the counter');
      return 'paid';
    }
  }
  return 'unavailable';
}

/** @returns false, and writes nothing, when it may have a checkout that can be paid, or is not `agreed`. */
function takeCash({ db, clock }: Shop, { id, total }: Order, by: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const [changed] = await changeOrders(
      trx,
      (query) =>
        applyTransition(query, id, 'payAtCounter', { payment: 'none' })
          // Its checkouts have ended: nothing of it is at the payment provider.
          .set({ checkout_id: null })
          .where('cancelled_at', 'is', null),
      { kind: 'counter-paid', actor: 'staff', personId: by, facts: { amount: total } },
    );
    if (changed === undefined) return false;
    const cash = { kind: 'cash', id: secrets.id(), paymentId: null, amount: total } as const;
    await enter(trx, id, [{ ...cash, at: clock.now() }]);
    return true;
  });
}

/**
 * Takes back that an order was paid at the counter: it is `agreed` again.
 * @returns false, and writes nothing, when it was not paid so or something was given back.
 */
export function unpayAtCounter(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  orderId: OrderId,
  by: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const reversals = await lockReversals(trx, orderId);
    if (!reversals || refundedAmount(reversals) > 0) return false;
    const cash = await trx
      .selectFrom('ledger as cash')
      .select(['id', 'amount'])
      .where('order_id', '=', orderId)
      .where('kind', '=', 'cash')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('ledger as undone')
              .select('undone.id')
              .whereRef('undone.order_id', '=', 'cash.order_id')
              .whereRef('undone.id', '=', 'cash.id')
              .where('undone.kind', '=', 'cash-undone'),
          ),
        ),
      )
      .executeTakeFirst();
    if (!cash) return false;
    const { id, amount } = cash;
    const [changed] = await changeOrders(
      trx,
      (query) => applyTransition(query, orderId, 'unpayAtCounter'),
      { kind: 'counter-unpaid', actor: 'staff', personId: by, facts: { amount } },
    );
    if (changed === undefined) return false;
    const undone: LedgerEntry = {
      kind: 'cash-undone',
      id,
      paymentId: null,
      amount,
      at: clock.now(),
    };
    await enter(trx, orderId, [undone]);
    return true;
  });
}
