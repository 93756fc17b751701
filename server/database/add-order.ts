import type { Kysely } from 'kysely';
import { firstEvent, type NewEvent } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { type FullDay, type Hold, pointsByDay } from '#domain/capacity/capacity.ts';
import type { Instant } from '#domain/clock.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import type { AddResult, Agreed } from '#domain/orders/order-ports.ts';
import { book, recordOverbooked } from './bookings.ts';
import { planEmails } from './customer-emails.ts';
import type { DatabaseClock, DatabaseSettings } from './database-settings.ts';
import { fullDays, type LockedDays, lockDays, waitForHolds } from './lock-days.ts';
import { changeOrders, recordEvent } from './order-events.ts';
import { insertOrder, itemRows, orderRow } from './order-rows.ts';
import type { Tables } from './tables.ts';

/** Adds an order of the shop, and books its days if it has limits. */
export async function addOrder(
  db: Kysely<Tables>,
  order: Order,
  replaces: OrderId | undefined,
  hold: Hold | undefined,
  settings: DatabaseSettings,
): Promise<AddResult> {
  if (replaces === undefined && hold === undefined && settings.isPostgres) {
    return (await insertOrder(db, order, firstEvent(order, replaces), settings.clock))
      ? 'added'
      : ((await conflictOf(db, order)) ?? 'number-taken');
  }
  return db.transaction().execute(async (trx) => {
    const room = hold && (await lockRoom(trx, order, hold, settings));
    if (room && 'rejected' in room) {
      // A repeated request has its room already.
      return (await conflictOf(trx, order)) ?? room.rejected;
    }
    // First of the orders, so that attempts that replace the same order wait for one another here.
    if (replaces !== undefined && !(await replace(trx, replaces, order.id, settings))) {
      return 'replaced';
    }
    return insertBooked(trx, order, firstEvent(order, replaces), { hold, room }, settings);
  });
}

/** Adds an order that was agreed on the phone. Call it in a transaction. */
export async function agreeOrder(
  trx: Kysely<Tables>,
  order: Order,
  { by, emails, hold }: Agreed,
  settings: DatabaseSettings,
): Promise<AddResult> {
  const room = hold && (await lockRoom(trx, order, hold, settings));
  if (room && 'rejected' in room) return (await conflictOf(trx, order)) ?? room.rejected;
  const facts = { total: order.total };
  const event: NewEvent = { kind: 'agreed', actor: 'staff', personId: by, facts };
  const result = await insertBooked(trx, order, event, { hold, room }, settings);
  if (result === 'added' && emails.length > 0) await planEmails(trx, order.id, emails);
  return result;
}

/**
 * Marks an order as replaced by another one.
 * @returns false, and writes nothing, when a third one has replaced it.
 */
async function replace(
  trx: Kysely<Tables>,
  replaced: OrderId,
  by: OrderId,
  settings: DatabaseSettings,
): Promise<boolean> {
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
    settings,
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

type Room =
  | { points: Map<Day, number>; locked: LockedDays }
  | { rejected: { full: FullDay[] } | { held: Instant } };

/** Locks the days of an order, and looks whether they have room for it. */
async function lockRoom(
  trx: Kysely<Tables>,
  { items }: Order,
  hold: Hold,
  settings: DatabaseSettings,
): Promise<Room> {
  const points = pointsByDay(items);
  const held = await waitForHolds(trx, hold, points, settings);
  if (held) return { rejected: { held } };
  const locked = await lockDays(trx, points.keys(), hold.now);
  const full = hold.evenIfFull ? [] : fullDays(locked, points);
  return full.length > 0 ? { rejected: { full } } : { points, locked };
}

/** Adds an order, and books its days if the shop has limits. */
async function insertBooked(
  trx: Kysely<Tables>,
  order: Order,
  event: NewEvent,
  {
    hold,
    room,
  }: { hold: Hold | undefined; room: Exclude<Room, { rejected: unknown }> | undefined },
  settings: DatabaseSettings,
): Promise<'added' | 'taken' | 'number-taken'> {
  const insert = settings.isPostgres ? insertOrder : insertInSteps;
  if (!(await insert(trx, order, event, settings.clock))) {
    return (await conflictOf(trx, order)) ?? 'number-taken';
  }
  if (hold && room) {
    const overbooked = await book(trx, order.id, room.points, room.locked, hold);
    await recordOverbooked(trx, order.id, overbooked, settings, hold.evenIfFull?.by);
  }
  return 'added';
}

/** @returns false, and adds nothing, when the id or the number exists. */
async function insertInSteps(
  trx: Kysely<Tables>,
  order: Order,
  event: NewEvent,
  clock: DatabaseClock,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('orders')
    .values(orderRow(order))
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirstOrThrow();
  if (added !== 1n) return false;
  await trx.insertInto('order_items').values(itemRows(order)).execute();
  await recordEvent(trx, [order.id], event, clock);
  return true;
}

/** Whether an order with this id exists. */
async function conflictOf(db: Kysely<Tables>, { id }: Order): Promise<'taken' | undefined> {
  const taken = await db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst();
  return taken && 'taken';
}
