import { expect, test } from 'vitest';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { WEEKDAYS, weekday } from '#domain/calendar/days.ts';
import { timesOn } from '#domain/calendar/times.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { cancelOrder } from '#server/orders/cancel.ts';
import { askToMove, moveByCustomer } from '#server/orders/customer-changes.ts';
import { customerOrder } from '#server/orders/customer-order.ts';
import { visibleRoom } from '#server/orders/days.ts';
import { moveOrder } from '#server/orders/move.ts';
import { takePhoneOrder } from '#server/orders/phone.ts';
import { undoEvent } from '#server/orders/undo.ts';
import { joinWaitingList, tendWaitingList } from '#server/orders/waiting.ts';
import { todayAt } from '#server/shop.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { customerToken } from '#test/shop-on.ts';
import { openTestShop } from '#test/test-shop.ts';
import { calendarRules, setDayHours, undoCalendarChange } from './calendar.ts';
import { addTime, removeTime, turnTimesOff } from './collection-times.ts';
import { shownRules } from './shown-rules.ts';

const CAKE = 'berry-drip-cake';
const ANNA = { id: 'anna', name: 'Anna', email: 'anna@example.test', role: 'owner' } as const;
const OPEN = WEEKDAYS.filter((day) => day !== 7).map(String);

