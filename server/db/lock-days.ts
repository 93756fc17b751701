import { type Kysely, sql } from 'kysely';
import { Day } from '#domain/calendar/day.ts';
import { capacityOf, type FullDay, type Hold, pointsByDay } from '#domain/capacity/capacity.ts';
import type { Instant } from '#domain/clock.ts';
import type { OrderId, OrderItem } from '#domain/orders/order.ts';
import { readCapacities } from '#server/content/calendar.ts';
import type { Tables } from './tables.ts';
import { lockKey } from './transactions.ts';

// How transactions book days. All lock the days first, in order, as a statement of their own; then the rows
// of orders; and add up in the next statement, which on PostgreSQL sees what was committed while it waited.
// Freeing days needs no lock.

/** What a transaction has found out about the days that it has locked. */
export interface LockedDays {
  now: Instant;
  /** In points; undefined for a day without a limit. */
  days: Map<Day, { capacity: number | undefined; points: number }>;
}

/** Locks days for a booking. Call it before the transaction locks or changes an order. */
export async function lockDays(
  trx: Kysely<Tables>,
  wanted: Iterable<Day>,
  now: Instant,
): Promise<LockedDays> {
  const days = [...new Set(wanted)].sort();
  // PostgreSQL rejects an empty list.
  if (days.length === 0) return { now, days: new Map() };
  const lock = () =>
    trx
      .selectFrom('days')
      .select('day')
      .where('day', 'in', days)
      .orderBy('day')
      .forUpdate()
      .execute();
  if ((await lock()).length < days.length) {
    await trx
      .insertInto('days')
      .values(days.map((day) => ({ day })))
      .onConflict((known) => known.doNothing())
      .execute();
    await lock();
  }
  const taken = await heldPoints(trx, now).where('day', 'in', days).execute();
  const points = new Map(taken.map((row) => [row.day, Number(row.points)]));
  const { week, own } = await readCapacities(trx);
  return {
    now,
    days: new Map(
      days.map((day) => [
        day,
        { capacity: capacityOf(day, week, own.get(day)), points: points.get(day) ?? 0 },
      ]),
    ),
  };
}

/** What is booked and held of each day. */
export function heldPoints(db: Kysely<Tables>, now: Instant) {
  return db
    .selectFrom('bookings')
    .select(['day', ({ fn }) => fn.sum('points').as('points')])
    .where(isHeld(now))
    .groupBy('day');
}

export function isHeld(now: Instant) {
  return sql<boolean>`(until is null or until > ${now})`;
}

/** Those of the days that have no room for the points. */
export function fullDays({ days }: LockedDays, points: Map<Day, number>): FullDay[] {
  return [...points].flatMap(([day, wanted]) => {
    const { capacity = Number.POSITIVE_INFINITY, points: taken = 0 } = days.get(day) ?? {};
    return taken + wanted > capacity ? { day, left: capacity - taken } : [];
  });
}

/**
 * Checks that a caller holds no more than it may with these points.
 * @returns when the first of the holds lapses, or now if the order alone is too much; undefined if there is no
 * need to wait.
 */
export async function waitForHolds(
  trx: Kysely<Tables>,
  { caller, now }: Hold,
  points: Map<Day, number>,
): Promise<Instant | undefined> {
  if (caller === undefined) return undefined;
  // Concurrent orders of one caller wait for one another here.
  await lockKey(trx, caller.key);
  const held = await trx
    .selectFrom('bookings')
    .select(['order_id', 'points', 'until'])
    .where('caller', '=', caller.key)
    .where('until', '>', now)
    .orderBy('until')
    .execute();
  const orders = new Set(held.map(({ order_id }) => order_id)).size;
  const wanted = [...points.values()];
  const [first] = held;
  // A first order may take more of one day: a wedding.
  const exempt = first ? 0 : Math.max(0, ...wanted);
  const all = sum([...held.map((each) => each.points), ...wanted]) - exempt;
  const isTooMuch = orders >= caller.orders || all > caller.points;
  return isTooMuch ? (first?.until ?? now) : undefined;
}

/** What an order takes of each day, and its days locked. */
export async function lockDaysOf(
  trx: Kysely<Tables>,
  orderId: OrderId,
  now: Instant,
): Promise<{ points: Map<Day, number>; locked: LockedDays }> {
  const before = await readItems(trx, orderId);
  let locked = await lockDays(trx, daysOf(before), now);
  const items = await readItems(trx, orderId);
  // Moved while this waited for its days.
  if (daysOf(items).some((day) => !locked.days.has(day))) {
    locked = await lockDays(trx, daysOf([...before, ...items]), now);
  }
  return { points: pointsByDay(items), locked };
}

type BookedItem = Pick<OrderItem, 'day' | 'points'>;

function daysOf(items: BookedItem[]): Day[] {
  return items.map(({ day }) => day);
}

export async function readItems(db: Kysely<Tables>, orderId: OrderId): Promise<BookedItem[]> {
  const rows = await db
    .selectFrom('order_items')
    .select(['day', 'points'])
    .where('order_id', '=', orderId)
    .execute();
  return rows.map(({ day, points }) => ({ day: Day.parse(day), points: points ?? 0 }));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
