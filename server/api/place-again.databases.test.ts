import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { firstDay, whyClosed } from '#domain/calendar/collection-days.ts';
import { addDays, londonTime } from '#domain/calendar/days.ts';
import { plusSeconds } from '#domain/clock.ts';
import { calendarRules, changeDays } from '#server/content/calendar.ts';
import { readPublicOrder } from '#server/orders/rows.ts';
import { todayAt } from '#server/shop.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { changePrice, editCake, findCake } from '#test/edit-cake.ts';
import { practiceStripe } from '#test/practice-control.ts';
import { openTestShop, type TestShop } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';

describeDailyOnSqlite('an order that is placed again', ({ stocked }) => {
  async function open() {
    const shop = await openTestShop({ where: (await stocked()).where, jobs: false });
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
    await raisePrice(shop);
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
    const [{ day } = { day: todayAt(shop.shop) }] = request.items;
    await changeDays(shop.shop, { first: day, last: day }, 'close', 'anna');
    expect((await ada.place(request, id)).status).toBe(503);
    await ada.setPractice('stripe', { api: 'normal' });
    expect((await ada.place(request, id)).status).toBe(200);
  });

  test('after the cut-off keeps its day, which a new order cannot have', async () => {
    let now = new Date().toISOString();
    const { where } = await stocked();
    const shop = await openTestShop({ where, jobs: false, clock: { now: () => now } });
    const ada = customer(shop);
    const rules = await calendarRules(shop.shop);
    // On a day whose first one is open, so that an order of the next day is too late for it.
    const today = Array.from({ length: 14 }, (_, n) => addDays(todayAt(shop.shop), n + 1)).find(
      (day) => !whyClosed(firstDay(day, rules), day, rules),
    );
    // Summer time is an hour ahead.
    const cutOff =
      [`${today}T17:00:00Z`, `${today}T18:00:00Z`].find((at) => londonTime(at) === rules.cutOff) ??
      '';
    now = plusSeconds(cutOff, -1);
    const day = firstDay(todayAt(shop.shop), rules);
    const { items, ...details } = await ada.requestFor(CAKE);
    const request = { ...details, items: items.map((item) => ({ ...item, day })) };
    const id = randomUUID();
    const placed = await ada.place(request, id);
    expect(placed.status).toBe(201);

    now = cutOff;
    expect(await ada.place(request, id)).toMatchObject({ status: 200, body: placed.body });
    expect(await ada.place(request)).toMatchObject({
      status: 409,
      body: {
        differences: [
          {
            kind: 'day',
            reason: 'too-soon',
            notice: 'We need 3 days’ notice. After 6pm we start tomorrow',
            offered: expect.not.arrayContaining([day]),
          },
        ],
      },
    });
    // The next morning is as the evening before.
    now = plusSeconds(cutOff, 12 * 60 * 60);
    expect((await ada.place(request)).status).toBe(409);
    const again = await ada.requestFor(CAKE);
    expect((await ada.place(again)).status).toBe(201);
  });

  test('whose checkout is open keeps its price', async () => {
    const { shop, ada } = await open();
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    const placed = await ada.place(request, id);
    await raisePrice(shop);
    expect(await ada.place(request, id)).toMatchObject({ status: 200, body: placed.body });
  });

  test('and not paid yet is agreed to again when its allergens have changed, and then replaced', async () => {
    const { where } = await stocked();
    const shop = await openTestShop({ where, jobs: false });
    const ada = customer(shop);
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    expect((await ada.place(request, id)).status).toBe(201);
    await changeAllergens(shop);
    expect(await ada.place(request, id)).toMatchObject({
      status: 409,
      body: { differences: [{ kind: 'allergens', item: 0, allergens: ['Nuts'] }] },
    });
    const agreed = await ada.requestFor(CAKE);
    expect(await ada.place(agreed, id)).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching('other-content') },
    });
    const next = randomUUID();
    expect((await ada.place({ ...agreed, replaces: id }, next)).status).toBe(201);
    expect(await readPublicOrder(shop.shop.db, next)).toMatchObject({
      items: [{ allergens: ['Nuts'] }],
    });
  });

  test.each(['home page', 'basket'])(
    'and not paid yet has no way back to paying when its allergens have changed (%s)',
    async (asks) => {
      const { where } = await stocked();
      const shop = await openTestShop({ where, jobs: false });
      const ada = customer(shop);
      const request = await ada.requestFor(CAKE);
      const id = randomUUID();
      const checkoutUrl = String(Object((await ada.place(request, id)).body).checkoutUrl);
      await changeAllergens(shop);
      if (asks === 'basket') expect((await ada.place(request, id)).status).toBe(409);
      expect((await ada.confirm(id)).body).toMatchObject({
        order: { state: 'expired' },
        checkoutUrl: null,
      });
      expect(await practiceStripe(shop.stripe).status(checkoutUrl)).toBe('expired');
      expect(await ada.place({ ...request, replaces: id })).toMatchObject({
        status: 409,
        body: { differences: [{ kind: 'allergens', item: 0, allergens: ['Nuts'] }] },
      });
    },
  );

  test('and paid is not asked about its allergens any more', async () => {
    const { where } = await stocked();
    const shop = await openTestShop({ where, jobs: false });
    const ada = customer(shop);
    const request = await ada.requestFor(CAKE);
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    await changeAllergens(shop);
    expect(await ada.place(request, id)).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching('already-paid') },
    });
  });

  test('that may have been paid is not offered again at another price', async () => {
    const { where } = await stocked();
    const ada = customer(await openTestShop({ where, jobs: false }));
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    expect((await ada.place(request, id)).status).toBe(201);
    // With the keys of another account: it knows neither this checkout nor the price in it.
    const settings = { where, jobs: false, stripeAccount: 'new' } as const;
    const rekeyed = customer(await openTestShop(settings));
    expect((await rekeyed.requestFor(CAKE)).items).not.toEqual(request.items);
    expect(await rekeyed.place(request, id)).toMatchObject({
      status: 503,
      body: { type: expect.stringMatching('payments-unavailable') },
    });
  });
});

/** Of the size that `requestFor` chooses. */
async function raisePrice({ shop }: TestShop): Promise<void> {
  const size = (await findCake(shop, CAKE))?.sizes[0]?.size ?? '';
  await changePrice(shop, { cake: CAKE, size, price: 5150 });
}

/** To nuts alone. */
function changeAllergens({ shop }: TestShop): Promise<void> {
  return editCake(shop, CAKE, (content) => ({ ...content, allergens: ['Nuts'] }));
}
