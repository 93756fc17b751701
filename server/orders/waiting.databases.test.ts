import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextOpenDays, rulesAt, whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay, WEEKDAYS, weekday } from '#domain/calendar/days.ts';
import type { StoredCalendar } from '#domain/calendar/rules.ts';
import { withCapacity, withDays } from '#domain/calendar/stored-calendar.ts';
import { plusSeconds } from '#domain/clock.ts';
import type { Order } from '#domain/orders/order.ts';
import type { WaitingRequest } from '#domain/orders/waiting-request.ts';
import {
  calendarRules,
  changeCalendar,
  changeDays,
  setDayHours,
  setWeekCapacity,
  undoCalendarChange,
} from '#server/content/calendar.ts';
import { addTime } from '#server/content/collection-times.ts';
import { editWords } from '#server/content/texts.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import type { Email, Mailer } from '#server/emails/mailer.ts';
import type { Shop } from '#server/shop.ts';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import { editCake } from '#test/edit-cake.ts';
import { sampleItem, sampleOrder } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { expireStored } from '#test/stored-orders.ts';
import { addOrder } from './add.ts';
import { cancelOrder, uncancelOrder } from './cancel.ts';
import { dayLoads } from './days.ts';
import { fundOrder } from './pay.ts';
import { joinWaitingList, leaveWaitingList, openEntry, tendWaitingList } from './waiting.ts';
import {
  deletePastEntries,
  entriesOf,
  forgetEntries,
  waitingByDay,
  waitingFor,
} from './waiting-rows.ts';

const CAPACITY = 4;
const TWO_HOURS = 2 * 60 * 60;
const PAY_SECONDS = 3_600;
const ANNA = { id: 'anna', name: 'Anna', email: 'anna@example.test', role: 'owner' } as const;

/** A shop with limits, a clock that a test turns and a mailbox. */
async function openLimited(place: TestDatabase) {
  const database = await place.open();
  let now = new Date().toISOString();
  const sent: Email[] = [];
  const mailer: Mailer = {
    send: async (email) => {
      if (typeof email.to === 'object') sent.push(email);
      return { ok: true };
    },
  };
  const clock = { now: () => now };
  const shop = shopOn(database, { clock, mailer });
  const capacity = Array<string>(7).fill(String(CAPACITY));
  await setWeekCapacity(shop, capacity, { by: 'anna', version: undefined });
  const rules = await calendarRules(shop);
  const from = addDays(londonDay(now), 30);
  const days = nextOpenDays(60, londonDay(now), rules, from);
  const { catalogue } = await shop.content();
  const small = catalogue.cakes.flatMap((cake) =>
    cake.sizes.flatMap((size) => (size.size === '6' ? [{ cakeId: cake.id, sizeId: size.id }] : [])),
  )[0];
  if (!small || !days[0]) throw new Error('The catalogue has no small cake.');
  let made = 0;
  return {
    shop,
    sent,
    small,
    days,
    day: days[0],
    open: async () => shopOn(await place.open(), { clock, mailer }),
    pass: (seconds: number) => {
      now = plusSeconds(now, seconds);
    },
    at: (instant: string) => {
      now = instant;
    },
    order: (day: Day, units: number): Order =>
      sampleOrder({
        placedAt: now,
        payBy: plusSeconds(now, PAY_SECONDS),
        items: [sampleItem({ day, units })],
      }),
    async book(day: Day, units: number, offer?: string) {
      const order = this.order(day, units);
      const result = await addOrder(database, order, { hold: { now, offer } });
      if (result.ok) await fundOrder(database, order.id, { now });
      return { ...result, id: order.id };
    },
    /** @returns the id of the wish for so many small cakes. */
    async join(day: Day, count: number, email = `ada${made}@example.org`) {
      made += 1;
      // Nobody joins at the same moment as another.
      now = plusSeconds(now, 1);
      const id = crypto.randomUUID();
      const items = Array.from({ length: count }, () => small);
      const result = await joinWaitingList(shop, id, { day, items, email });
      return { id, result };
    },
    /** Ends the time in which what freed a place can be undone, and sends what is due. */
    async mail() {
      await place.run("update emails set not_before = '' where kind like 'waiting-%'");
      await deliverEmails(shop);
    },
    /** The token in the last e-mail to the address. */
    tokenTo: (email: string) => {
      const last = sent.findLast(({ to }) => to !== 'cafe' && to.address === email);
      return /\/my-order\/waiting\/(\w+)/.exec(last?.text ?? '')?.[1] ?? '';
    },
    stateOf: async (id: string) =>
      (await shop.db.selectFrom('waiting').select('state').where('id', '=', id).executeTakeFirst())
        ?.state,
  };
}

