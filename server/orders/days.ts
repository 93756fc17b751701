import { type Kysely, sql } from 'kysely';
import type { OverbookedDay, OverbookedTime } from '#domain/book/trail.ts';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay, weekday } from '#domain/calendar/days.ts';
import { type CollectionTime, MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { hasTimeLimits, timeInWords, timesOn } from '#domain/calendar/times.ts';
import {
  capacityOf,
  type DayLoad,
  type DayLoads,
  earliestHeld,
  type FullDay,
  type FullTime,
  type Hold,
  heldUntil,
  ordersIn,
  ordersLeft,
  type Room,
  roomForVisitors,
  type TakenTimes,
  unitsByDay,
} from '#domain/capacity/capacity.ts';
import type { Left } from '#domain/capacity/waiting.ts';
import type { Instant } from '#domain/clock.ts';
import type { OrderId, OrderItem } from '#domain/orders/order.ts';
import { calendarRules, type DayCapacities, readCapacities } from '#server/content/calendar.ts';
import type { Tables } from '#server/db/tables.ts';
import { lockKey } from '#server/db/transactions.ts';
import { deleteUntried } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { storeIncident } from './incidents.ts';
import { BOOKED } from './rows.ts';
import { actorOf, recordEvent } from './trail.ts';

// What orders take of the cafe's days and collection times, added up from their items. An order takes its days while it
// is in the book, while a bank pays it, and until its checkout has ended (`heldUntil`), and a quote that holds its day
// until it ends; freeing them needs nothing but its state. Transactions after which an order takes more lock the days
// first, then rows of orders, and add up in a later statement, which on PostgreSQL sees what was committed while it
// waited.

/** The orders that take their days however late it is. */
const KEEPS_DAYS = sql<boolean>`(${BOOKED}
  or orders.state in ('placed', 'accepting') and orders.payment = 'processing'
  or orders.state in ('quoted', 'accepting') and exists (select 1 from quotes
    where quotes.order_id = orders.id and quotes.holds_day = 1))`;

/** The orders that take their days now. */
function takesDays(now: Instant) {
  return sql<boolean>`(${KEEPS_DAYS}
    or orders.state in ('placed', 'accepting') and orders.pay_by > ${earliestHeld(now)})`;
}

/** The limits of the days, locked until the transaction ends. */
interface LockedDays extends DayCapacities {
  now: Instant;
  /** The entry of the waiting list whose place the order takes: it counts as free. */
  offer?: string | undefined;
  /** What this order takes counts as free. */
  except?: OrderId | undefined;
}

/** Call it before the transaction locks or changes an order. */
export async function lockDays(trx: Kysely<Tables>, now: Instant): Promise<LockedDays> {
  const capacities = await readCapacities(trx);
  if (hasLimits(capacities)) await lockKey(trx, 'days');
  return { ...capacities, now };
}

function hasLimits({ week, times }: Pick<DayCapacities, 'week' | 'times'>): boolean {
  return week !== undefined || hasTimeLimits({ times });
}

type CountedItem = Pick<OrderItem, 'day' | 'units' | 'time'>;

/** What has no room. */
export interface Full {
  days: FullDay[];
  times: FullTime[];
}

export type NoRoom =
  | { ok: false; reason: 'full'; full: Full }
  /** The caller holds too much until the first of its holds lapses, or now if the order alone is too much. */
  | { ok: false; reason: 'held'; until: Instant };

/** Locks the days for an order that is to be added. @returns why it is not. */
export async function lockRoom(
  trx: Kysely<Tables>,
  items: CountedItem[],
  { now, caller, evenIfFull, offer, except }: Hold,
): Promise<{ ok: true; locked: LockedDays } | NoRoom> {
  const locked = { ...(await lockDays(trx, now)), offer, except };
  if (!hasLimits(locked)) return { ok: true, locked };
  const until = caller && (await waitForHolds(trx, caller, items, now));
  if (until) return { ok: false, reason: 'held', until };
  if (evenIfFull) return { ok: true, locked };
  const full = {
    days: await fullDays(trx, locked, unitsByDay(items)),
    times: await fullTimes(trx, locked, items),
  };
  return full.days.length + full.times.length > 0
    ? { ok: false, reason: 'full', full }
    : { ok: true, locked };
}

/** Those of the days that have no room for the units. */
export async function fullDays(
  trx: Kysely<Tables>,
  locked: LockedDays,
  units: Map<Day, number>,
): Promise<FullDay[]> {
  const limited = await limitedDays(trx, locked, units.keys());
  return limited.flatMap(({ day, capacity, units: taken }) =>
    taken + (units.get(day) ?? 0) > capacity ? [{ day, left: capacity - taken }] : [],
  );
}

/** Those of the items' collection times that have no room for another order. @param except it is not counted. */
export async function fullTimes(
  trx: Kysely<Tables>,
  locked: LockedDays,
  items: Pick<OrderItem, 'day' | 'time'>[],
  except = locked.except,
): Promise<FullTime[]> {
  const limited = await limitedTimes(trx, locked, items, except);
  const full: FullTime[] = [];
  for (const each of limited) {
    const isFull =
      each.orders >= each.most || (await ordersLeftOn(trx, locked, each.day, except)) <= 0;
    if (isFull) full.push(each);
  }
  return full;
}

/** What is left of each of the days; Infinity without a limit. */
export async function leftOn(
  db: Kysely<Tables>,
  limits: LockedDays,
  days: Iterable<Day>,
): Promise<Map<Day, Left>> {
  const left = new Map<Day, Left>();
  for (const day of days) {
    const orders = await ordersLeftOn(db, limits, day);
    left.set(day, { units: Number.POSITIVE_INFINITY, orders });
  }
  for (const { day, capacity, units } of await limitedDays(db, limits, left.keys())) {
    left.set(day, { orders: Number.POSITIVE_INFINITY, ...left.get(day), units: capacity - units });
  }
  return left;
}

/**
 * Records which days and collection times of the items have more than they can take, after an order has taken them.
 * @param by the person who has seen that they are full.
 */
export async function recordOverbooked(
  trx: Kysely<Tables>,
  locked: LockedDays,
  orderId: OrderId,
  items: CountedItem[],
  by?: string,
): Promise<{ days: OverbookedDay[]; times: OverbookedTime[] }> {
  const left = await leftOn(trx, locked, unitsByDay(items).keys());
  const crowded = [...left].flatMap(([day, { units, orders }]) =>
    units < 0 || orders < 0 ? [day] : [],
  );
  await takeBackOffers(trx, crowded);
  const limited = await limitedDays(trx, locked, crowded);
  const days = limited.filter(({ capacity, units }) => units > capacity);
  const limitedTime = await limitedTimes(trx, locked, items);
  const times = limitedTime.filter(({ orders, most }) => orders > most);
  if (days.length + times.length === 0) return { days, times };
  const actor = by === undefined ? { actor: 'shop' as const } : actorOf(by);
  const facts = { days, ...(times.length > 0 && { times }) };
  await recordEvent(trx, [orderId], { ...actor, kind: 'overbooked', facts });
  return { days, times };
}

/** Offers whose e-mails were not tried yet give way: what had freed the place was undone. */
async function takeBackOffers(trx: Kysely<Tables>, days: Day[]): Promise<void> {
  for (const day of days) {
    const offered = await trx
      .selectFrom('waiting')
      .select('id')
      .where('day', '=', day)
      .where('state', '=', 'offered')
      .execute();
    for (const { id } of offered) {
      const { numDeletedRows } = await deleteUntried(trx, id)
        .where('kind', '=', 'waiting-offer')
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) continue;
      await trx.updateTable('waiting').set({ state: 'waiting' }).where('id', '=', id).execute();
    }
  }
}

