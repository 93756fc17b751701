import type { Fulfilment } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { readyKind } from '#domain/emails/email-kinds.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { dbTime } from '#server/db/db-time.ts';
import { deleteUntried } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { lockBookedOrder, lockOrder } from './lock-order.ts';
import { planReady, planReview, readFulfilments } from './ready.ts';
import { BOOKED } from './rows.ts';
import { actorOf, eventsOf, recordEvent } from './trail.ts';

export interface FulfilmentChange {
  orderId: OrderId;
  day: Day;
  /** What the screen showed. */
  from: Fulfilment;
  fulfilment: Fulfilment;
  /** The person's id. */
  by: string;
}

/** `conflict`: it is neither what the screen showed nor what is wanted. */
export type SetFulfilmentResult = 'changed' | 'unchanged' | 'conflict' | 'unknown';

/**
 * Marks how far a collection is, and plans the e-mail about it, if the owner wants one; an e-mail that was not tried yet is
 * taken back with the tick. Idempotent: a tick that is sent twice changes nothing the second time.
 */
export async function setFulfilment(
  { db, clock, log, merchant: readMerchant }: Pick<Shop, 'db' | 'clock' | 'log' | 'merchant'>,
  { orderId, day, from, fulfilment, by }: FulfilmentChange,
): Promise<SetFulfilmentResult> {
  const now = clock.now();
  const merchant = await readMerchant();
  const isToCome = day > londonDay(now);
  // Nobody has missed a day to come.
  if (from !== fulfilment && fulfilment === 'missed' && isToCome) return 'conflict';
  const result = await db.transaction().execute(async (trx): Promise<SetFulfilmentResult> => {
    const order = await lockOrder(trx, orderId).select('id').where(BOOKED).executeTakeFirst();
    const item = await trx
      .selectFrom('order_items')
      .select('position')
      .where('order_id', '=', orderId)
      .where('day', '=', day)
      .executeTakeFirst();
    if (!order || !item) return 'unknown';
    const current = (await readFulfilments(trx, orderId)).get(day) ?? 'to-make';
    if (current === fulfilment) return 'unchanged';
    if (current !== from) return 'conflict';
    const values = { fulfilment, at: dbTime(trx), person_id: by };
    await trx
      .insertInto('collections')
      .values({ order_id: orderId, day, ...values })
      .onConflict((known) => known.columns(['order_id', 'day']).doUpdateSet(values))
      .execute();
    const facts = { day, from, fulfilment };
    await recordEvent(trx, [orderId], { kind: 'fulfilment', ...actorOf(by), facts });
    const untried = deleteUntried(trx, orderId);
    if (from === 'ready') await untried.where('kind', '=', readyKind(day)).execute();
    if (from === 'collected') await untried.where('kind', '=', 'review').execute();
    const ticked = { orderId, day, now, merchant };
    if (fulfilment === 'ready' && merchant.ready === 'tick') await planReady(trx, ticked);
    if (fulfilment === 'collected' && merchant.reviews) await planReview(trx, ticked);
    return 'changed';
  });
  if (result === 'changed') log.info({ orderId, day, from, fulfilment }, 'collection marked');
  return result;
}

/**
 * Records that a member of staff has seen what the customer has changed, up to an event that a screen showed.
 * @param by the person's id.
 * @returns whether it is new.
 */
export async function markSeen(
  { db, log }: Pick<Shop, 'db' | 'log'>,
  { orderId, event, by }: { orderId: OrderId; event: number; by: string },
): Promise<boolean> {
  const isNew = await db.transaction().execute(async (trx) => {
    // The customer's next change waits for this one, and the other way round.
    const order = await lockBookedOrder(trx, orderId);
    const trail = await eventsOf(trx, orderId);
    const isSeen = trail.some((each) => each.kind === 'seen' && each.facts.event >= event);
    const isKnown = trail.some((each) => each.id === event && each.actor === 'customer');
    if (!order || isSeen || !isKnown) return false;
    await recordEvent(trx, [orderId], { kind: 'seen', ...actorOf(by), facts: { event } });
    return true;
  });
  if (isNew) log.info({ orderId }, 'changes marked as seen');
  return isNew;
}
