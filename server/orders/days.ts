import { type Kysely, sql } from 'kysely';
import type { OverbookedDay, OverbookedTime } from '#domain/book/trail.ts';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay, weekday } from '#domain/calendar/days.ts';
import { type CollectionTime, MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { type TimeRules, timeInWords, timesOn } from '#domain/calendar/times.ts';
import {
  type CapacityRules,
  capacityOf,
  type DayLoad,
  type DayLoads,
  earliestHeld,
  type FullDay,
  type FullTime,
  type Hold,
  hasLimits,
  heldUntil,
  type Left,
  leftOf,
  openTimes,
  ordersIn,
  type Room,
  roomForVisitors,
  roomOn,
  unitsByDay,
} from '#domain/capacity/capacity.ts';
import type { Instant } from '#domain/clock.ts';
import type { OrderId, OrderItem } from '#domain/orders/order.ts';
import { calendarRules, readLimits } from '#server/content/calendar.ts';
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

/** The limits of the days, and whose part of them counts as free. */
export interface Limits extends CapacityRules, TimeRules {
  now: Instant;
  /** The entry of the waiting list whose place the order takes. */
  offer?: string | undefined;
  /** An order. */
  except?: OrderId | undefined;
}

/** Locks the days until the transaction ends. Call it before that locks or changes an order. */
export async function lockDays(trx: Kysely<Tables>, now: Instant): Promise<Limits> {
  const rules = await readLimits(trx);
  if (hasLimits(rules)) await lockKey(trx, 'days');
  return { ...rules, now };
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
): Promise<{ ok: true; locked: Limits } | NoRoom> {
  const locked = { ...(await lockDays(trx, now)), offer, except };
  if (!hasLimits(locked)) return { ok: true, locked };
  const until = caller && (await waitForHolds(trx, caller, items, now));
  if (until) return { ok: false, reason: 'held', until };
  const full = evenIfFull ? undefined : await findFull(trx, locked, unitsByDay(items), items);
  return full ? { ok: false, reason: 'full', full } : { ok: true, locked };
}

/** Which of the days have no room for the units, and which of the items' collection times none for another order. */
export async function findFull(
  trx: Kysely<Tables>,
  locked: Limits,
  units: Map<Day, number>,
  items: Pick<OrderItem, 'day' | 'time'>[] = [],
): Promise<Full | undefined> {
  const times = [...timeOfDays(items)];
  const loads = await readLoads(trx, locked, [...units.keys(), ...times.map(([day]) => day)]);
  const full = {
    days: [...units].flatMap(([day, wanted]) => {
      const left = roomOn(day, locked, loads);
      return wanted > left ? [{ day, left }] : [];
    }),
    times: times.flatMap(([day, time]) => {
      const isOffered = timesOn(day, locked).some((window) => window.time === time);
      return isOffered && !openTimes(day, locked, loads).includes(time) ? [{ day, time }] : [];
    }),
  };
  return full.days.length + full.times.length > 0 ? full : undefined;
}

/** An order has one time for each of its days. */
function timeOfDays(items: Pick<OrderItem, 'day' | 'time'>[]): Map<Day, CollectionTime> {
  return new Map(items.flatMap(({ day, time }) => (time ? [[day, time] as const] : [])));
}

/** What is left of each of the days; Infinity without a limit. */
export async function leftOn(
  db: Kysely<Tables>,
  limits: Limits,
  days: Day[],
): Promise<Map<Day, Left>> {
  const loads = await readLoads(db, limits, days);
  return new Map(days.map((day) => [day, leftOf(day, limits, loads)]));
}

/**
 * Records which days and collection times of the items have more than they can take, after an order has taken them.
 * @param by the person who has seen that they are full.
 */
export async function recordOverbooked(
  trx: Kysely<Tables>,
  locked: Limits,
  orderId: OrderId,
  items: CountedItem[],
  by?: string,
): Promise<{ days: OverbookedDay[]; times: OverbookedTime[] }> {
  const wanted = [...unitsByDay(items).keys()];
  const limits = { ...locked, except: undefined };
  const chosen = [...timeOfDays(items)];
  const read = () => readLoads(trx, limits, [...wanted, ...chosen.map(([day]) => day)]);
  let loads = await read();
  const crowded = wanted.filter((day) => {
    const { units, orders } = leftOf(day, limits, loads);
    return units < 0 || orders < 0;
  });
  for (const day of crowded) await takeBackOffers(trx, day);
  if (crowded.length > 0) loads = await read();
  const days = wanted.flatMap((day) => {
    const capacity = capacityOf(day, limits);
    const units = loads.get(day)?.units ?? 0;
    return capacity !== undefined && units > capacity ? [{ day, units, capacity }] : [];
  });
  const times = chosen.flatMap(([day, time]) => {
    const most = timesOn(day, limits).find((window) => window.time === time)?.most ?? null;
    const orders = ordersIn({ time }, loads.get(day)?.times ?? new Map());
    return most !== null && orders > most ? [{ day, time, orders, most }] : [];
  });
  if (days.length + times.length === 0) return { days, times };
  const actor = by === undefined ? { actor: 'shop' as const } : actorOf(by);
  const facts = { days, ...(times.length > 0 && { times }) };
  await recordEvent(trx, [orderId], { ...actor, kind: 'overbooked', facts });
  return { days, times };
}

/** Offers whose e-mails were not tried yet give way: what had freed the place was undone. */
async function takeBackOffers(trx: Kysely<Tables>, day: Day): Promise<void> {
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

/** Locks the days for a change after which an order keeps its own, whether there is room or not. */
export async function lockDaysOf(trx: Kysely<Tables>, orderId: OrderId, now: Instant) {
  const locked = await lockDays(trx, now);
  // Nothing can be full.
  if (!hasLimits(locked)) return { locked, isKept: true };
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

/**
 * What is taken of the days from the first of these to the last: by orders, by offers to the waiting list, and by what
 * customers add to their orders and have not paid yet. Nothing while the shop has no limits.
 */
async function readLoads(
  db: Kysely<Tables>,
  { now, offer = '', except = '', ...limits }: Limits,
  days: Day[],
): Promise<DayLoads> {
  const loads = new Map<Day, DayLoad>();
  const sorted = days.toSorted();
  const [from, to] = [sorted[0], sorted.at(-1)];
  if (from === undefined || to === undefined || !hasLimits(limits)) return loads;
  const add = (day: Day, change: (load: DayLoad) => Partial<DayLoad>) => {
    const load = loads.get(day) ?? { units: 0, times: new Map(), offers: 0 };
    loads.set(day, { ...load, ...change(load) });
  };
  const taken = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['day', 'time', ({ fn }) => fn.sum('units').as('units')])
    .select(({ fn }) => fn.count('order_id').distinct().as('orders'))
    .where(takesDays(now))
    .where('order_id', '<>', except)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['day', 'time'])
    .execute();
  // PostgreSQL returns sums as text.
  for (const { day, time, units, orders } of taken) {
    add(Day.parse(day), (load) => ({
      units: load.units + Number(units),
      ...(time !== null && { times: new Map([...load.times, [time, Number(orders)]]) }),
    }));
  }
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
  const reserved = await db
    .selectFrom('waiting')
    .select(['day', ({ fn }) => fn.sum('units').as('units')])
    .select(({ fn }) => fn.countAll<number>().as('offers'))
    .where('state', '=', 'offered')
    .where('id', '!=', offer)
    .groupBy('day')
    .unionAll(added)
    .execute();
  for (const { day, units, offers } of reserved) {
    if (day < from || day > to) continue;
    add(Day.parse(day), (load) => ({
      units: load.units + Number(units),
      offers: load.offers + Number(offers),
    }));
  }
  return loads;
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
 * The days from the first to the last that have orders or offers; none while the shop has no limits.
 * @param offer the entry of the waiting list whose place counts as free.
 */
export async function dayLoads(
  { db, content, clock }: Shop,
  from: Day,
  to: Day,
  offer?: string,
): Promise<DayLoads> {
  const rules = await calendarRules({ content });
  return readLoads(db, { ...rules, now: clock.now(), offer }, [from, to]);
}

/** The room that visitors see; undefined while the shop has no limits. */
export async function visibleRoom(shop: Shop): Promise<Room | undefined> {
  const rules = await calendarRules(shop);
  if (!hasLimits(rules)) return undefined;
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
