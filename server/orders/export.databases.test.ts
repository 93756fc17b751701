import { describe, expect, test } from 'vitest';
import { ordersTable } from '#app/owner/orders/export/orders-table.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { addSample } from '#test/stored-orders.ts';
import { findBooked } from './book.ts';
import { cancelOrder } from './cancel.ts';
import { itemsBetween, itemsOf } from './export.ts';
import { fundOrder } from './pay.ts';

const DAY = addDays(londonDay(NOON), 5);
const NOTE = 'Nut allergy';

describe.each(bothDatabases)('orders that leave the shop on $name', ({ stocked }) => {
  test('are those of the days, also cancelled ones, each item once', async () => {
    const database = await (await stocked()).open();
    const shop = shopOn(database);
    const add = async (title: string, ...days: number[]) => {
      const items = days.map((day) => sampleItem({ title, day: addDays(DAY, day) }));
      const order = await addSample(database, sampleOrder({ items, note: NOTE, placedAt: NOON }));
      return order;
    };
    const paid = async (title: string, ...days: number[]) => {
      const order = await add(title, ...days);
      await fundOrder(database, order.id);
      return order;
    };
    const [both] = [await paid('Of both months', 0, 40), await paid('Too late', 41)];
    const cancelled = await paid('Cancelled', 10);
    expect(await cancelOrder(shop, { orderId: cancelled.id, by: 'anna' })).toBe('cancelled');
    const left = await add('Left at the card page', 10);

    const found = await itemsBetween(database, DAY, addDays(DAY, 40));
    expect(found.map(({ item, isFirst }) => [item.title, item.day, isFirst])).toEqual([
      ['Of both months', DAY, true],
      ['Cancelled', addDays(DAY, 10), true],
      ['Of both months', addDays(DAY, 40), false],
    ]);
    expect(await itemsBetween(database, addDays(DAY, 1), DAY)).toEqual([]);
    // Each table says it once of an order, also of one whose first day is in another.
    for (const from of [DAY, addDays(DAY, 1)]) {
      const items = await itemsBetween(database, from, addDays(DAY, 40));
      const notes = ordersTable(items).filter((row) => row.includes(NOTE));
      expect(notes.map((row) => row[6]).sort()).toEqual(['Cancelled', 'Of both months']);
    }

    const orders = await Promise.all(
      [left.id, both?.id ?? ''].map((id) => findBooked(database, { id })),
    );
    const named = itemsOf(orders.flatMap((order) => order ?? []));
    expect(named.map(({ item, isFirst }) => [item.title, isFirst])).toEqual([
      ['Left at the card page', true],
      ['Of both months', true],
      ['Of both months', false],
    ]);
    expect(itemsOf([])).toEqual([]);
  });
});