const loadOf = async (shop: Shop, day: Day) =>
  (await dayLoads(shop, day, day)).get(day)?.units ?? 0;

describe.each(bothDatabases)('the waiting list of a full day on $name', ({ stocked }) => {
  test('counts the points of the options that are waited for', async () => {
    const { shop, day, small, ...run } = await openLimited(await stocked());
    await run.book(day, CAPACITY);
    const topper = { id: 'topper', name: 'Topper', price: 0, vegan: false, units: 2 };
    const group = { id: 'top', name: 'Top', kind: 'several' as const, most: 1, choices: [topper] };
    await editCake(shop, small.cakeId, (content) => ({ ...content, options: [group] }));
    const options = [{ groupId: 'top', choiceId: 'topper' }];
    const email = 'ada@example.org';
    const join = (items: WaitingRequest['items']) =>
      joinWaitingList(shop, crypto.randomUUID(), { day, items, email });
    expect(await join([small])).toEqual({ ok: true, created: true });
    expect(await join([{ ...small, options }])).toEqual({ ok: true, created: true });
    expect(await join([{ ...small, options }])).toEqual({ ok: true, created: false });
    const entries = await shop.db.selectFrom('waiting').select('units').orderBy('units').execute();
    const [without, withTopper] = entries.map(({ units }) => units);
    expect(withTopper).toBe((without ?? 0) + 2);
  });

  test('offers a cancelled place for two hours to the first whose cakes fit, then to the next', async () => {
    const { shop, day, sent, ...run } = await openLimited(await stocked());
    expect(await run.join(day, 1)).toMatchObject({ result: { ok: false, reason: 'room' } });
    const big = await run.book(day, 2);
    await run.book(day, 2);
    const large = await run.join(day, 3, 'large@example.org');
    const first = await run.join(day, 2, 'first@example.org');
    const next = await run.join(day, 2, 'next@example.org');
    expect(first.result).toEqual({ ok: true, created: true });
    expect(await run.join(day, 2, 'First@example.org')).toMatchObject({
      result: { ok: true, created: false },
    });
    expect(await waitingByDay(shop, day, day)).toEqual(new Map([[day, 3]]));
    // Staff see what for, in turn, and not for whom.
    const wanted = await waitingFor(shop, day);
    expect(wanted.map(({ id, items }) => [id, items.length])).toEqual([
      [large.id, 3],
      [first.id, 2],
      [next.id, 2],
    ]);
    expect(JSON.stringify(wanted)).not.toContain('example.org');
    expect(await waitingFor(shop, addDays(day, 1))).toEqual([]);
    await run.mail();
    expect(sent.map(({ subject }) => subject)).toEqual(
      Array(3).fill(expect.stringMatching(/^You are on the list for/)),
    );

    await cancelOrder(shop, { orderId: big.id, by: 'anna' });
    await tendWaitingList(shop);
    await tendWaitingList(shop);
    // Nobody is told of it while the cancellation can be undone, but the place is taken.
    expect(await loadOf(shop, day)).toBe(CAPACITY);
    expect(await run.book(day, 1)).toMatchObject({ ok: false, reason: 'full' });
    await run.mail();
    expect(sent.at(-1)).toMatchObject({
      to: { address: 'first@example.org' },
      subject: expect.stringMatching(/^A place is free on .*: yours until/),
      text: expect.stringMatching(/2 × /),
    });
    run.pass(TWO_HOURS - 1);
    await tendWaitingList(shop);
    expect(await run.stateOf(first.id)).toBe('offered');
    run.pass(2);
    await tendWaitingList(shop);
    expect(await run.stateOf(first.id)).toBe('lapsed');
    expect(await run.stateOf(next.id)).toBe('offered');
    await run.mail();

    // More than what is held does not fit, and takes nothing; with it, the place is theirs.
    expect(await run.book(day, 3, next.id)).toMatchObject({ ok: false, reason: 'full' });
    expect(await run.stateOf(next.id)).toBe('offered');
    expect(await run.book(day, 2, next.id)).toMatchObject({ ok: true });
    expect(await run.stateOf(next.id)).toBe('ordered');
    expect(await run.book(day, 1, next.id)).toMatchObject({ ok: false });
    expect(await run.stateOf(large.id)).toBe('waiting');
    expect(await loadOf(shop, day)).toBe(CAPACITY);
  });

  test('takes an offer back that nobody has heard of when the cancellation is undone', async () => {
    const { shop, day, ...run } = await openLimited(await stocked());
    const { id: orderId } = await run.book(day, CAPACITY);
    const { id } = await run.join(day, 1);
    await cancelOrder(shop, { orderId, by: 'anna' });
    await tendWaitingList(shop);
    expect(await run.stateOf(id)).toBe('offered');
    expect(await uncancelOrder(shop, { orderId, by: 'anna' })).toBe('uncancelled');
    expect(await run.stateOf(id)).toBe('waiting');
    expect(await loadOf(shop, day)).toBe(CAPACITY);
    expect(await shop.db.selectFrom('incidents').select('key').execute()).toEqual([]);
  });

  test('takes back an offer of the last collection time when the cancellation is undone', async () => {
    const { shop, day, ...run } = await openLimited(await stocked());
    const weekdays = [`${weekday(day)}`];
    await addTime(shop, { from: '10:00', to: '12:00', most: '1', weekdays }, 'anna');
    const order = run.order(day, 1);
    const items = order.items.map((item) => ({ ...item, time: '10:00-12:00' }));
    const now = shop.clock.now();
    await addOrder(shop, { ...order, items }, { hold: { now } });
    await fundOrder(shop, order.id, { now });
    const { id } = await run.join(day, 1);
    await cancelOrder(shop, { orderId: order.id, by: 'anna' });
    await tendWaitingList(shop);
    expect(await run.stateOf(id)).toBe('offered');
    await uncancelOrder(shop, { orderId: order.id, by: 'anna' });
    expect(await run.stateOf(id)).toBe('waiting');
  });

  test('is left by a tap, and ends with the notice of the cake, without an address', async () => {
    const { shop, day, sent, ...run } = await openLimited(await stocked());
    await run.book(day, CAPACITY);
    const ada = await run.join(day, 1, 'ada@example.org');
    const bob = await run.join(day, 1, 'bob@example.org');
    const eve = await run.join(day, 1, 'eve@example.org');
    await run.mail();
    const token = run.tokenTo('ada@example.org');
    expect(await openEntry(shop, token)).toMatchObject({ id: ada.id, state: 'waiting' });
    const other = token.replace(/.$/, (last) => (last === 'z' ? 'y' : 'z'));
    expect(await openEntry(shop, other)).toBeUndefined();
    expect(await leaveWaitingList(shop, token)).toBe(true);
    expect(await leaveWaitingList(shop, token)).toBe(true);
    expect(await openEntry(shop, token)).toMatchObject({ state: 'left', email: '' });

    expect(await entriesOf(shop, ['BOB@example.org'])).toMatchObject([{ id: bob.id, day }]);
    await forgetEntries(shop, ['Bob@example.org']);
    expect(await run.stateOf(bob.id)).toBe('left');

    await changeDays(shop, { first: day, last: day }, 'close', 'anna');
    await tendWaitingList(shop);
    expect(await run.stateOf(eve.id)).toBe('waiting');
    await changeDays(shop, { first: day, last: day }, 'reopen', 'anna');
    // An offer could be used until the last orders of the day, and not until its end.
    const { leadDays } = await calendarRules(shop);
    run.at(`${addDays(day, -leadDays)}T16:30:00.000Z`);
    await setWeekCapacity(shop, Array(7).fill('9'), { by: 'anna', version: undefined });
    await tendWaitingList(shop);
    expect(await run.stateOf(eve.id)).toBe('waiting');
    run.at(`${addDays(day, -leadDays)}T18:30:00.000Z`);
    await tendWaitingList(shop);
    expect(await run.stateOf(eve.id)).toBe('over');
    const count = sent.length;
    await run.mail();
    expect(sent).toHaveLength(count);
    run.at(`${addDays(day, 1)}T12:00:00.000Z`);
    await deletePastEntries(shop);
    const rows = await shop.db.selectFrom('waiting').select('id').execute();
    expect(rows).toEqual([]);
  });

  test('does not offer for two hours what the last orders of the day end before', async () => {
    const { shop, day, sent, ...run } = await openLimited(await stocked());
    const { id: orderId } = await run.book(day, CAPACITY);
    const eve = await run.join(day, 1, 'eve@example.org');
    await run.mail();
    const count = sent.length;
    const { leadDays } = await calendarRules(shop);
    run.at(`${addDays(day, -leadDays)}T14:00:00.000Z`);
    await cancelOrder(shop, { orderId, by: 'anna' });
    await tendWaitingList(shop);
    expect(await run.stateOf(eve.id)).toBe('offered');
    // The mail service was unreachable until then.
    run.at(`${addDays(day, -leadDays)}T16:30:00.000Z`);
    await run.mail();
    expect(sent).toHaveLength(count);
    expect(await run.stateOf(eve.id)).toBe('over');
    expect(await loadOf(shop, day)).toBe(0);
  });

  test('counts no collection time outside the hours, of which nobody can be offered a place', async () => {
    const { shop, day, ...run } = await openLimited(await stocked());
    const weekdays = [`${weekday(day)}`];
    await addTime(shop, { from: '10:00', to: '12:00', most: '1', weekdays }, 'anna');
    await addTime(shop, { from: '14:00', to: '16:00', most: '1', weekdays }, 'anna');
    const order = run.order(day, 1);
    const items = order.items.map((item) => ({ ...item, time: '10:00-12:00' }));
    const hold = { now: shop.clock.now() };
    expect(await addOrder(shop, { ...order, items }, { hold })).toMatchObject({ ok: true });
    expect(await run.join(day, 1)).toMatchObject({ result: { reason: 'room' } });
    const hours = { day, opens: '08:00', closes: '13:00', collections: true };
    const given = await setDayHours(shop, hours, undefined, { by: 'anna', version: undefined });
    expect(await run.join(day, 1)).toMatchObject({ result: { ok: true } });
    if (given.ok && given.change) await undoCalendarChange(shop, given.change.version, 'anna');
    expect(await run.join(day, 1)).toMatchObject({ result: { reason: 'room' } });
    const rows = WEEKDAYS.map(() => ({ opens: '08:00', closes: '13:00' }));
    const words = { key: 'hours', typed: { fields: {}, rows }, version: 0 } as const;
    await editWords(shop, words, ANNA);
    expect(await run.join(day, 2)).toMatchObject({ result: { ok: true } });
  });

  test('offers places when the cafe makes more, to everybody without limits, and to few of one address', async () => {
    const { shop, day, ...run } = await openLimited(await stocked());
    await run.book(day, CAPACITY);
    const wishes = [1, 2, 3].map((count) => run.join(day, count, 'ada@example.org'));
    const joined = await Promise.all(wishes);
    expect(joined.map(({ result }) => result.ok)).toEqual([true, true, true]);
    expect(await run.join(day, 4, 'ada@example.org')).toMatchObject({
      result: { ok: false, reason: 'too-many' },
    });
    await setWeekCapacity(shop, Array(7).fill(''), { by: 'anna', version: undefined });
    await Promise.all([tendWaitingList(shop), tendWaitingList(await run.open())]);
    const states = await Promise.all(joined.map(({ id }) => run.stateOf(id)));
    expect(states).toEqual(['offered', 'offered', 'offered']);
  });

  test('offers what can be ordered until its end alone, over clock changes, midnight, leap days and closed days', async () => {
    const run = await openLimited(await stocked());
    const { shop } = run;
    await fc.assert(
      fc.asyncProperty(offering, async ({ day, rules, closed, ahead, minute }) => {
        run.at(`${addDays(day, -30)}T12:00:00.000Z`);
        const { id: orderId } = await run.book(day, CAPACITY);
        const { id, result } = await run.join(day, 1, 'ada@example.org');
        expect(result).toEqual({ ok: true, created: true });
        await run.mail();
        let before: StoredCalendar | undefined;
        await changeCalendar(shop, 'anna', (now) => {
          before = now;
          const days = closed.map((daysBefore) => addDays(day, -daysBefore));
          const changed = { ...now, ...rules };
          return withCapacity(withDays(changed, days, 'close'), day, CAPACITY + 1);
        });

        // Any minute around the end of the notice.
        const now = new Date(Date.parse(addDays(day, -ahead)) + minute * 60_000).toISOString();
        run.at(now);
        const calendar = await calendarRules(shop);
        const why = (at: string) => whyClosed(day, londonDay(at), rulesAt(at, calendar));
        const [whyNow, whyThen] = [why(now), why(plusSeconds(now, TWO_HOURS))];
        const isOpen = whyNow === undefined && whyThen === undefined;
        await tendWaitingList(shop);
        expect(await run.stateOf(id)).toBe(
          whyNow === 'too-soon' ? 'over' : isOpen ? 'offered' : 'waiting',
        );
        expect(await loadOf(shop, day)).toBe(isOpen ? CAPACITY + 1 : CAPACITY);
        await run.mail();
        run.pass(TWO_HOURS);
        await tendWaitingList(shop);
        if (isOpen) expect(await run.stateOf(id)).toBe('offered');
        run.pass(1);
        await tendWaitingList(shop);
        expect(await run.stateOf(id)).not.toBe('offered');
        expect(await loadOf(shop, day)).toBe(CAPACITY);

        await forgetEntries(shop, ['ada@example.org']);
        await cancelOrder(shop, { orderId, by: 'anna' });
        await changeCalendar(shop, 'anna', (after) => before ?? after);
      }),
      { numRuns: 10 },
    );
  });

  test('never sells or offers a place twice, for any joins, orders, cancellations, offers and lapses', async () => {
    const place = await stocked();
    const run = await openLimited(place);
    const shops = [run.shop, await run.open()];
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const day = run.days[runs++ % run.days.length] ?? run.day;
        const orders: string[] = [];
        const entries: { id: string; email: string }[] = [];
        const act = async ({ what, units, of }: Action, turn: number): Promise<unknown> => {
          const shop = shops[turn % 2] ?? run.shop;
          const entry = entries[of % Math.max(1, entries.length)];
          const order = orders[of % Math.max(1, orders.length)];
          switch (what) {
            case 'order': {
              const { ok, id } = await run.book(day, units);
              return ok && orders.push(id);
            }
            case 'order with an offer': {
              const { ok, id } = await run.book(day, units, entry?.id);
              return ok && orders.push(id);
            }
            case 'join': {
              const email = `${crypto.randomUUID()}@example.org`;
              const { result, id } = await run.join(day, units, email);
              return result.ok && entries.push({ id, email });
            }
            case 'leave':
              return entry && leaveWaitingList(shop, run.tokenTo(entry.email));
            case 'cancel':
              return order && cancelOrder(shop, { orderId: order, by: 'anna' });
            case 'expire':
              return order && expireStored(shop, order);
            case 'tend':
              return tendWaitingList(shop);
            case 'mail':
              return run.mail();
            case 'pass':
              return run.pass(TWO_HOURS / 2 + 1);
          }
        };
        // Nobody can wait for a day that has room.
        for (const units of [2, 1, 1]) orders.push((await run.book(day, units)).id);
        let turn = 0;
        for (const step of sequence) {
          await Promise.all(step.map((each) => act(each, turn++)));
          expect(await loadOf(run.shop, day)).toBeLessThanOrEqual(CAPACITY);
        }
        await tendWaitingList(run.shop);
        const left = CAPACITY - (await loadOf(run.shop, day));
        const waiting = await run.shop.db
          .selectFrom('waiting')
          .select('units')
          .where('day', '=', day)
          .where('state', '=', 'waiting')
          .execute();
        for (const { units } of waiting) expect(units).toBeGreaterThan(left);
      }),
      { numRuns: 10 },
    );
  });
});

