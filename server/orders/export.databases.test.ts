import { describe, expect, test } from 'vitest';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { addSample } from '#test/stored-orders.ts';
import { cancelOrder } from './cancel.ts';
import { itemsBetween, itemsOfOrders } from './export.ts';
import { fundOrder } from './pay.ts';

const DAY = addDays(londonDay(NOON), 5);

describe.each(bothDatabases)('orders that leave the shop on $name', ({ stocked }) => {
  test('are those of the days, also cancelled ones, each item once', async () => {
    const database = await (await stocked()).open();
    const shop = shopOn(database);
    const add = async (title: string, ...days: number[]) => {
      const items = days.map((day) => sampleItem({ title, day: addDays(DAY, day) }));
      const order = await addSample(database, sampleOrder({ items, placedAt: NOON }));
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

    const named = await itemsOfOrders(database, [left.number, both?.number ?? '', 'NO-SUCH']);
    expect(named.map(({ item }) => item.title).sort()).toEqual([
      'Left at the card page',
      'Of both months',
      'Of both months',
    ]);
    expect(await itemsOfOrders(database, [])).toEqual([]);
  });
});
