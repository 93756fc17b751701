import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { addDays, WEEKDAYS } from '#domain/calendar/days.ts';
import { timeOf } from '#domain/calendar/times.ts';
import { type DayLoads, MOST_HELD, unitsByDay } from '#domain/capacity/capacity.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { Order } from '#domain/orders/order.ts';
import { seed } from '#server/content/seed.ts';
import { type AddResult, addOrder } from '#server/orders/add.ts';
import { attachCheckout } from '#server/orders/checkout.ts';
import { fundOrder, markProcessing } from '#server/orders/pay.ts';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { openEveryDay } from '#test/open-every-day.ts';
import { NOON, sampleItem, sampleOrder, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { expireStored } from '#test/stored-orders.ts';
import { findBooked, listCollections } from './book.ts';
import type { BookedOrder } from './book-rows.ts';
import { cancelOrder, uncancelOrder } from './cancel.ts';
import { dayLoads } from './days.ts';
import { storedIncidents } from './incidents.ts';
import { moveOrder } from './move.ts';
import { storeReversals } from './reversals.ts';

const CAPACITY = 6;
const TIMES = ['08:00-10:00', '10:00-12:00'] as const;
const MOST_IN_A_TIME = 2;
const PAY_SECONDS = 3_600;
const HOLD_SECONDS = PAY_SECONDS + 300;
const FIRST_DAY = Day.parse('2026-12-01');
const DAYS = [FIRST_DAY, addDays(FIRST_DAY, 1), addDays(FIRST_DAY, 2)] as const;

/** Index of a day of the run. */
const anyDay = fc.nat({ max: 2 });
const anyTime = fc.constantFrom(...TIMES);
const anyOrder = fc.nat({ max: 30 });
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('place' as const),
      items: fc.array(fc.record({ day: anyDay, units: fc.integer({ min: 0, max: 4 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      /** Of all its days. */
      time: anyTime,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'pay' as const,
        'choose a slow payment' as const,
        'expire' as const,
        'cancel' as const,
        'take the cancellation back' as const,
      ),
      order: anyOrder,
    }),
  },
  fc.record({
    what: fc.constant('move' as const),
    order: anyOrder,
    from: anyDay,
    to: anyDay,
    time: anyTime,
    evenIfFull: fc.boolean(),
  }),
  fc.record({
    what: fc.constant('pass' as const),
    seconds: fc.constantFrom(60, HOLD_SECONDS / 2, HOLD_SECONDS + 1),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;
/** The actions of a step run concurrently, on two servers whose clocks differ. */
const steps = fc.array(fc.array(action, { minLength: 1, maxLength: 5 }), { maxLength: 12 });

const units = (capacity: number | null) => Array<number | null>(7).fill(capacity);

async function openLimited(place: TestDatabase) {
  const database = await place.open();
  const times = TIMES.map((time) => ({ time, most: MOST_IN_A_TIME, weekdays: WEEKDAYS }));
  // Each day is open, so that only its room decides.
  const calendar = { leadDays: 0, daysAhead: 365, closedWeekdays: [], closedPeriods: [] };
  await seed(
    database.db,
    sampleSeed({ calendar: { ...calendar, days: {}, capacity: units(CAPACITY), times } }),
  );
  await openEveryDay(database);
  return database;
}

function orderOf(items: { day: Day; units: number; time?: string }[], now: string): Order {
  return sampleOrder({
    placedAt: now,
    payBy: plusSeconds(now, PAY_SECONDS),
    items: items.map((item) => sampleItem(item)),
  });
}

const isAdded = ({ ok }: AddResult) => ok;

class Run {
  #now = NOON;
  #placed: Order[] = [];
  readonly #days: Day[];
  readonly #server: (turn: number) => OpenDatabase;

  constructor(server: (turn: number) => OpenDatabase, number: number) {
    this.#server = server;
    this.#days = DAYS.map((day) => addDays(day, number * DAYS.length));
  }

  #day(index: number): Day {
    return this.#days[index] ?? FIRST_DAY;
  }

  async act(turn: number, action: Action): Promise<void> {
    const database = this.#server(turn);
    const now = turn % 2 === 0 ? this.#now : this.#ahead();
    const shop = shopOn(database, { clock: { now: () => now } });
    if (action.what === 'pass') {
      this.#now = plusSeconds(this.#now, action.seconds);
      return;
    }
    if (action.what === 'place') {
      const { time } = action;
      const items = action.items.map(({ day, units }) => ({ day: this.#day(day), units, time }));
      const order = orderOf(items, now);
      const result = await addOrder(database, order, { hold: { now } });
      if (isAdded(result)) this.#placed.push(order);
      return;
    }
    const order = this.#placed[action.order % Math.max(1, this.#placed.length)];
    if (!order) return;
    const { id } = order;
    switch (action.what) {
      case 'pay':
        await fundOrder(database, id, { now: now });
        return;
      case 'choose a slow payment':
        await attachCheckout(database, id, id);
        await markProcessing(database, { id, checkoutId: id }, now);
        return;
      case 'expire':
        await expireStored(database, id);
        return;
      case 'cancel':
        await cancelOrder(shop, { orderId: id, by: 'anna' });
        return;
      case 'take the cancellation back':
        await uncancelOrder(shop, { orderId: id, by: 'anna' });
        return;
      case 'move': {
        const { time, evenIfFull } = action;
        const [from, to] = [this.#day(action.from), this.#day(action.to)];
        const move = { orderId: id, from, to, time, by: 'anna' };
        await moveOrder(shop, move, evenIfFull);
        return;
      }
    }
  }

  /** Nothing is sold twice: what is above the capacity is in the trail. */
  async checkLoads(): Promise<void> {
    const loads = await this.#readLoads();
    const above = [...loads].filter(([, { units }]) => units > CAPACITY);
    if (above.length === 0) return;
    const recorded = (await this.#read()).flatMap((order) =>
      order.trail.flatMap((event) => (event.kind === 'overbooked' ? event.facts.days : [])),
    );
    for (const [day, { units }] of above) {
      const most = recorded.filter((each) => each.day === day).map((each) => each.units);
      expect(units).toBeLessThanOrEqual(Math.max(CAPACITY, ...most));
    }
  }

  /** The same for collection times, and an order has one a day. */
  async checkTimes(): Promise<void> {
    const orders = await this.#read();
    const recorded = orders.flatMap(({ trail }) =>
      trail.flatMap((event) => (event.kind === 'overbooked' ? (event.facts.times ?? []) : [])),
    );
    for (const [day, { times }] of await this.#readLoads()) {
      for (const [time, count] of times) {
        const isIt = (each: (typeof recorded)[number]) => each.day === day && each.time === time;
        const most = recorded.filter(isIt).map((each) => each.orders);
        expect(count).toBeLessThanOrEqual(Math.max(MOST_IN_A_TIME, ...most));
      }
    }
    for (const { items } of orders.flatMap(({ order }) => order ?? [])) {
      for (const { day, time } of items) expect(time).toBe(timeOf(items, day));
    }
  }

  /** Once the time to pay is over, exactly the paid orders that are not cancelled, and those that a bank pays, take days. */
  async checkTaken(): Promise<void> {
    this.#now = plusSeconds(this.#now, HOLD_SECONDS + 60);
    const items = (await this.#read()).flatMap(({ order, cancelledAt }) => {
      if (!order) throw new Error('An order cannot be read.');
      const { state, payment } = order;
      const isTaking = state === 'funded' || (state === 'placed' && payment === 'processing');
      return isTaking && !cancelledAt ? order.items : [];
    });
    const loads = await this.#readLoads();
    const taken = [...loads].map(([day, { units }]) => [day, units] as const);
    expect(new Map(taken.filter(([, units]) => units > 0))).toEqual(unitsByDay(items));
  }

  /** The other server's clock, by which holds lapse first. */
  #ahead(): Instant {
    return plusSeconds(this.#now, 3);
  }

  #readLoads(): Promise<DayLoads> {
    const shop = shopOn(this.#server(0), { clock: { now: () => this.#ahead() } });
    return dayLoads(shop, this.#day(0), this.#day(2));
  }

  async #read(): Promise<BookedOrder[]> {
    const read = await Promise.all(
      this.#placed.map(({ id }) => findBooked(this.#server(0), { id })),
    );
    return read.flatMap((order) => order ?? []);
  }
}

describe.each(bothDatabases)('the days of a shop with limits on $name', ({ fresh }) => {
  test('are never oversold without a record, for any orders, payments, moves, cancellations and clocks', async () => {
    const place = await fresh();
    await openLimited(place);
    const server = await place.openTwo();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const run = new Run(server, runs++);
        let turn = 0;
        for (const step of sequence) {
          await Promise.all(step.map((each) => run.act(turn++, each)));
          await run.checkLoads();
          await run.checkTimes();
        }
        await run.checkTaken();
      }),
      { numRuns: 15 },
    );
  });

  test('give their last point to one of 40 who order it at the same time at four servers', async () => {
    const place = await fresh();
    const first = await openLimited(place);
    const servers = [first];
    while (servers.length < 4) servers.push(await place.open());
    const pick = (n: number) => servers[n % servers.length] ?? first;
    for (const day of DAYS) {
      const most = orderOf([{ day, units: CAPACITY - 1 }], NOON);
      expect(await addOrder(pick(0), most, { hold: { now: NOON } })).toMatchObject({ ok: true });
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          addOrder(pick(n), orderOf([{ day, units: 1 }], NOON), { hold: { now: NOON } }),
        ),
      );
      expect(results.filter(isAdded)).toHaveLength(1);
      const rejected = results.filter((result) => !isAdded(result));
      expect(new Set(rejected.map((result) => JSON.stringify(result)))).toEqual(
        new Set([
          JSON.stringify({
            ok: false,
            reason: 'full',
            full: { days: [{ day, left: 0 }], times: [] },
          }),
        ]),
      );
    }
  });

  test('are free again when the time to pay is over, also if no job has run', async () => {
    const place = await fresh();
    const database = await openLimited(place);
    const [day] = DAYS;
    const all = [{ day, units: CAPACITY }];
    const first = orderOf(all, NOON);
    const add = (order: Order, now: string): Promise<AddResult> =>
      addOrder(database, order, { hold: { now } });
    expect(await add(first, NOON)).toMatchObject({ ok: true });
    expect(await add(orderOf(all, NOON), NOON)).toEqual({
      ...{ ok: false, reason: 'full', full: { days: [{ day, left: 0 }], times: [] } },
    });
    // A repeated request has its place.
    expect(await add(first, NOON)).toEqual({ ok: false, reason: 'taken' });
    const later = plusSeconds(NOON, HOLD_SECONDS + 1);
    const second = orderOf(all, later);
    expect(await add(second, later)).toMatchObject({ ok: true });
    expect(await fundOrder(database, first.id, { now: later })).toBe(true);
    const booked = await findBooked(await place.open(), { id: first.id });
    expect(booked?.trail.at(-1)).toMatchObject({
      kind: 'overbooked',
      actor: 'shop',
      facts: { days: [{ day, units: 2 * CAPACITY, capacity: CAPACITY }] },
    });
    const { db } = await place.open();
    expect(await storedIncidents(db)).toMatchObject([{ kind: 'overbooked', orderId: first.id }]);
  });

  test('and the lists count a refunded order alike, until it is cancelled', async () => {
    const database = await openLimited(await fresh());
    const shop = shopOn(database, { clock: { now: () => NOON } });
    const [day] = DAYS;
    const order = orderOf([{ day, units: 2 }], NOON);
    await addOrder(database, order, { hold: { now: NOON } });
    await fundOrder(database, order.id, { now: NOON });
    const figures = async () => ({
      units: (await dayLoads(shop, day, day)).get(day)?.units ?? 0,
      listed: (await listCollections(shop, { from: day, to: day })).length,
    });
    const of = { id: 're_1', kind: 'refund', payment: 'cs_1' } as const;
    const refund = { ...of, amount: order.total, at: NOON };
    await storeReversals(database, order.id, [{ ...refund, state: 'succeeded' }]);
    expect(await figures()).toEqual({ units: 2, listed: 1 });
    await cancelOrder(shop, { orderId: order.id, by: 'anna' });
    expect(await figures()).toEqual({ units: 0, listed: 0 });
  });

  test('are held by one caller for few unpaid orders, and not for long', async () => {
    const database = await openLimited(await fresh());
    const [day, other] = DAYS;
    const add = (now: string, caller: string, from: Day = day) =>
      addOrder(database, orderOf([{ day: from, units: 1 }], now), {
        hold: { now, caller: { key: caller, ...MOST_HELD } },
      });
    const results = await Promise.all(
      Array.from({ length: MOST_HELD.orders + 2 }, () => add(NOON, '203.0.113.7')),
    );
    expect(results.filter(isAdded)).toHaveLength(MOST_HELD.orders);
    const until = plusSeconds(NOON, HOLD_SECONDS);
    expect(results).toContainEqual({ ok: false, reason: 'held', until });
    expect(await add(NOON, '203.0.113.8', other)).toMatchObject({ ok: true });
    expect(await add(plusSeconds(NOON, HOLD_SECONDS + 1), '203.0.113.7', other)).toMatchObject({
      ok: true,
    });
  });
});
