import type { Kysely } from 'kysely';
import { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { timeOf } from '#domain/calendar/times.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { morningOf, readyHours, readyKind } from '#domain/emails/email-kinds.ts';
import type { Merchant } from '#domain/merchant.ts';
import { collectionDays, type OrderId } from '#domain/orders/order.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import type { Tables } from '#server/db/tables.ts';
import { reasonOfReady } from '#server/emails/kinds.ts';
import { planEmails } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { lockUncancelledOrder } from './lock-order.ts';
import { readOrders } from './rows.ts';
import { actorOf, recordEvent } from './trail.ts';

/**
 * Tells the customer that what they collect on a day is ready, after the time in which it can be taken back and not
 * before the cafe opens. Idempotent.
 * @param by the person's id.
 * @returns whether the customer gets the e-mail by that: not if they get it already, or the order is not ready any more.
 */
export async function tellReady(
  shop: Pick<Shop, 'db' | 'clock' | 'log' | 'merchant'>,
  { orderId, day, by }: { orderId: OrderId; day: Day; by: string },
): Promise<boolean> {
  const merchant = await shop.merchant();
  // The owner has turned it off since the screen was opened.
  if (!merchant.ready) return false;
  const isPlanned = await shop.db.transaction().execute(async (trx) => {
    if (!(await lockUncancelledOrder(trx, orderId))) return false;
    if (!(await planReady(trx, { orderId, day, now: shop.clock.now(), merchant }))) return false;
    await recordEvent(trx, [orderId], { kind: 'ready-told', ...actorOf(by), facts: { day } });
    return true;
  });
  if (isPlanned) shop.log.info({ orderId, day }, 'customer told that it is ready');
  return isPlanned;
}

interface Ticked {
  orderId: OrderId;
  day: Day;
  now: Instant;
  merchant: Merchant;
}

/**
 * Plans the e-mail that the collection of a day is ready. Call it in the transaction that has locked the order.
 * @returns whether it is new.
 */
export async function planReady(
  trx: Kysely<Tables>,
  { orderId, day, now, merchant }: Ticked,
): Promise<boolean> {
  const [order] = await readOrders(trx, [orderId]);
  if (!order) return false;
  const kind = readyKind(day);
  const fulfilments = await readFulfilments(trx, orderId);
  if (reasonOfReady({ order, kind, now, merchant, fulfilments })) return false;
  const { from } = readyHours(day, timeOf(order.items, day), merchant.openingHours);
  const isOpenSoon = from <= plusSeconds(now, UNDO_SECONDS);
  const when = isOpenSoon ? { isUndoable: true } : { notBefore: from };
  return planEmails(trx, orderId, [{ kind, ...when }]);
}

/** Plans the e-mail that asks how it was, once all of an order is collected. Call it as `planReady`. */
export async function planReview(
  trx: Kysely<Tables>,
  { orderId, now }: Pick<Ticked, 'orderId' | 'now'>,
): Promise<void> {
  const [order] = await readOrders(trx, [orderId]);
  if (!order) return;
  const fulfilments = await readFulfilments(trx, orderId);
  if (collectionDays(order.items).some((day) => fulfilments.get(day) !== 'collected')) return;
  const notBefore = morningOf(addDays(londonDay(now), 1));
  await planEmails(trx, orderId, [{ kind: 'review', notBefore }]);
}

/** Of the days of an order that staff have ticked. */
export async function readFulfilments(db: Kysely<Tables>, orderId: OrderId) {
  const rows = await db
    .selectFrom('collections')
    .select(['day', 'fulfilment'])
    .where('order_id', '=', orderId)
    .execute();
  return new Map(rows.map(({ day, fulfilment }) => [Day.parse(day), fulfilment]));
}
