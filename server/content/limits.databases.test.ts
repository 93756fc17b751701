/** @module-tag nightly */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, weekday } from '#domain/calendar/days.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import {
  calendarRules,
  calendarVersion,
  setDayCapacity,
  setWeekCapacity,
  undoCalendarChange,
} from '#server/content/calendar.ts';
import { addOrder } from '#server/orders/add.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { cancelOrder, uncancelOrder } from '#server/orders/cancel.ts';
import { busiestDays, dayLoads, visibleRoom } from '#server/orders/days.ts';
import { closeIncident, openIncidents } from '#server/orders/incidents.ts';
import { moveOrder } from '#server/orders/move.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { readPublicOrder } from '#server/orders/rows.ts';
import { todayAt } from '#server/shop.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { findCake } from '#test/edit-cake.ts';
import { practiceStripe } from '#test/practice-control.ts';
import { queryDatabase } from '#test/query-database.ts';
import { sampleItem, sampleOrder } from '#test/samples.ts';
import { openTestShop, runningClock } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';
const CANDLES = 'candles-rainbow';
const HOUR = 60 * 60;

describe.each(bothDatabases)('a shop with limits on $name', ({ stocked }) => {
  async function open(units: number | undefined, variables: Record<string, string> = {}) {
    const place = await stocked();
    const { clock, pass } = runningClock();
    const testShop = await openTestShop({ where: place.where, jobs: false, clock, variables });
    const { shop } = testShop;
    const ada = customer(testShop);
    const limit = async (most: number) => {
      const since = await calendarVersion(shop);
      return setWeekCapacity(shop, Array(7).fill(String(most)), { by: 'anna', version: since });
    };
    if (units !== undefined) await limit(units);
    // Open for another day and a night, because tests let time pass.
    const [, , day, next] = nextOpenDays(4, todayAt(shop), await calendarRules(shop));
    if (!day || !next) throw new Error('There is no open day.');
    /** A request for the cake in this size, for `day`. */
    const inSize = async (inches: string, ...more: string[]): Promise<OrderRequest> => {
      const request = await ada.requestFor(CAKE, ...more);
      const size = (await findCake(shop, CAKE))?.sizes.find(({ size }) => size === inches);
      const [first, ...others] = request.items;
      if (!size?.api || !first) throw new Error(`There is no cake of ${inches} inches.`);
      const { id: sizeId, api } = size;
      const items = [{ ...first, sizeId, api }, ...others];
      return { ...request, items: items.map((item) => ({ ...item, day })) };
    };
    return {
      place,
      shop,
      ada,
      stripe: practiceStripe(testShop.stripe),
      limit,
      day,
      next,
      inSize,
      booked: async () => (await dayLoads(shop, day, day)).get(day)?.units ?? 0,
      pass,
    };
  }

  test('counts what was ordered before', async () => {
    const { shop, ada, limit, day, booked, inSize } = await open(undefined);
    const { checkoutUrl, id } = Object((await ada.place(await inSize('6'))).body);
    await ada.pay(checkoutUrl);
    await ada.confirm(id);
    await ada.place(await inSize('10'));
    expect(await booked()).toBe(0);
    expect(await limit(3)).toMatchObject({ ok: true });
    // Of 6 inches, and of 10 inches: they may be paid.
    expect(await booked()).toBe(4);
    expect((await calendarRules(shop)).capacity).toEqual(Array(7).fill(3));
    expect(await ada.place(await inSize('10'))).toMatchObject({ status: 409 });
    expect(await setDayCapacity(shop, { day, units: '9' }, 'anna')).toMatchObject({ ok: true });
    expect(await ada.place(await inSize('10'))).toMatchObject({ status: 201 });
    expect(await setDayCapacity(shop, { day, units: 'x' }, 'anna')).toMatchObject({
      problems: { units: expect.stringMatching('whole number') },
    });
    const passed = addDays(todayAt(shop), -1);
    expect(await setDayCapacity(shop, { day: passed, units: '9' }, 'anna')).toMatchObject({
      problems: { day: 'That day has passed.' },
    });
    const typed = ['3', 'x', '3', '3', '3', '3', 'ten'];
    const known = await calendarVersion(shop);
    expect(await setWeekCapacity(shop, typed, { by: 'anna', version: known })).toMatchObject({
      problems: { 'units 2': expect.any(String), 'units 7': expect.any(String) },
    });
    const change = await setDayCapacity(shop, { day, units: '' }, 'anna');
    expect(await ada.place(await inSize('6'))).toMatchObject({ status: 409 });
    // Taken back.
    if (change.ok && change.change) await undoCalendarChange(shop, change.change.version, 'anna');
    expect(await ada.place(await inSize('6'))).toMatchObject({ status: 201 });
    const since = await calendarVersion(shop);
    await setWeekCapacity(shop, Array(7).fill(''), { by: 'anna', version: since });
    expect((await calendarRules(shop)).capacity).toBeUndefined();
    expect(await ada.place(await inSize('12'))).toMatchObject({ status: 201 });
  });

  test('tells the owner how much the busiest days were', async () => {
    const { place, shop, day } = await open(undefined);
    const database = await place.open();
    const [last, before] = [addDays(todayAt(shop), -1), addDays(todayAt(shop), -8)];
    const take = async (on: Day, ...units: number[]) => {
      const items = units.map((each) => sampleItem({ day: on, units: each }));
      const order = sampleOrder({ items });
      await addOrder(database, order);
      await fundOrder(database, order.id);
    };
    await take(last, 2, 1);
    await take(before, 5, 1);
    await take(before, 3);
    // Booked ahead, as for Christmas.
    await take(day, 5, 5, 5);
    const ahead: [number, { day: Day; units: number }] = [weekday(day), { day, units: 15 }];
    expect(await busiestDays(shop, addDays(todayAt(shop), -365))).toEqual(
      new Map([[weekday(before), { day: before, units: 9 }], ahead]),
    );
    expect(await busiestDays(shop, last)).toEqual(
      new Map([[weekday(last), { day: last, units: 3 }], ahead]),
    );
  });

  test('says why a day is full, what still fits, and the next days with room', async () => {
    const { place, ada, day, next, inSize } = await open(4);
    await ada.place(await inSize('8'));
    const { status, body } = await ada.place(await inSize('10', CANDLES));
    expect(status).toBe(409);
    expect(body).toMatchObject({
      type: 'urn:problem-type:battenberg:order-changed',
      differences: [
        {
          kind: 'day',
          item: 0,
          reason: 'forbidden-day',
          notice: 'Fully booked for a 10-inch. An 8-inch still fits',
          left: 2,
        },
        { kind: 'day', item: 1 },
      ],
    });
    const text = JSON.stringify(body);
    expect(text).toContain(`"offered":["`);
    expect(text).toContain(next);
    expect(text).not.toContain(`"${day}"`);
    // Nothing is written, and a smaller one does fit.
    expect(await queryDatabase(place.where, 'select id from orders')).toHaveLength(1);
    expect(await ada.place(await inSize('8'))).toMatchObject({ status: 201 });
    expect((await ada.place(await inSize('6'))).body).toMatchObject({
      differences: [{ notice: 'Fully booked', left: 0 }],
    });
  });

  test('tells visitors that a day is full that only a cake with a shorter notice offers', async () => {
    const { shop } = await open(10);
    const rules = await calendarRules(shop);
    const [soon] = nextOpenDays(1, todayAt(shop), { ...rules, leadDays: 0 });
    if (!soon) throw new Error('There is no open day.');
    expect((await visibleRoom(shop))?.left).not.toHaveProperty(soon);
    await setDayCapacity(shop, { day: soon, units: '0' }, 'anna');
    expect((await visibleRoom(shop))?.left).toMatchObject({ [soon]: 0 });
  });

  test('tells the customer at the checkout how long the day is held', async () => {
    const { ada, day, inSize } = await open(4);
    const id = randomUUID();
    await ada.place(await inSize('8'), id);
    const { body } = await ada.confirm(id);
    const { checkoutUrl, order } = Object(body);
    expect(order.heldUntil).toEqual(expect.any(String));
    const page = await (await fetch(checkoutUrl)).text();
    expect(page).toContain(`${dayInWords(day).slice(0, -5)} is held for you until `);
  });

  test('frees the day when the basket changes', async () => {
    const { ada, inSize, booked } = await open(3);
    const first = randomUUID();
    await ada.place(await inSize('10'), first);
    expect(await booked()).toBe(3);
    expect(await ada.place({ ...(await inSize('8')), replaces: first })).toMatchObject({
      status: 201,
    });
    expect(await booked()).toBe(2);
  });

  test('takes a payment after the hold has lapsed, and tells the owner', async () => {
    const { shop, ada, inSize, booked, pass } = await open(3);
    await ada.setPractice('stripe', { webhooks: 'never' });
    const late = randomUUID();
    const placed = await ada.place(await inSize('10'), late);
    await ada.pay(Object(placed.body).checkoutUrl);
    pass(2 * HOUR);
    expect(await ada.place(await inSize('6'))).toMatchObject({ status: 201 });
    await ada.confirm(late);
    expect((await readPublicOrder(shop.db, late))?.state).toBe('funded');
    expect(await booked()).toBe(4);
    expect(await openIncidents(shop)).toMatchObject([
      {
        kind: 'overbooked',
        orderId: late,
        title: 'More is booked for a day than you make.',
        remedies: [{ action: 'call' }, { action: 'open-at-stripe' }, { action: 'close' }],
      },
    ]);
    const trail = (await bookedOrder(shop, late))?.trail ?? [];
    expect(trail.map(({ kind }) => kind)).toEqual(['placed', 'funded', 'overbooked']);

    const [known] = await openIncidents(shop);
    await closeIncident(shop.db, known?.key ?? '');
    const cancellation = { orderId: late, by: 'anna' };
    expect(await cancelOrder(shop, cancellation)).toBe('cancelled');
    expect(await openIncidents(shop)).toEqual([]);
    expect(await uncancelOrder(shop, cancellation)).toBe('uncancelled');
    expect(await openIncidents(shop)).toMatchObject([{ kind: 'overbooked', orderId: late }]);
  });

  test('holds the day while a payment takes days, and frees it if it fails', async () => {
    const { ada, stripe, inSize, booked, pass } = await open(3);
    const id = randomUUID();
    const { checkoutUrl } = Object((await ada.place(await inSize('10'), id)).body);
    const small = await inSize('6');
    await stripe.payByBank(checkoutUrl);
    await ada.confirm(id);
    pass(24 * HOUR);
    expect(await booked()).toBe(3);
    expect(await ada.place(small)).toMatchObject({ status: 409 });
    await stripe.bankAnswers(checkoutUrl, 'failed');
    await ada.confirm(id);
    expect(await booked()).toBe(0);
  });

  test('lets a caller hold few unpaid orders', async () => {
    const { ada, inSize } = await open(100, { RATE_LIMIT_FACTOR: '1' });
    for (let n = 0; n < 3; n += 1) {
      expect(await ada.place(await inSize('6'))).toMatchObject({ status: 201 });
    }
    const { status, headers, body } = await ada.place(await inSize('6'));
    expect(status).toBe(429);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(HOUR - 60);
    expect(body).toMatchObject({ type: expect.stringMatching('too-many-requests') });
  });

  test('lets a first order take much of one day, not of many', async () => {
    const { shop, ada, inSize } = await open(100, { RATE_LIMIT_FACTOR: '1' });
    const { items, ...customerOf } = await inSize('12');
    const cakesOn = (days: Day[]) => ({
      ...customerOf,
      items: days.flatMap((day) => items.map((item) => ({ ...item, day }))),
    });
    const [, , ...days] = nextOpenDays(10, todayAt(shop), await calendarRules(shop));
    const { status, headers, body } = await ada.place(cakesOn(days));
    expect(status).toBe(429);
    expect(headers.get('Retry-After')).toBe('0');
    expect(body).toMatchObject({
      type: expect.stringMatching('too-many-requests'),
      detail: expect.stringMatching('ring us'),
    });
    expect(await ada.place(cakesOn(days.slice(0, 7)))).toMatchObject({ status: 201 });
  });

  test('takes a wedding on one day as a first order', async () => {
    const { ada, inSize } = await open(100, { RATE_LIMIT_FACTOR: '1' });
    const { items, ...customerOf } = await inSize('12');
    const wedding = { ...customerOf, items: Array.from({ length: 8 }, () => items[0]) };
    expect(await ada.place(wedding)).toMatchObject({ status: 201 });
  });

  test('moves an order to a full day only if staff insist', async () => {
    const { shop, ada, inSize, day, next } = await open(3);
    const request = await inSize('10');
    const other = { ...request, items: request.items.map((item) => ({ ...item, day: next })) };
    await ada.place(other);
    const id = randomUUID();
    const { checkoutUrl } = Object((await ada.place(request, id)).body);
    await ada.pay(checkoutUrl);
    await ada.confirm(id);
    const move = { orderId: id, from: day, to: next, by: 'anna' };
    expect(await moveOrder(shop, move)).toEqual({ ok: false, reason: 'full', day: next, left: 0 });
    expect(await moveOrder(shop, move, true)).toMatchObject({ ok: true });
    const loads = await dayLoads(shop, day, next);
    expect([loads.get(day)?.units ?? 0, loads.get(next)?.units]).toEqual([0, 6]);
    expect((await bookedOrder(shop, id))?.trail.at(-1)).toMatchObject({
      kind: 'overbooked',
      actor: 'staff',
      personId: 'anna',
      facts: { days: [{ day: next, units: 6, capacity: 3 }] },
    });
  });

  test('says what a full day has left beside the order that moves there, which may be there in part', async () => {
    const { shop, ada, inSize, limit, day, next } = await open(6);
    const add = async (...sizes: [string, Day][]) => {
      const items = await Promise.all(
        sizes.map(async ([inches, on]) => {
          const [item] = (await inSize(inches)).items;
          return { ...item, day: on };
        }),
      );
      const id = randomUUID();
      const { checkoutUrl } = Object((await ada.place({ ...(await inSize('6')), items }, id)).body);
      await ada.pay(checkoutUrl);
      await ada.confirm(id);
      return id;
    };
    await add(['8', next]);
    // 3 and 1 of `day`, and 2 of the other, where 2 are left.
    const orderId = await add(['10', day], ['6', day], ['8', next]);
    const move = { orderId, from: day, to: next, by: 'anna' };
    expect(await moveOrder(shop, move)).toEqual({ ok: false, reason: 'full', day: next, left: 2 });
    expect(await moveOrder(shop, { ...move, positions: [1] })).toMatchObject({ ok: true });
    await limit(1);
    expect(await moveOrder(shop, move)).toMatchObject({ reason: 'full', left: -4 });
  });
});