/** Locks the days for a change after which an order keeps its own, whether there is room or not. */
export async function lockDaysOf(trx: Kysely<Tables>, orderId: OrderId, now: Instant) {
  const locked = await lockDays(trx, now);
  const keeping = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    // Not for its time to pay: by another server's clock that may be over, and its days may have gone to others.
    .where(KEEPS_DAYS)
    .executeTakeFirst();
  return { locked, isKept: keeping !== undefined };
}

/**
 * Raises an incident if the days that the order keeps from now on have no room. Call it after `lockDaysOf` and the
 * change of the order.
 */
export async function keepDays(
  trx: Kysely<Tables>,
  orderId: OrderId,
  { locked, isKept }: Awaited<ReturnType<typeof lockDaysOf>>,
): Promise<void> {
  if (isKept) return;
  const items = await trx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['day', 'units', 'time'])
    .where('order_id', '=', orderId)
    .where(takesDays(locked.now))
    .execute();
  const taken = items.map(({ day, units, time }) => ({
    day: Day.parse(day),
    units,
    ...(time !== null && { time }),
  }));
  const { days, times } = await recordOverbooked(trx, locked, orderId, taken);
  if (days.length + times.length === 0) return;
  const facts = Object.fromEntries([
    ...days.map(({ day, units, capacity }) => [day, `${units} of ${capacity} points`]),
    ...times.map(({ day, time, orders, most }) => [
      `${day} ${timeInWords(time)}`,
      `${orders} of ${most} orders`,
    ]),
  ]);
  await storeIncident(trx, { kind: 'overbooked', subject: orderId, orderId, facts });
}

