import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { openTestShop, type TestShop } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';

describe.each(bothDatabases)('an order that is placed again on $name', ({ fresh }) => {
  async function open() {
    const shop = await openTestShop({ where: (await fresh()).where, jobs: false });
    return { shop, ada: customer(shop) };
  }

  test('while the card checkout is down is told so, and goes through when it is back', async () => {
    const { ada } = await open();
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    await ada.setPractice('stripe', { api: 'down' });
    expect(await ada.place(request, id)).toMatchObject({
      status: 503,
      body: { type: 'urn:problem-type:battenberg:payments-unavailable' },
    });
    await ada.setPractice('stripe', { api: 'normal' });
    expect((await ada.place(request, id)).status).toBe(200);
  });

  test('whose checkout had not opened when the price was changed is asked to agree to the new one', async () => {
    const { shop, ada } = await open();
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    await ada.setPractice('stripe', { api: 'down' });
    expect((await ada.place(request, id)).status).toBe(503);
    await ada.setPractice('stripe', { api: 'normal' });
    await changePrice(shop);
    expect(await ada.place(request, id)).toMatchObject({
      status: 409,
      body: {
        type: expect.stringMatching('order-changed'),
        differences: [{ kind: 'price', item: 0, size: { price: 5150 } }],
      },
    });
    expect((await ada.place(await ada.requestFor(CAKE))).status).toBe(201);
  });

  test('keeps its day, closed or not, when only the checkout cannot be reached', async () => {
    const { shop, ada } = await open();
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    await ada.setPractice('stripe', { api: 'down' });
    expect((await ada.place(request, id)).status).toBe(503);
    const [{ day } = { day: shop.shop.today() }] = request.items;
    await shop.shop.closeDays({ first: day, last: day });
    expect((await ada.place(request, id)).status).toBe(503);
    await ada.setPractice('stripe', { api: 'normal' });
    expect((await ada.place(request, id)).status).toBe(200);
  });

  test('whose checkout is open keeps its price', async () => {
    const { shop, ada } = await open();
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    const placed = await ada.place(request, id);
    await changePrice(shop);
    expect(await ada.place(request, id)).toMatchObject({ status: 200, body: placed.body });
  });

  test('that may have been paid is not offered again at another price', async () => {
    const { where } = await fresh();
    const ada = customer(await openTestShop({ where, jobs: false }));
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    expect((await ada.place(request, id)).status).toBe(201);
    // With the keys of another account: it knows neither this checkout nor the price in it.
    const rekeyed = customer(await openTestShop({ where, jobs: false }));
    expect((await rekeyed.requestFor(CAKE)).items).not.toEqual(request.items);
    expect(await rekeyed.place(request, id)).toMatchObject({
      status: 503,
      body: { type: expect.stringMatching('payments-unavailable') },
    });
  });
});

/** Of the size that `requestFor` chooses. */
async function changePrice({ shop }: TestShop): Promise<void> {
  const size = (await shop.cake(CAKE))?.sizes[0]?.size ?? '';
  const changed = await shop.changePrice({ cake: CAKE, size, price: 5150 });
  expect(changed).toMatchObject({ changed: true });
}
