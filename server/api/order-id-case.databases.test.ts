import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPublicOrder } from '#server/orders/rows.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { createListener } from '#test/listener.ts';
import { expireStored } from '#test/stored-orders.ts';
import { openTestShop } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';

describeDailyOnSqlite('an order id in capitals', ({ stocked }) => {
  async function open() {
    const place = await stocked();
    const shop = await openTestShop({ where: place.where, jobs: false });
    return { place, shop, ada: customer(shop) };
  }

  test('is the same order as the id in lower case, whichever came first', async () => {
    const { place, shop, ada } = await open();
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    const inCapitals = id.toUpperCase();
    const first = await ada.place(request, inCapitals);
    const again = await ada.place(request, id);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(first.body).toEqual({ ...Object(again.body), id });

    expect((await ada.read(inCapitals)).body).toMatchObject({ id });
    expect((await ada.confirm(inCapitals)).body).toMatchObject({ order: { id } });
    // What the thank-you page reads.
    expect(await readPublicOrder(shop.shop.db, inCapitals)).toMatchObject({ id });
    const rows = await place.dump();
    expect(rows).toContain(id);
    expect(rows).not.toContain(inCapitals);
  });

  test('is the live topic of that order', async () => {
    const { place, shop, ada } = await open();
    const { id } = await ada.order(CAKE);
    const bob = createListener();
    await bob.connect({ origin: shop.origin, topics: `orders/${id.toUpperCase()}` });
    await bob.until(() => bob.events.length === 1);
    expect(bob.events.at(-1)).toMatchObject({ path: `/orders/${id}`, data: 'placed' });
    await expireStored(await place.open(), id);
    await bob.until(() => bob.events.length === 2);
    expect(bob.events.at(-1)).toMatchObject({ path: `/orders/${id}`, data: 'expired' });
  });
});
