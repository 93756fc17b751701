import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { NewEvent, OverbookedDay } from '#domain/book/trail.ts';
import { Day } from '#domain/calendar/day.ts';
import { WeekCapacity } from '#domain/calendar/rules.ts';
import {
  type Capacity,
  capacityOf,
  type DayLoad,
  type FullDay,
  type Hold,
  pointsByDay,
  type SizePoints,
} from '#domain/capacity/capacity.ts';
import { usualPoints } from '#domain/catalogue/points.ts';
import type { Instant } from '#domain/clock.ts';
import { parseJson } from '#domain/guard.ts';
import { fundedStates, type OrderId, type OrderItem } from '#domain/orders/order.ts';
import type { NewProblem } from '#domain/orders/problems.ts';
import type { Changes } from '#domain/ports.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { lockOrder } from './lock-order.ts';
import { type Change, changeOrders, insertEvents, recordEvent } from './order-events.ts';
import { BOOKED } from './order-rows.ts';
import { insertProblem } from './problems.ts';
import type { Tables } from './tables.ts';
import { createVersionedRead } from './versioned-cache.ts';

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
      .select(['day', 'capacity'])
      .where('day', 'in', days)
      .orderBy('day')
      .forUpdate()
      .execute();
  let locked = await lock();
  if (locked.length < days.length) {
    await trx
      .insertInto('days')
      .values(days.map((day) => ({ day })))
      .onConflict((known) => known.doNothing())
      .execute();
    locked = await lock();
  }
  const own = new Map(locked.map(({ day, capacity }) => [day, capacity]));
  const taken = await heldPoints(trx, now).where('day', 'in', days).execute();
  const points = new Map(taken.map((row) => [row.day, Number(row.points)]));
  const week = await readWeek(trx);
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

function heldPoints(db: Kysely<Tables>, now: Instant) {
  return db
    .selectFrom('bookings')
    .select(['day', ({ fn }) => fn.sum('points').as('points')])
    .where(isHeld(now))
    .groupBy('day');
}

function isHeld(now: Instant) {
  return sql<boolean>`(until is null or until > ${now})`;
}

async function readWeek(db: Kysely<Tables>): Promise<WeekCapacity | undefined> {
  const row = await db.selectFrom('calendar_rules').select('capacity').executeTakeFirst();
  return WeekCapacity.safeParse(parseJson(row?.capacity ?? '')).data;
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
 * @returns when the first of the holds lapses; undefined if there is no need to wait.
 */
export async function waitForHolds(
  trx: Kysely<Tables>,
  { caller, now }: Hold,
  points: Map<Day, number>,
  { isPostgres }: Pick<DatabaseSettings, 'isPostgres'>,
): Promise<Instant | undefined> {
  if (caller === undefined) return undefined;
  // Concurrent orders of one caller wait for one another here.
  if (isPostgres)
    await sql`select pg_advisory_xact_lock(hashtextextended(${caller.key}, 0))`.execute(trx);
  const held = await trx
    .selectFrom('bookings')
    .select(['order_id', 'points', 'until'])
    .where('caller', '=', caller.key)
    .where('until', '>', now)
    .orderBy('until')
    .execute();
  const orders = new Set(held.map(({ order_id }) => order_id)).size;
  const all = [...held.map((each) => each.points), ...points.values()];
  const isTooMuch = orders >= caller.orders || sum(all) > caller.points;
  const [first] = held;
  // A first order may be larger: a wedding.
  if (!first || !isTooMuch) return undefined;
  return first.until ?? undefined;
}

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

async function readItems(db: Kysely<Tables>, orderId: OrderId): Promise<BookedItem[]> {
  const rows = await db
    .selectFrom('order_items')
    .select(['day', 'points'])
    .where('order_id', '=', orderId)
    .execute();
  return rows.map(({ day, points }) => ({ day: Day.parse(day), points: points ?? 0 }));
}

/**
 * Books the days of an order for good, whether there is room or not: the money has come or is on its way.
 * Call it after `lockDaysOf` and the change of the order.
 */
export async function secureDays(
  trx: Kysely<Tables>,
  orderId: OrderId,
  { points, locked }: Awaited<ReturnType<typeof lockDaysOf>>,
  settings: DatabaseSettings,
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
  await recordOverbooked(trx, orderId, overbooked, settings);
  const facts = Object.fromEntries(
    overbooked.map(({ day, points, capacity }) => [day, `${points} of ${capacity} points`]),
  );
  const problem: NewProblem = { kind: 'overbooked', subject: orderId, orderId, facts };
  await insertProblem(trx, problem, locked.now);
}

export async function recordOverbooked(
  trx: Kysely<Tables>,
  orderId: OrderId,
  days: OverbookedDay[],
  { clock }: DatabaseSettings,
  by?: string,
): Promise<void> {
  if (days.length === 0) return;
  const actor =
    by === undefined ? { actor: 'shop' as const } : { actor: 'staff' as const, personId: by };
  await recordEvent(trx, [orderId], { ...actor, kind: 'overbooked', facts: { days } }, clock);
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
  const points = sum(staying.map((item) => item.points ?? 0));
  const isOwn = ({ and }: ExpressionBuilder<Tables, 'bookings'>) => and({ order_id: orderId, day });
  if (points > 0) await trx.updateTable('bookings').set({ points }).where(isOwn).execute();
  else await trx.deleteFrom('bookings').where(isOwn).execute();
}

/**
 * As `changeOrders`, for a change after which an order takes nothing of its days, unless it was agreed on the
 * phone: then it keeps them with a checkout or without.
 */
export async function changeAndFree(
  db: Kysely<Tables>,
  change: Change<'orders'>,
  event: NewEvent,
  settings: DatabaseSettings,
): Promise<OrderId[]> {
  const { clock, isPostgres } = settings;
  if (isPostgres) {
    const changed = db
      .with('changed', change)
      .with('freed', (query) =>
        query
          .deleteFrom('bookings')
          .where('order_id', 'in', (eb) =>
            eb
              .selectFrom('changed')
              .innerJoin('orders', 'orders.id', 'changed.id')
              .select('changed.id')
              .where('agreed_at', 'is', null),
          ),
      );
    const recorded = await insertEvents(changed, event, clock).returning('order_id').execute();
    return recorded.map(({ order_id }) => order_id);
  }
  return db.transaction().execute(async (trx) => {
    const ids = await changeOrders(trx, change, event, settings);
    await trx
      .deleteFrom('bookings')
      .where('order_id', 'in', (eb) =>
        eb.selectFrom('orders').select('id').where('id', 'in', ids).where('agreed_at', 'is', null),
      )
      .execute();
    return ids;
  });
}

export function createCapacity(
  db: Kysely<Tables>,
  version: Changes['version'],
  settings: DatabaseSettings,
): Capacity {
  return {
    sizePoints: createVersionedRead(version, () => readSizePoints(db)),

    async loads({ from, to, now }) {
      const loads = new Map<Day, DayLoad>();
      const own = await db
        .selectFrom('days')
        .select(['day', 'capacity'])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .where('capacity', 'is not', null)
        .execute();
      for (const row of own) loads.set(Day.parse(row.day), { points: 0, own: row.capacity });
      const taken = await heldPoints(db, now)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .execute();
      for (const row of taken) {
        const day = Day.parse(row.day);
        loads.set(day, { own: null, ...loads.get(day), points: Number(row.points) });
      }
      return loads;
    },

    async history({ from, to }) {
      const rows = await db
        .selectFrom('order_items')
        .innerJoin('orders', 'orders.id', 'order_items.order_id')
        .leftJoin('sizes', 'sizes.id', 'order_items.size_id')
        .leftJoin('cakes', 'cakes.id', 'order_items.cake_id')
        .select(['day', 'kind', 'order_items.size', ({ fn }) => fn.countAll().as('count')])
        .select(({ fn }) => fn.coalesce('order_items.points', 'sizes.points').as('points'))
        .where(BOOKED)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy(({ fn }) => [
          'day',
          'kind',
          'order_items.size',
          fn.coalesce('order_items.points', 'sizes.points'),
        ])
        .execute();
      const days = pointsByDay(
        rows.map(({ day, kind, size, points, count }) => ({
          day: Day.parse(day),
          points: Number(count) * (points ?? usualPoints(kind ?? 'cake', { size })),
        })),
      );
      return [...days].map(([day, points]) => ({ day, points }));
    },

    async mend(today, now) {
      for (const id of await unbookedOrders(db, today)) {
        await db.transaction().execute(async (trx) => {
          const { locked } = await lockDaysOf(trx, id, now);
          const { state, cancelled_at, agreed_at } = await lockOrder(trx, id)
            .select(['state', 'cancelled_at', 'agreed_at'])
            .executeTakeFirstOrThrow();
          const isOver = state === 'expired' && agreed_at === null;
          if (isOver || cancelled_at !== null) await freeDays(trx, id);
          else {
            await setPoints(trx, id);
            const points = pointsByDay(await readItems(trx, id));
            await secureDays(trx, id, { points, locked }, settings);
          }
        });
      }
    },
  };
}

async function readSizePoints(db: Kysely<Tables>): Promise<SizePoints> {
  const rows = await db
    .selectFrom('sizes')
    .select(['id', 'points'])
    .where('points', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, points }) => [id, points ?? 0]));
}

