import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addDays, asDay } from '#domain/calendar/days.ts';
import type { CatalogueLine, Order, OrderItem } from '#domain/orders/order.ts';
import { seed } from '#server/content/seed.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { editCake } from '#test/edit-cake.ts';
import {
  NOON,
  sampleCharge,
  sampleFreeLine,
  sampleItem,
  sampleOrder,
  sampleSeed,
} from '#test/samples.ts';
import { addSample } from '#test/stored-orders.ts';
import { enter } from './ledger.ts';
import { fundOrder } from './pay.ts';
import { salesOf } from './sales.ts';

const FIRST = asDay('2026-12-01');
const CAKE = { day: FIRST };
const CANDLES = {
  ...CAKE,
  cakeId: 'candles',
  title: 'Candles',
  size: 'Box',
  price: 600,
  isAddOn: true,
};

describe.each(bothDatabases)('what is sold on $name', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const shop = await place.open();
    await seed(shop.db, sampleSeed());
    const add = async (items: OrderItem[], state: Order['state'] = 'placed') => {
      const total = items.reduce((sum, { price }) => sum + price, 0);
      return addSample(shop, sampleOrder({ id: randomUUID(), state, items, total }));
    };
    const pay = (...items: Partial<CatalogueLine>[]) =>
      payFor(items.map((item) => sampleItem(item)));
    const payFor = async (items: OrderItem[]) => {
      const order = await add(items);
      const charge = sampleCharge({ id: `cs_${order.number}`, amount: order.total });
      await fundOrder(shop, order.id, { customerEmails: [], charge });
      return order;
    };
    const giveBack = (
      { id, number }: Order,
      amount: number,
      kind: 'refund' | 'refund-failed' | 'cash-refund' | 'dispute' = 'refund',
    ) => enter(shop.db, id, [sampleCharge({ id: `${kind}_${number}`, kind, amount, at: NOON })]);
    const cancel = ({ id }: Order) =>
      place.run(`update orders set cancelled_at = '${NOON}' where id = '${id}'`);
    const cakes = async (period = '2026-12') =>
      (await salesOf(shop, period)).cakes.flatMap(({ title, count, gross }) =>
        count === 0 ? [] : [[title, count, gross]],
      );
    return { shop, add, pay, payFor, giveBack, cancel, cakes };
  }

  test('is counted by the day of collection, under the present title of each cake', async () => {
    const { shop, pay, payFor, cakes } = await open();
    await pay(CAKE, { ...CAKE, size: '10', price: 7000 }, CANDLES);
    await pay({ ...CAKE, day: asDay('2026-12-31') }, { ...CAKE, day: addDays(FIRST, -1) });
    await pay({ ...CAKE, day: asDay('2027-01-01') });
    await editCake(shop, 'victoria', (content) => ({ ...content, title: 'Queen Victoria' }));
    // Sold before it was in the catalogue.
    await pay({ ...CAKE, cakeId: 'gone', title: 'Lemon Drizzle', price: 3000 });
    expect(await cakes()).toEqual([
      ['Queen Victoria', 3, 16_600],
      ['Lemon Drizzle', 1, 3000],
    ]);
    const agreed = sampleFreeLine();
    for (const day of [asDay('2028-02-29'), asDay('2028-01-01')]) {
      await payFor([{ ...agreed, day }]);
    }
    expect(await cakes('2028')).toEqual([[agreed.title, 2, 2 * agreed.price]]);
    expect(await cakes('2026-11')).toEqual([['Queen Victoria', 1, 4800]]);
    expect(await cakes('2026')).toEqual([
      ['Queen Victoria', 4, 21_400],
      ['Lemon Drizzle', 1, 3000],
    ]);
    expect(await cakes('2025')).toEqual([]);
    const nextYear = await salesOf(shop, '2027-12');
    expect(nextYear.total).toEqual({ count: 0, gross: 0, before: { count: 4, gross: 19_600 } });
    expect(nextYear.cakes[0]).toMatchObject({ title: 'Queen Victoria', before: { count: 3 } });
    const { addOns, sizes, weekdays, total } = await salesOf(shop, '2026-12');
    expect(addOns).toMatchObject([{ count: 1, gross: 600 }]);
    expect(sizes.map(({ name, count }) => [name, count])).toEqual([
      ['8 in', 3],
      ['10 in', 1],
    ]);
    // The first is a Tuesday, the last a Thursday.
    expect(weekdays.map(({ count }) => count)).toEqual([0, 3, 0, 1, 0, 0, 0]);
    expect(total).toEqual({ count: 4, gross: 19_600, before: { count: 0, gross: 0 } });
  });

  test('is counted by option, collection time and the hour of the order', async () => {
    const { shop, payFor } = await open();
    const option = { groupId: 'g', choiceId: 'c', api: null };
    const options = [
      { ...option, group: 'Sponge', name: 'lemon', price: 300 },
      { ...option, group: 'Number', name: 'Your number', text: '7', price: 400 },
    ];
    const item = { ...CAKE, time: '10:30-11:00', options };
    await payFor([sampleItem(item), sampleItem({ ...item, options: options.slice(0, 1) })]);
    const { options: sold, collected, ordered } = await salesOf(shop, '2026-12');
    expect(sold).toMatchObject([
      { name: 'Sponge: lemon', count: 2, gross: 600 },
      { name: 'Number', count: 1, gross: 400 },
    ]);
    expect(collected).toMatchObject([{ name: '10:00–11:00', count: 2 }]);
    // The samples are ordered at noon, in winter.
    expect(ordered).toMatchObject([{ name: '12:00–13:00', count: 2 }]);
  });

  test('has no order that is not paid, cancelled, or paid back in full', async () => {
    const { add, pay, giveBack, cancel, cakes } = await open();
    await add([sampleItem(CAKE)]);
    await add([sampleItem(CAKE)], 'agreed');
    await cancel(await pay(CAKE));
    const [refunded, inPart, returned, atCounter, disputed] = [
      await pay(CAKE),
      await pay(CAKE),
      await pay(CAKE),
      await pay(CAKE),
      await pay(CAKE),
    ];
    expect(await cakes()).toEqual([['Cake victoria', 5, 24_000]]);
    await giveBack(refunded, 4800);
    await giveBack(atCounter, 4800, 'cash-refund');
    await giveBack(inPart, 1000);
    // The bank has returned it.
    await giveBack(returned, 4800);
    await giveBack(returned, 4800, 'refund-failed');
    // The cake was made.
    await giveBack(disputed, 4800, 'dispute');
    expect(await cakes()).toEqual([['Cake victoria', 3, 14_400]]);
  });
});