/** A full day, the rules under which a place comes free on it, and when: how many days before and at which minute. */
const offering = fc.record({
  // Around them the clocks change, or the year has a leap day or ends.
  day: fc
    .constantFrom('2027-03-30', '2027-11-03', '2028-02-29', '2028-03-01', '2028-01-03')
    .map((text) => Day.parse(text)),
  rules: fc.record({
    leadDays: fc.integer({ min: 0, max: 4 }),
    cutOff: fc.constantFrom(undefined, '03:00', '18:00', '23:30'),
    noticeInBakingDays: fc.constantFrom(undefined, true as const),
  }),
  /** Days before; 0 is the day itself. */
  closed: fc.uniqueArray(fc.nat(7), { maxLength: 3 }),
  ahead: fc.nat(9),
  minute: fc.nat(24 * 60 - 1),
});

const action = fc.record({
  what: fc.constantFrom(
    ...([
      'order',
      'order with an offer',
      'join',
      'join',
      'leave',
      'cancel',
      'cancel',
      'expire',
    ] as const),
    ...(['tend', 'tend', 'mail', 'pass'] as const),
  ),
  units: fc.integer({ min: 1, max: 3 }),
  of: fc.nat({ max: 20 }),
});
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;
/** The actions of a step run concurrently, on two servers. */
const steps = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 12 });