/** Those of the days that have a limit, with what is taken of them. */
async function limitedDays(
  trx: Kysely<Tables>,
  { week, own, now, offer, except }: LockedDays,
  days: Iterable<Day>,
): Promise<OverbookedDay[]> {
  const capacities = new Map<string, number>();
  for (const day of days) {
    const capacity = capacityOf(day, week, own.get(day));
    if (capacity !== undefined) capacities.set(day, capacity);
  }
  // PostgreSQL rejects an empty list.
  if (capacities.size === 0) return [];
  const taken = await takenUnits(trx, now)
    .where('day', 'in', [...capacities.keys()])
    .$if(except !== undefined, (query) => query.where('order_id', '<>', except ?? ''))
    .execute();
  const units = new Map(taken.map((row) => [row.day, Number(row.units)]));
  for (const row of await reservedUnits(trx, now, offer)) {
    units.set(row.day, (units.get(row.day) ?? 0) + row.units);
  }
  return [...capacities].map(([day, capacity]) => ({
    day: Day.parse(day),
    units: units.get(day) ?? 0,
    capacity,
  }));
}

/** Those of the items' collection times that have a limit, with the orders that have them. */
async function limitedTimes(
  trx: Kysely<Tables>,
  locked: LockedDays,
  items: Pick<OrderItem, 'day' | 'time'>[],
  except?: OrderId,
): Promise<OverbookedTime[]> {
  const wanted = new Map<string, Omit<OverbookedTime, 'orders'>>();
  for (const { day, time } of items) {
    const window = timesOn(day, locked).find((each) => each.time === time);
    if (window && window.most !== null)
      wanted.set(`${day} ${time}`, { day, time: window.time, most: window.most });
  }
  // PostgreSQL rejects an empty list.
  if (wanted.size === 0) return [];
  const days = [...new Set([...wanted.values()].map(({ day }) => day))];
  let query = takenTimes(trx, locked.now).where('day', 'in', days);
  if (except !== undefined) query = query.where('order_id', '<>', except);
  const taken = timesByDay(await query.execute());
  return [...wanted.values()].map((each) => ({
    ...each,
    orders: ordersIn(each, taken.get(each.day) ?? new Map()),
  }));
}

/** For how many more orders the collection times of a day have room. @param except it is not counted. */
async function ordersLeftOn(
  db: Kysely<Tables>,
  { offer = '', now, ...limits }: LockedDays,
  day: Day,
  except?: OrderId,
): Promise<number> {
  const windows = timesOn(day, limits);
  if (!windows.some(({ most }) => most !== null)) return Number.POSITIVE_INFINITY;
  let query = takenTimes(db, now).where('day', '=', day);
  if (except !== undefined) query = query.where('order_id', '<>', except);
  const times = timesByDay(await query.execute()).get(day) ?? new Map();
  const offers = await db
    .selectFrom('waiting')
    .select('id')
    .where('day', '=', day)
    .where('state', '=', 'offered')
    .where('id', '!=', offer)
    .execute();
  return ordersLeft(windows, { times, offers: offers.length });
}

/** What orders take of each day. */
function takenUnits(db: Kysely<Tables>, now: Instant) {
  return db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['day', ({ fn }) => fn.sum('units').as('units')])
    .where(takesDays(now))
    .groupBy('day');
}

/** How many orders have each collection time of a day. */
function takenTimes(db: Kysely<Tables>, now: Instant) {
  return db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['day', 'time', ({ fn }) => fn.count('order_id').distinct().as('orders')])
    .where('time', 'is not', null)
    .where(takesDays(now))
    .groupBy(['day', 'time']);
}

function timesByDay(
  rows: { day: string; time: string | null; orders: string | number | bigint }[],
): Map<string, TakenTimes> {
  const days = new Map<string, Map<CollectionTime, number>>();
  for (const { day, time, orders } of rows) {
    if (time === null) continue;
    const times = days.get(day) ?? new Map();
    days.set(day, times.set(time, Number(orders)));
  }
  return days;
}

/**
 * What is taken of days by no order: by offers to the waiting list, and by what customers add to their orders and have not
 * paid yet. A day may be there twice.
 * @param except the entry of the waiting list whose place counts as free.
 */
async function reservedUnits(db: Kysely<Tables>, now: Instant, except = '') {
  const added = db
    .selectFrom('additions')
    .innerJoin('order_items', (on) =>
      on
        .onRef('order_items.order_id', '=', 'additions.order_id')
        .onRef('order_items.position', '=', 'additions.position'),
    )
    .select(['day', ({ fn }) => fn.sum('additions.units').as('units')])
    .select(sql<number>`0`.as('offers'))
    .where(isReserved(now))
    .groupBy('day');
  const rows = await db
    .selectFrom('waiting')
    .select(['day', ({ fn }) => fn.sum('units').as('units')])
    .select(({ fn }) => fn.countAll<number>().as('offers'))
    .where('state', '=', 'offered')
    .where('id', '!=', except)
    .groupBy('day')
    .unionAll(added)
    .execute();
  // PostgreSQL returns sums as text.
  return rows.map(({ day, ...row }) => ({
    day,
    units: Number(row.units),
    offers: Number(row.offers),
  }));
}