describeDailyOnSqlite('collection times', ({ stocked }) => {
  async function open() {
    const { where } = await stocked();
    const testShop = await openTestShop({ where, jobs: false, servers: 2 });
    const { shop } = testShop;
    const ada = customer(testShop);
    const add = (from: string, to: string, most = '', weekdays = OPEN) =>
      addTime(shop, { from, to, most, weekdays }, 'anna');
    const days = nextOpenDays(30, todayAt(shop), await calendarRules(shop));
    const saturdays = days.filter((day) => weekday(day) === 6);
    const [day, next] = saturdays;
    if (!day || !next) throw new Error('There is no open Saturday.');
    const requestFor = async (time: string | undefined, on: Day = day) => {
      const request = await ada.requestFor(CAKE);
      return { ...request, items: request.items.map((item) => ({ ...item, day: on, time })) };
    };
    const place = async (time: string | undefined) => ada.place(await requestFor(time));
    return { testShop, shop, ada, add, day, next, later: saturdays[2] ?? next, requestFor, place };
  }

  test('are within the opening hours, do not overlap, and are off without any', async () => {
    const { shop, ada, add, day } = await open();
    expect(await add('10:00', '09:00')).toMatchObject({
      problems: { to: expect.stringMatching('later') },
    });
    expect(await add('07:00', '09:00')).toMatchObject({
      problems: { from: expect.stringMatching('open 8am to 6pm') },
    });
    expect(await add('8', '10:00', 'x', [])).toMatchObject({
      problems: {
        from: expect.stringMatching('choose'),
        most: expect.stringMatching('number'),
        weekdays: expect.stringMatching('tick'),
      },
    });
    expect(await add('10:00', '12:00', '', ['7'])).toMatchObject({
      problems: { from: expect.stringMatching('closed') },
    });
    expect(await add('10:00', '12:00')).toMatchObject({ ok: true });
    const first = await add('08:00', '10:00', '6', ['5', '6']);
    expect(await add('11:00', '13:00')).toMatchObject({
      problems: { from: expect.stringMatching('overlaps 10am–12pm') },
    });
    const times = async () => timesOn(day, await calendarRules(shop));
    expect(await times()).toMatchObject([
      { time: '08:00-10:00', most: 6 },
      { time: '10:00-12:00', most: null },
    ]);
    // Visitors do not learn how many.
    const shown = [
      { time: '08:00-10:00', most: null, weekdays: [5, 6] },
      { time: '10:00-12:00', most: null, weekdays: OPEN.map(Number) },
    ];
    expect((await shownRules(shop)).rules.times).toEqual(shown);
    expect(Object((await ada.call('GET', '/api/calendar')).body).rules.times).toEqual(shown);
    // Sent twice; and with another limit.
    expect(await add('08:00', '10:00', '6', ['5', '6'])).toEqual({ ok: true, change: undefined });
    expect(await add('08:00', '10:00', '', ['6'])).toMatchObject({ ok: true });
    expect((await times())[0]).toMatchObject({ time: '08:00-10:00', most: null });
    // Friday keeps its limit, until it has the same.
    const friday = { time: '08:00-10:00', most: 6, weekdays: [5] };
    expect((await calendarRules(shop)).times?.[0]).toEqual(friday);
    await add('08:00', '10:00', '', ['5']);
    expect((await calendarRules(shop)).times?.[0]).toEqual({
      ...friday,
      most: null,
      weekdays: [5, 6],
    });
    if (first.ok && first.change)
      expect(await undoCalendarChange(shop, first.change.version, 'anna')).toBe(false);
    await removeTime(shop, { time: '08:00-10:00', weekdays: [5, 6] }, 'anna');
    await removeTime(shop, { time: '10:00-12:00', weekdays: WEEKDAYS }, 'anna');
    expect((await calendarRules(shop)).times).toBeUndefined();
    expect(weekday(day)).toBe(6);
  });

  test('are asked for, sold as often as the owner says, and kept when they change', async () => {
    const { testShop, shop, ada, add, day, place, requestFor } = await open();
    expect(await place('10:00-12:00')).toMatchObject({ status: 409 });
    expect(await place(undefined)).toMatchObject({ status: 201 });
    await add('08:00', '10:00', '1');
    await add('10:00', '12:00');
    const offered = ['08:00-10:00', '10:00-12:00'];
    for (const time of [undefined, '09:00-10:00']) {
      expect(await place(time)).toMatchObject({
        status: 409,
        body: { differences: [{ kind: 'time', item: 0, offered }] },
      });
    }
    const two = await requestFor('10:00-12:00');
    const [item] = two.items;
    const mixed = { ...two, items: [item, { ...item, time: '08:00-10:00' }] };
    expect(await ada.place(mixed)).toMatchObject({ status: 422 });
    // At the same moment, at two servers.
    const bob = customer({ ...testShop, origin: testShop.origins[1] ?? '' });
    const request = await requestFor('08:00-10:00');
    const results = await Promise.all([
      ...Array.from({ length: 4 }, () => ada.place(request)),
      ...Array.from({ length: 4 }, () => bob.place(request)),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(results.find(({ status }) => status === 409)?.body).toMatchObject({
      differences: [{ kind: 'time', item: 0, offered: ['10:00-12:00'] }],
    });
    expect((await visibleRoom(shop))?.fullTimes).toEqual({ [day]: ['08:00-10:00'] });
    const placed = results.find(({ status }) => status === 201);
    const { id } = Object(placed?.body);
    await turnTimesOff(shop, 'anna');
    expect(await ada.read(id)).toMatchObject({ body: { items: [{ day, time: '08:00-10:00' }] } });
    expect(await place('08:00-10:00')).toMatchObject({
      body: { differences: [{ kind: 'time', offered: [] }] },
    });
    // An order that has an earlier window counts in those that it overlaps.
    await add('09:00', '11:00', '1');
    expect(await place('09:00-11:00')).toMatchObject({
      body: { differences: [{ kind: 'day', notice: 'All collection times are taken' }] },
    });
  });

  test('are chosen by customers for the day to which they move', async () => {
    const { shop, ada, add, next, later } = await open();
    await add('08:00', '10:00', '1');
    await add('10:00', '12:00', '1');
    const { items, ...request } = await ada.phoneRequestFor(CAKE);
    const take = async (on: Day) => {
      const id = crypto.randomUUID();
      const own = items.map((item) => ({ ...item, day: on, time: '08:00-10:00' }));
      const options = { by: 'anna', evenIfClosed: false, isPaid: false };
      await takePhoneOrder(shop, { ...request, id, items: own }, options);
      return id;
    };
    const id = await take(next);
    await take(later);
    const token = await customerToken(shop, id);
    const move = { from: next, to: later };
    expect(await askToMove(shop, token, move)).toMatchObject({
      question: { times: ['10:00-12:00'], time: '08:00-10:00' },
    });
    const trail = (await bookedOrder(shop, id))?.trail ?? [];
    const version = trail.at(-1)?.id ?? 0;
    expect(await moveByCustomer(shop, token, { ...move, version })).toMatchObject({
      reason: 'invalid',
      text: 'That time is taken by now. Please choose another.',
    });
    const chosen = { ...move, version, time: '10:00-12:00' };
    expect(await moveByCustomer(shop, token, chosen)).toEqual({ ok: true, isChanged: true });
    expect((await bookedOrder(shop, id))?.order?.items).toMatchObject([
      { day: later, time: '10:00-12:00' },
    ]);
    // All times of that day are taken now.
    const others = await customerToken(shop, await take(next));
    expect(await askToMove(shop, others, move)).toMatchObject({
      text: expect.stringMatching('fully booked'),
    });
    expect(await customerOrder(shop, others)).toMatchObject({
      days: [{ offered: expect.not.arrayContaining([later]) }],
    });
  });

  test('are as full as those within the hours of a single day, offers of the waiting list included', async () => {
    const { shop, ada, add, day, place } = await open();
    await add('08:00', '10:00', '1');
    await add('10:00', '12:00', '1');
    const hours = { opens: '08:00', closes: '10:00' };
    const form = { by: 'anna', version: undefined };
    await setDayHours(shop, { day, ...hours, collections: true }, undefined, form);
    const { items, ...request } = await ada.phoneRequestFor(CAKE);
    const id = crypto.randomUUID();
    const order = items.map((item) => ({ ...item, day, time: '08:00-10:00' }));
    const options = { by: 'anna', evenIfClosed: false, isPaid: false };
    await takePhoneOrder(shop, { ...request, id, items: order }, options);
    const wanted = (await ada.requestFor(CAKE)).items;
    const wish = { day, items: wanted.map(({ cakeId, sizeId }) => ({ cakeId, sizeId })) };
    const join = joinWaitingList(shop, crypto.randomUUID(), { ...wish, email: 'ada@example.org' });
    expect(await join).toEqual({ ok: true, created: true });
    await cancelOrder(shop, { orderId: id, by: 'anna' });
    await tendWaitingList(shop);
    expect(await place('08:00-10:00')).toMatchObject({
      body: { differences: [{ kind: 'day', notice: 'All collection times are taken' }] },
    });
  });

  test('move with the day, alone or not at all, and go back', async () => {
    const { shop, ada, add, day, next } = await open();
    await add('08:00', '10:00', '1');
    await add('10:00', '12:00', '2');
    const { items, ...request } = await ada.phoneRequestFor(CAKE);
    const take = async (time: string, on = day) => {
      const id = crypto.randomUUID();
      const own = items.map((item) => ({ ...item, day: on, time }));
      const options = { by: 'anna', evenIfClosed: false, isPaid: false };
      const result = await takePhoneOrder(shop, { ...request, id, items: own }, options);
      return { id, result };
    };
    const { id } = await take('08:00-10:00');
    expect((await take('08:00-10:00')).result).toMatchObject({ reason: 'changed' });
    const move = (to: Day, time?: string, evenIfClosed = false) =>
      moveOrder(shop, { orderId: id, from: day, to, time, by: 'anna' }, evenIfClosed);
    const where = async () => {
      const [item] = (await bookedOrder(shop, id))?.order?.items ?? [];
      return [item?.day, item?.time];
    };
    const takeBack = async () => {
      const trail = (await bookedOrder(shop, id))?.trail ?? [];
      const event = trail.findLast(({ kind }) => kind === 'moved');
      return undoEvent(shop, event?.id ?? 0, ANNA);
    };
    expect(await move(next, '12:00-14:00')).toMatchObject({
      reason: 'time',
      offered: ['08:00-10:00', '10:00-12:00'],
    });
    await take('08:00-10:00', next);
    // By default the same time, which is full.
    expect(await move(next)).toMatchObject({ isFull: true, offered: ['10:00-12:00'] });
    expect(await move(next, '10:00-12:00')).toEqual({ ok: true, isChanged: true });
    expect(await where()).toEqual([next, '10:00-12:00']);
    expect(await takeBack()).toMatchObject({ isUndone: true });
    expect(await where()).toEqual([day, '08:00-10:00']);
    // Another time of the day.
    expect(await move(day, '10:00-12:00')).toEqual({ ok: true, isChanged: true });
    expect(await move(day, '10:00-12:00')).toEqual({ ok: true, isChanged: false });
    expect(await where()).toEqual([day, '10:00-12:00']);
    await takeBack();
    expect(await where()).toEqual([day, '08:00-10:00']);
    // Knowingly.
    expect(await move(next, '08:00-10:00', true)).toMatchObject({ ok: true });
    const trail = (await bookedOrder(shop, id))?.trail ?? [];
    expect(trail.at(-1)).toMatchObject({
      kind: 'overbooked',
      actor: 'staff',
      facts: { days: [], times: [{ day: next, time: '08:00-10:00', orders: 2, most: 1 }] },
    });
    await takeBack();
    expect(await where()).toEqual([day, '08:00-10:00']);
  });
});