/** Orders from `today` on that are paid and have no lasting booking, or have one and are expired or cancelled. */
async function unbookedOrders(db: Kysely<Tables>, today: Day): Promise<OrderId[]> {
  const paid = db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .leftJoin('bookings', (on) =>
      on
        .onRef('bookings.order_id', '=', 'order_items.order_id')
        .onRef('bookings.day', '=', 'order_items.day'),
    )
    .select('orders.id')
    .where('order_items.day', '>=', today)
    .where('cancelled_at', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        eb('state', 'in', fundedStates),
        eb('agreed_at', 'is not', null),
        and([eb('state', '=', 'placed'), eb('payment', '=', 'processing')]),
      ]),
    )
    .where(({ eb, or }) =>
      or([eb('order_items.points', 'is', null), eb('order_items.points', '>', 0)]),
    )
    .where(({ eb, or }) =>
      or([eb('bookings.order_id', 'is', null), eb('bookings.until', 'is not', null)]),
    );
  const expired = db
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.id', 'bookings.order_id')
    .select('orders.id')
    .where('bookings.day', '>=', today)
    .where(({ eb, or, and }) =>
      or([
        and([eb('state', '=', 'expired'), eb('agreed_at', 'is', null)]),
        eb('cancelled_at', 'is not', null),
      ]),
    );
  const rows = await paid.union(expired).execute();
  return rows.map(({ id }) => id);
}

/** Of items that were ordered without them. */
async function setPoints(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  const items = await trx
    .selectFrom('order_items')
    .leftJoin('sizes', 'sizes.id', 'order_items.size_id')
    .leftJoin('cakes', 'cakes.id', 'order_items.cake_id')
    .select(['order_items.position', 'kind', 'order_items.size', 'sizes.points'])
    .where('order_id', '=', orderId)
    .where('order_items.points', 'is', null)
    .execute();
  for (const { position, kind, size, points } of items) {
    await trx
      .updateTable('order_items')
      .set({ points: points ?? usualPoints(kind ?? 'cake', { size }) })
      .where('order_id', '=', orderId)
      .where('position', '=', position)
      .execute();
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
