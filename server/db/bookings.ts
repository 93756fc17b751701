import type { ExpressionBuilder, Kysely } from 'kysely';
import type { NewEvent, OverbookedDay } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { Hold } from '#domain/capacity/capacity.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { storeProblem } from '#server/orders/problems.ts';
import { type Change, changeOrders, recordEvent } from '#server/orders/trail.ts';
import { isHeld, type LockedDays, type lockDaysOf } from './lock-days.ts';
import type { Tables } from './tables.ts';

/**
 * Adds bookings of an order to days that are locked, whether there is room or not.
 * @returns the days that are overbooked by them.
 */
export async function book(
  trx: Kysely<Tables>,
  orderId: OrderId,
  points: Map<Day, number>,
  locked: LockedDays,
  { until, caller }: Pick<Hold, 'until' | 'caller'>,
): Promise<OverbookedDay[]> {
  if (points.size === 0) return [];
  await trx
    .deleteFrom('bookings')
    // Their orders, if they are paid after all, find out that the room may be gone.
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('order_id', 'day'),
        'in',
        selectFrom('bookings')
          .select(['order_id', 'day'])
          .where('day', 'in', [...points.keys()])
          .where('until', '<=', locked.now)
          // Those are being freed, in any order: waiting for them could deadlock.
          .forUpdate()
          .skipLocked()
          .$asTuple('order_id', 'day'),
      ),
    )
    .execute();
  await trx
    .insertInto('bookings')
    .values(
      [...points].map(([day, added]) => ({
        order_id: orderId,
        day,
        points: added,
        until,
        caller: caller?.key ?? null,
      })),
    )
    .onConflict((known) =>
      known.columns(['order_id', 'day']).doUpdateSet(({ eb, ref }) => ({
        points: eb(ref('bookings.points'), '+', ref('excluded.points')),
      })),
    )
    .execute();
  return [...points].flatMap(([day, added]) => {
    const { capacity, points: taken = 0 } = locked.days.get(day) ?? {};
    const total = taken + added;
    return capacity !== undefined && total > capacity ? { day, points: total, capacity } : [];
  });
}

/**
 * Books the days of an order for good, whether there is room or not: the money has come or is on its way.
 * Call it after `lockDaysOf` and the change of the order.
 */
export async function bookDays(
  trx: Kysely<Tables>,
  orderId: OrderId,
  { points, locked }: Awaited<ReturnType<typeof lockDaysOf>>,
): Promise<void> {
  const held = await trx
    .updateTable('bookings')
    .set({ until: null, caller: null })
    .where('order_id', '=', orderId)
    .where(isHeld(locked.now))
    .returning('day')
    .execute();
  const missing = new Map([...points].filter(([day]) => !held.some((row) => row.day === day)));
  const overbooked = await book(trx, orderId, missing, locked, { until: null });
  if (overbooked.length === 0) return;
  await recordOverbooked(trx, orderId, overbooked);
  const facts = Object.fromEntries(
    overbooked.map(({ day, points, capacity }) => [day, `${points} of ${capacity} points`]),
  );
  await storeProblem(trx, { kind: 'overbooked', subject: orderId, orderId, facts });
}

export async function recordOverbooked(
  trx: Kysely<Tables>,
  orderId: OrderId,
  days: OverbookedDay[],
  by?: string,
): Promise<void> {
  if (days.length === 0) return;
  const actor =
    by === undefined ? { actor: 'shop' as const } : { actor: 'staff' as const, personId: by };
  await recordEvent(trx, [orderId], { ...actor, kind: 'overbooked', facts: { days } });
}

/**
 * Frees what an order takes of its days. Call it in the transaction that expires or cancels the order, after
 * the change of the order.
 */
export async function freeDays(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  await trx.deleteFrom('bookings').where('order_id', '=', orderId).execute();
}

/** As `freeDays`, for a day that items of the order were moved from. @param staying its items of that day. */
export async function freeDay(
  trx: Kysely<Tables>,
  orderId: OrderId,
  day: Day,
  staying: { points: number | null }[],
): Promise<void> {
  const points = staying.reduce((total, item) => total + (item.points ?? 0), 0);
  const isOwn = ({ and }: ExpressionBuilder<Tables, 'bookings'>) => and({ order_id: orderId, day });
  if (points > 0) await trx.updateTable('bookings').set({ points }).where(isOwn).execute();
  else await trx.deleteFrom('bookings').where(isOwn).execute();
}

/** As `changeOrders`, for a change after which an order takes nothing of its days. */
export async function changeAndFree(
  db: Kysely<Tables>,
  change: Change<'orders'>,
  event: NewEvent,
): Promise<OrderId[]> {
  return db.transaction().execute(async (trx) => {
    const ids = await changeOrders(trx, change, event);
    // PostgreSQL rejects an empty list.
    if (ids.length === 0) return ids;
    await trx.deleteFrom('bookings').where('order_id', 'in', ids).execute();
    return ids;
  });
}