/** The additions that take their day now: until their checkout has ended, and while a bank pays them. */
export function isReserved(now: Instant) {
  return sql<boolean>`(is_processing = 1 or additions.pay_by > ${earliestHeld(now)})`;
}

/**
 * Checks that a caller holds no more than it may with these items. The lock of the days makes concurrent orders of one
 * caller wait for one another.
 * @returns when the first of its holds lapses, or now if the order alone is too much; undefined if it may.
 */
async function waitForHolds(
  trx: Kysely<Tables>,
  caller: NonNullable<Hold['caller']>,
  items: CountedItem[],
  now: Instant,
): Promise<Instant | undefined> {
  const held = await trx
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['pay_by', ({ fn }) => fn.sum('units').as('units')])
    .where('caller', '=', caller.key)
    .where('state', '=', 'placed')
    .where('pay_by', '>', earliestHeld(now))
    .groupBy(['orders.id', 'pay_by'])
    .having(({ eb, fn }) => eb(fn.sum('units'), '>', 0))
    .orderBy('pay_by')
    .execute();
  const [first] = held;
  const wanted = [...unitsByDay(items).values()];
  // A first order may take more of one day: a wedding.
  const exempt = first ? 0 : Math.max(0, ...wanted);
  const all = sum([...held.map(({ units }) => Number(units)), ...wanted]) - exempt;
  const isTooMuch = held.length >= caller.orders || all > caller.units;
  return isTooMuch ? (first ? heldUntil(first.pay_by) : now) : undefined;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * The days from the first to the last that have orders, offers or a capacity of their own; none while the shop has no
 * limits.
 * @param offer the entry of the waiting list whose place counts as free.
 */
export async function dayLoads(
  { db, content, clock }: Shop,
  from: Day,
  to: Day,
  offer?: string,
): Promise<DayLoads> {
  const { general, capacities } = (await content()).calendar;
  if (!hasLimits({ week: general.capacity, times: general.times })) return new Map();
  const none: DayLoad = { units: 0, times: new Map(), offers: 0, own: null };
  const loads = new Map<Day, DayLoad>();
  for (const [day, own] of capacities) {
    if (day >= from && day <= to) loads.set(day, { ...none, own });
  }
  const now = clock.now();
  const taken = await takenUnits(db, now).where('day', '>=', from).where('day', '<=', to).execute();
  for (const row of taken) {
    const day = Day.parse(row.day);
    loads.set(day, { ...none, ...loads.get(day), units: Number(row.units) });
  }
  for (const row of await reservedUnits(db, now, offer)) {
    const day = Day.parse(row.day);
    const load = loads.get(day) ?? none;
    if (day >= from && day <= to) {
      const offers = load.offers + row.offers;
      loads.set(day, { ...load, units: load.units + row.units, offers });
    }
  }
  if (!hasTimeLimits(general)) return loads;
  const times = await takenTimes(db, now).where('day', '>=', from).where('day', '<=', to).execute();
  for (const [text, ofDay] of timesByDay(times)) {
    const day = Day.parse(text);
    loads.set(day, { ...none, ...loads.get(day), times: ofDay });
  }
  return loads;
}

/** The room that visitors see; undefined while the shop has no limits. */
export async function visibleRoom(shop: Shop): Promise<Room | undefined> {
  const rules = await calendarRules(shop);
  if (!hasLimits({ week: rules.capacity, times: rules.times })) return undefined;
  const today = londonDay(shop.clock.now());
  // A cake may have a shorter notice than the shop.
  const days = nextOpenDays(rules.daysAhead + 1, today, { ...rules, leadDays: 0 });
  const loads = await dayLoads(shop, today, addDays(today, rules.daysAhead));
  const { units, entries } = (await shop.content()).catalogue;
  return roomForVisitors(
    days,
    rules,
    loads,
    units,
    entries.map(({ cake }) => cake),
  );
}

/** Of each weekday (Sunday is 7) the day of which orders in the book take most, from a day on. */
export async function busiestDays(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  from: Day,
): Promise<Map<number, { day: Day; units: number }>> {
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['day', ({ fn }) => fn.sum('units').as('units')])
    .where(BOOKED)
    .where('day', '>=', from)
    .where('day', '<=', addDays(londonDay(clock.now()), MAX_DAYS_AHEAD))
    .groupBy('day')
    .execute();
  const busiest = new Map<number, { day: Day; units: number }>();
  for (const row of rows) {
    const each = { day: Day.parse(row.day), units: Number(row.units) };
    const most = busiest.get(weekday(each.day));
    if (each.units > (most?.units ?? 0)) busiest.set(weekday(each.day), each);
  }
  return busiest;
}
