import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { changeDays } from '#server/content/calendar.ts';
import { readPublicOrder } from '#server/orders/rows.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { changePrice, setHidden } from '#test/edit-cake.ts';
import { openTestShop } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';
const CHANGED = { status: 409, body: { type: 'urn:problem-type:battenberg:order-changed' } };
const raised = { cake: CAKE, size: '6', price: 7050 };

describeDailyOnSqlite('what the owner changes', ({ stocked }) => {
  async function open() {
    const shop = await openTestShop({ where: (await stocked()).where, servers: 2, jobs: false });
    // The owner is at the first server, the customer at the second.
    return { owner: shop.shop, shop, ada: customer(shop, 1) };
  }

  test('a basket with the old price is told the new one, which is then paid', async () => {
    const { owner, shop, ada } = await open();
    const old = await ada.requestFor(CAKE);
    await changePrice(owner, raised);

    const told = await ada.place(old);
    expect(told).toMatchObject({
      ...CHANGED,
      body: { differences: [{ kind: 'price', item: 0, size: { id: `${CAKE}-6`, price: 7050 } }] },
    });
    const agreed = await ada.requestFor(CAKE);
    expect(agreed.items[0]?.api).not.toBe(old.items[0]?.api);
    expect((await ada.place(agreed)).status).toBe(201);
    const sessions = await (await fetch(`${shop.stripe}/practice/sessions`)).json();
    expect(sessions).toMatchObject([{ amount_total: 7050 }]);
    // The other way round nobody is charged less than was agreed either.
    await changePrice(owner, { ...raised, price: 4800 });
    expect(await ada.place(agreed)).toMatchObject(CHANGED);
  });

  test('an unpaid order keeps the price at which it was placed', async () => {
    const { owner, ada } = await open();
    const { id, checkoutUrl } = await ada.order(CAKE);
    const { total } = (await readPublicOrder(owner.db, id)) ?? {};
    await changePrice(owner, raised);
    expect(await ada.pay(checkoutUrl)).toContain(id);
    expect((await ada.confirm(id)).body).toMatchObject({ order: { state: 'funded', total } });
  });

  test('a hidden cake is nowhere, and unchanged when shown again', async () => {
    const { owner, ada } = await open();
    const request = await ada.requestFor(CAKE);
    const before = (await ada.call('GET', '/api/cakes')).body;
    await setHidden(owner, CAKE, true);
    // Another change meanwhile does not cost it its prices.
    await changePrice(owner, { ...raised, cake: 'candles-rainbow', size: 'Box', price: 650 });
    await changePrice(owner, { ...raised, cake: 'candles-rainbow', size: 'Box', price: 600 });

    expect((await ada.call('GET', `/api/cakes/${CAKE}`)).status).toBe(404);
    expect(JSON.stringify((await ada.call('GET', '/api/cakes')).body)).not.toContain(
      `"id":"${CAKE}"`,
    );
    expect(await ada.place(request)).toMatchObject({
      ...CHANGED,
      body: { differences: [{ kind: 'gone', item: 0 }] },
    });
    await setHidden(owner, CAKE, false);
    expect((await ada.call('GET', '/api/cakes')).body).toEqual(before);
    expect((await ada.place(request)).status).toBe(201);
  });

  test('a basket with a closed day is told so until it is open again', async () => {
    const { owner, ada } = await open();
    const request = await ada.requestFor(CAKE);
    const day = Day.parse(request.items[0]?.day);
    await changeDays(owner, { first: day, last: day }, 'close', 'anna');
    const calendar = await ada.call('GET', `/api/calendar?from=${day}&days=1`);
    expect(calendar.body).toMatchObject({ days: [{ day, closed: 'forbidden-day' }] });
    const refused = await ada.place(request);
    expect(refused).toMatchObject({
      ...CHANGED,
      body: { differences: [{ kind: 'day', item: 0, reason: 'forbidden-day' }] },
    });
    expect(JSON.stringify(refused.body)).not.toContain(`"${day}"`);
    await changeDays(owner, { first: day, last: day }, 'reopen', 'anna');
    expect((await ada.place(request)).status).toBe(201);
  });
});
