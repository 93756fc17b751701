import type { Kysely } from 'kysely';
import { Day } from '#domain/calendar/day.ts';
import { isBooked, isQuote, isQuoteOver, type Order, type OrderId } from '#domain/orders/order.ts';
import type { Tables } from '#server/db/tables.ts';
import { plannedEmails } from '#server/emails/kinds.ts';
import { planEmails } from '#server/emails/queue.ts';
import { acceptRequest } from '#server/requests/ordered.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { step } from '#server/step.ts';
import type { PaymentObstacle } from '#server/stripe/checkout-sessions.ts';
import { endPayment } from './checkout.ts';
import { lockRoom, recordOverbooked } from './days.ts';
import { applyTransition } from './lock-order.ts';
import { repeatRaced } from './races.ts';
import { QUOTED, readOrder, readOrders } from './rows.ts';
import { actorOf, changeOrders, recordEvent } from './trail.ts';

// Quotes (decision 054): orders that are not in the book yet. The customer accepts one by paying, or staff say that they
// have. Before one ends, Stripe says that no checkout of it can be paid: money always wins.

/**
 * Lets a quote have a checkout, until then. One that does not hold its day takes it from now on, if there is room.
 * @returns `changed`, and writes nothing, when it is not `quoted`.
 */
export async function allowCheckout(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  order: Order,
  payBy: string,
): Promise<'allowed' | 'full' | 'changed'> {
  const result = await db.transaction().execute(async (trx) => {
    const room = await lockRoomOf(trx, order, clock.now());
    if (!room.ok) return 'full' as const;
    const [allowed] = await changeOrders(
      trx,
      (query) =>
        applyTransition(query, order.id, 'accept', { payment: 'none' })
          .set({ checkout_id: null, pay_by: payBy })
          .where('paid', '=', 0),
      { kind: 'checkout-opened', actor: 'customer', facts: {} },
    );
    return allowed === undefined ? ('changed' as const) : ('allowed' as const);
  });
  step('quotes.allowCheckout end', order.id);
  return result;
}

/** A quote that holds its day has its room already. */
function lockRoomOf(trx: Kysely<Tables>, { items, quote, id }: Order, now: string) {
  return lockRoom(trx, items, {
    ...{ now, except: id },
    evenIfFull: quote?.holdsDay || quote?.evenIfFull,
  });
}

interface QuoteChange {
  orderId: OrderId;
  /** The person's id. */
  by: string;
}

type QuoteAgreed = 'agreed' | 'unchanged' | 'full' | 'over' | PaymentObstacle;
type QuoteWithdrawn = 'withdrawn' | 'unchanged' | PaymentObstacle;

/**
 * Puts a quote into the book that the customer has accepted without paying: on the phone, or at the counter. It is paid
 * like an order on the phone. Idempotent.
 * @returns `full`: its day has no room any more. `over`: it has ended.
 */
export async function agreeQuote(shop: Shop, { orderId, by }: QuoteChange): Promise<QuoteAgreed> {
  const result = await repeatRaced(async (): Promise<QuoteAgreed | undefined> => {
    const order = await readOrder(shop.db, orderId);
    if (!order?.quote || isQuoteOver(order, todayAt(shop))) return 'over';
    if (isBooked(order)) return 'unchanged';
    const obstacle = await endPayment(shop, order);
    if (obstacle) return obstacle;
    const agreed = await shop.db.transaction().execute((trx) => agree(trx, shop, order, by));
    step('quotes.agree end', orderId);
    if (agreed === 'agreed') shop.log.info({ orderId }, 'quote accepted without a payment');
    return agreed;
  });
  return result ?? 'unavailable';
}

/** @returns undefined when it is not `quoted` any more. */
async function agree(
  trx: Kysely<Tables>,
  { clock }: Shop,
  order: Order,
  by: string,
): Promise<'agreed' | 'full' | undefined> {
  const now = clock.now();
  const room = await lockRoomOf(trx, order, now);
  if (!room.ok) return 'full';
  const agreed = await applyTransition(trx, order.id, 'agree', { payment: 'none' })
    .set({ checkout_id: null })
    .returning('request_id')
    .executeTakeFirst();
  if (!agreed) return undefined;
  const facts = { total: order.total };
  await recordEvent(trx, [order.id], { kind: 'agreed', ...actorOf(by), facts });
  if (!order.quote?.holdsDay) await recordOverbooked(trx, room.locked, order.id, order.items, by);
  await planEmails(trx, order.id, plannedEmails(order, now, { kind: 'agreed' }));
  if (agreed.request_id !== null) await acceptRequest(trx, agreed.request_id, { by, at: now });
  return 'agreed';
}

/** Ends a quote that the cafe does not want to make any more. Idempotent. */
export async function withdrawQuote(
  shop: Shop,
  { orderId, by }: QuoteChange,
): Promise<QuoteWithdrawn> {
  const result = await repeatRaced(async (): Promise<QuoteWithdrawn | undefined> => {
    const order = await readOrder(shop.db, orderId);
    if (!order || !isQuote(order.state)) return order?.paid ? 'paid' : 'unchanged';
    const obstacle = await endPayment(shop, order);
    if (obstacle) return obstacle;
    if (!(await end(shop, orderId, by))) return undefined;
    shop.log.info({ orderId, person: by }, 'quote withdrawn');
    return 'withdrawn';
  });
  return result ?? 'unavailable';
}

/** @param by the person who ends it; without one its time is over. @returns false when it is not `quoted`. */
async function end({ db }: Shop, orderId: OrderId, by?: string): Promise<boolean> {
  const [ended] = await changeOrders(
    db,
    (query) => applyTransition(query, orderId, 'endQuote'),
    by === undefined
      ? { kind: 'quote-ended', actor: 'shop', facts: { why: 'lapsed' } }
      : { kind: 'quote-ended', actor: 'staff', personId: by, facts: { why: 'withdrawn' } },
  );
  step('quotes.end end', orderId);
  return ended !== undefined;
}

/**
 * Ends the quotes that were valid until before today. One whose card page is open ends when that has ended: a customer
 * who came in time may pay.
 */
export async function lapseQuotes(shop: Shop): Promise<void> {
  const orders = await readOrders(shop.db, await quotesOver(shop.db, todayAt(shop)));
  for (const order of orders) {
    if (await endPayment(shop, order)) continue;
    if (await end(shop, order.id)) shop.log.info({ orderId: order.id }, 'quote lapsed');
  }
}

/** Those that nobody may be paying. */
export async function quotesOver(db: Kysely<Tables>, today: Day): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.order_id', 'orders.id')
    .select('orders.id')
    .where(QUOTED)
    .where('orders.state', '=', 'quoted')
    .where('valid_until', '<', today)
    .execute();
  return rows.map(({ id }) => id);
}

/** The quotes for a day that can be accepted, soonest over first. */
export async function quotesFor({ db }: Pick<Shop, 'db'>, day: Day) {
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .innerJoin('quotes', 'quotes.order_id', 'orders.id')
    .select(['number', 'name', 'valid_until', 'holds_day', ({ fn }) => fn.sum('units').as('units')])
    .where('day', '=', day)
    .where(QUOTED)
    .groupBy(['number', 'name', 'valid_until', 'holds_day'])
    .orderBy('valid_until')
    .orderBy('number')
    .execute();
  return rows.map(({ valid_until, holds_day, units, ...quote }) => ({
    ...quote,
    validUntil: Day.parse(valid_until),
    holdsDay: holds_day === 1,
    units: Number(units),
  }));
}
