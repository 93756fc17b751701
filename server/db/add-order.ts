import type { Kysely } from 'kysely';
import { firstEvent, type NewEvent } from '#domain/book/trail.ts';
import { type Hold, pointsByDay } from '#domain/capacity/capacity.ts';
import type { Instant } from '#domain/clock.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import { planEmails } from '#server/emails/queue.ts';
import { lockRoom, recordOverbooked } from '#server/orders/days.ts';
import { newOrder } from '#server/orders/new-order.ts';
import { orderNumber } from '#server/orders/order-number.ts';
import type { AddResult, Agreed, ReplacedOrder } from '#server/orders/order-ports.ts';
import { changeOrders, recordEvent } from '#server/orders/trail.ts';
import { itemRows, orderRow } from './order-rows.ts';
import type { Tables } from './tables.ts';

/** Adds an order of the shop, if its days have room. */
export async function addOrder(
  db: Kysely<Tables>,
  order: Order,
  replaces: ReplacedOrder | undefined,
  hold: Hold | undefined,
): Promise<AddResult> {
  return db.transaction().execute(async (trx) => {
    const room = hold && (await lockRoom(trx, order.items, hold));
    // A repeated request has its room already.
    if (room && !('locked' in room)) return (await conflictOf(trx, order)) ?? room;
    // First of the orders, so that attempts that replace the same order wait for one another here.
    if (replaces && !(await replace(trx, replaces, order))) return 'replaced';
    return insertOrder(trx, order, firstEvent(order, replaces?.id), hold?.caller?.key);
  });
}

/** Adds an order that was agreed on the phone. Call it in a transaction. */
export async function agreeOrder(
  trx: Kysely<Tables>,
  order: Order,
  { by, emails, hold }: Agreed,
): Promise<AddResult> {
  const room = hold && (await lockRoom(trx, order.items, hold));
  if (room && !('locked' in room)) return (await conflictOf(trx, order)) ?? room;
  const facts = { total: order.total };
  const event: NewEvent = { kind: 'agreed', actor: 'staff', personId: by, facts };
  const result = await insertOrder(trx, order, event);
  if (result !== 'added') return result;
  if (hold?.evenIfFull && room) {
    const days = pointsByDay(order.items).keys();
    await recordOverbooked(trx, room.locked, order.id, days, hold.evenIfFull.by);
  }
  await planEmails(trx, order.id, emails);
  return result;
}

/** @returns false, and writes nothing, when a third order has replaced it, or it has been added meanwhile. */
async function replace(
  trx: Kysely<Tables>,
  { id, exists }: ReplacedOrder,
  by: Order,
): Promise<boolean> {
  return (exists || (await takeId(trx, id, by.placedAt))) && markReplaced(trx, id, by.id);
}

/** Adds an expired order without items. @returns false when an order has this id. */
async function takeId(trx: Kysely<Tables>, id: OrderId, at: Instant): Promise<boolean> {
  const customer = { name: '', email: '', phone: '' };
  const order = newOrder({ id, state: 'expired', customer, items: [], placedAt: at, payBy: at });
  for (let attempt = 0; !(await conflictOf(trx, order)); attempt += 1) {
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('orders')
      .values(orderRow({ ...order, number: orderNumber(id, attempt) }))
      .onConflict((taken) => taken.doNothing())
      .executeTakeFirstOrThrow();
    if (added === 1n) return true;
  }
  return false;
}

/** @returns false when a third order has replaced it. */
async function markReplaced(trx: Kysely<Tables>, replaced: OrderId, by: OrderId): Promise<boolean> {
  const [changed] = await changeOrders(
    trx,
    (query) =>
      query
        .updateTable('orders')
        .set({ replaced_by: by })
        .where('id', '=', replaced)
        .where('replaced_by', 'is', null)
        .returning('id'),
    { kind: 'replaced', actor: 'customer', facts: { by } },
  );
  if (changed !== undefined) return true;
  const known = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', replaced)
    .where('replaced_by', '=', by)
    .executeTakeFirst();
  return known !== undefined;
}

async function insertOrder(
  trx: Kysely<Tables>,
  order: Order,
  event: NewEvent,
  caller: string | null = null,
): Promise<'added' | 'taken' | 'number-taken'> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('orders')
    .values({ ...orderRow(order), caller })
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirstOrThrow();
  if (added !== 1n) return (await conflictOf(trx, order)) ?? 'number-taken';
  await trx.insertInto('order_items').values(itemRows(order)).execute();
  await recordEvent(trx, [order.id], event);
  return 'added';
}

/** Whether an order with this id exists. */
async function conflictOf(db: Kysely<Tables>, { id }: Order): Promise<'taken' | undefined> {
  const taken = await db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst();
  return taken && 'taken';
}
