import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addDays } from '#domain/calendar/days.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { readBooked } from '#test/order-shop.ts';
import { openTestShop } from '#test/test-shop.ts';
import { addOrder } from './add.ts';
import { cancelOrder, uncancelOrder } from './cancel.ts';
import { moveOrder } from './move.ts';
import { fundOrder } from './pay.ts';
import { lastEvent, lastPrint, recordPrint } from './printed-sheets.ts';

const BY = 'anna';

describeDailyOnSqlite('the last print of a day', ({ stocked }) => {
  async function open() {
    const opened = await openTestShop({ where: (await stocked()).where, jobs: false });
    const { shop } = opened;
    const order = async () => (await customer(opened).buy('berry-drip-cake')).id;
    const booked = (id: string) => readBooked(shop, id);
    const [first, second] = [await order(), await order()];
    const [day] = (await booked(first)).items.map((item) => item.day);
    if (!day) throw new Error('The order has no item.');
    const print = async () => recordPrint(shop, day, await lastEvent(shop));
    const gone = async () =>
      (await lastPrint(shop, day))?.gone.map(({ number, items, to }) => ({
        number,
        titles: items.map(({ title }) => title),
        to,
      }));
    return { shop, order, booked, first, second, day, print, gone };
  }

  test('names what was on the sheet and is cancelled or of another day since', async () => {
    const { shop, booked, first, second, day, print, gone } = await open();
    await print();
    expect(await gone()).toEqual([]);
    await cancelOrder(shop, { orderId: first, by: BY });
    const { number } = await booked(second);
    const to = addDays(day, 1);
    expect(await moveOrder(shop, { orderId: second, from: day, to, by: BY }, true)).toMatchObject({
      ok: true,
    });
    const cancelled = { number: (await booked(first)).number, to: undefined };
    const titles = ['Berry Drip Cake'];
    expect(await gone()).toHaveLength(2);
    expect(await gone()).toEqual(
      expect.arrayContaining([
        { ...cancelled, titles },
        { number, to, titles },
      ]),
    );
    // On the next sheet nobody looks for them.
    await print();
    expect(await gone()).toEqual([]);
  });

  test('has a quote as new once its deposit is paid, and not again with the rest', async () => {
    const { shop, booked, first, day, print } = await open();
    const { order } = await booked(first);
    const quote = { validUntil: day, holdsDay: false, evenIfFull: false, message: '' };
    const id = randomUUID();
    const terms = { state: 'quoted', quote, deposit: 1000, paid: 0 } as const;
    const numbers = { id, number: id.slice(0, 8), checkoutId: null };
    const added = await addOrder(
      shop,
      { ...order, ...terms, ...numbers },
      { phone: { by: BY, emails: [] } },
    );
    expect(added.ok).toBe(true);
    const changed = async () => (await lastPrint(shop, day))?.changed;
    await print();
    expect(await changed()).toEqual([]);
    await fundOrder(shop, id);
    expect(await changed()).toEqual([id]);
    await print();
    await fundOrder(shop, id);
    expect(await booked(id)).toMatchObject({ state: 'funded' });
    expect(await changed()).toEqual([]);
  });

  test('names nothing that was not on it, or is on it again', async () => {
    const { shop, order, first, print, gone } = await open();
    await print();
    await cancelOrder(shop, { orderId: first, by: BY });
    await uncancelOrder(shop, { orderId: first, by: BY });
    await cancelOrder(shop, { orderId: await order(), by: BY });
    expect(await gone()).toEqual([]);
  });
});
