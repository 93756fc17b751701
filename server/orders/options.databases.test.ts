import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addDays } from '#domain/calendar/days.ts';
import type { PreciseAllergen } from '#domain/catalogue/catalogue.ts';
import { vatIn } from '#domain/ledger/vat.ts';
import { formatPence } from '#domain/money.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import { syncPrices } from '#server/content/sync-prices.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { orderMetadata, readOrderMetadata } from '#server/stripe/order-metadata.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { editCake, findCake } from '#test/edit-cake.ts';
import { readInbox } from '#test/inbox.ts';
import { sampleOptions } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';
import { findOrders } from './find-orders.ts';
import { monthReport } from './ledger.ts';
import { makePayLink, openPayment } from './pay-link.ts';
import { PhoneOrderRequest, takePhoneOrder } from './phone.ts';
import { readOrder } from './rows.ts';

const CAKE = 'berry-drip-cake';
const BY = 'anna';
const WORDS = 'Sponge: lemon · Toppings: praline · Number topper: “7”';
const HAZELNUTS = 'Nuts (hazelnuts)';
const ALMONDS = 'Nuts (almonds)';

type Groups = ReturnType<typeof sampleOptions>;

describeDailyOnSqlite('a cake with options', ({ stocked }) => {
  async function open() {
    const place = await stocked();
    const testShop = await openTestShop({ where: place.where, jobs: false });
    const { shop } = testShop;
    const ada = customer(testShop);
    const offer = async (options: Groups | undefined) => {
      await editCake(shop, CAKE, (content) => ({
        ...content,
        options: options?.map((group) => ({ ...group, choices: group.choices.map(weighed) })),
      }));
      await syncPrices(shop);
    };
    await offer(sampleOptions());
    /** Lemon for £3, praline, and a seven for £4. */
    const dearRequest = async (): Promise<OrderRequest> => {
      const request = await ada.requestFor(CAKE);
      const cake = await findCake(shop, CAKE);
      const apiOf = (name: string) =>
        cake?.options?.flatMap(({ choices }) => choices).find(({ id }) => id === name)?.api ?? null;
      const options = [
        { group: 'number', choice: 'number', text: '7', api: apiOf('number') },
        { group: 'sponge', choice: 'lemon', api: apiOf('lemon') },
        { group: 'topping', choice: 'praline', api: null },
      ];
      const items = request.items.map(({ allergens, mayContain = [], ...item }) => ({
        ...item,
        options,
        allergens: [...allergens, HAZELNUTS],
        mayContain: [...mayContain, ALMONDS],
      }));
      return { ...request, items };
    };
    const size = (await findCake(shop, CAKE))?.sizes[0]?.price ?? 0;
    return { ...testShop, place, ada, offer, dearRequest, size };
  }

  test('is bought with them: price, units, allergens, Stripe, e-mails and search', async () => {
    const { shop, mail, place, ada, dearRequest, size } = await open();
    const request = await dearRequest();
    const { units: usual = 0 } =
      (await readOrder(shop.db, (await ada.order(CAKE)).id))?.items[0] ?? {};
    const id = randomUUID();
    const placed = await Promise.all([1, 2].map(() => ada.place(request, id)));
    expect(placed.map(({ status }) => status).sort()).toEqual([200, 201]);
    const { checkoutUrl } = Object(placed[0]?.body);
    const cardPage = await (await fetch(checkoutUrl)).text();
    for (const words of ['Sponge: lemon', '£3', 'Number topper', '£4', formatPence(size + 700)]) {
      expect(cardPage).toContain(words);
    }

    const order = await readOrder(shop.db, id);
    const [item] = order?.items ?? [];
    expect(item).toMatchObject({ price: size + 700, units: usual + 2 });
    expect(item?.allergens).toContain(HAZELNUTS);
    expect(item?.mayContain).toContain(ALMONDS);
    expect(order && readOrderMetadata(id, orderMetadata(order))).toMatchObject({
      items: order?.items,
    });
    const seen = JSON.stringify((await ada.read(id)).body);
    expect(seen).toContain('"choiceId":"lemon"');
    expect(seen).not.toContain('price_');
    expect(seen).not.toContain('vat');

    const other = { ...request, items: request.items.map(({ options: _, ...rest }) => rest) };
    expect(await ada.place(other, id)).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching('other-content') },
    });

    await ada.pay(checkoutUrl);
    await ada.confirm(id);
    await place.run(`update emails set not_before = ''`);
    await deliverEmails(shop);
    const texts = (await readInbox(mail)).map((email) => Object.values(email).join('\n'));
    // To the cafe, and the confirmation and the reminder of the customer.
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(text).toContain(WORDS);
      expect(text).toContain(HAZELNUTS);
    }
    expect((await monthReport(shop)).entries.map(({ parts }) => parts)).toEqual([
      [
        { rate: 0, gross: size + 300, vat: 0 },
        { rate: 20, gross: 400, vat: vatIn(400, 20) },
      ],
    ]);
    const { orders } = await findOrders(shop, { text: 'lemon praline' });
    expect(orders.map((found) => found.id)).toEqual([id]);
  });

  test('asks again for what is gone, sold out or has another price', async () => {
    const { shop, ada, offer, dearRequest } = await open();
    const request = await dearRequest();
    const [{ day } = { day: undefined }] = request.items;
    if (!day) throw new Error('It has no day.');
    const differences = async (wanted: OrderRequest) =>
      Object((await ada.place(wanted)).body).differences;
    const edited = (change: (choice: Groups[number]['choices'][number]) => object) =>
      offer(
        sampleOptions().map((group) => ({
          ...group,
          choices: group.choices.map((choice) => ({ ...choice, ...change(choice) })),
        })),
      );

    const until = addDays(day, 1);
    await edited(({ id }) => (id === 'lemon' ? { soldOutUntil: until } : {}));
    const [soldOut] = await differences(request);
    expect(soldOut).toMatchObject({
      kind: 'options',
      options: [{ choiceId: 'vanilla' }, { choiceId: 'praline' }, { text: '7' }],
      changes: [{ group: 'sponge', choice: 'lemon', why: 'sold-out', until }],
    });
    await edited(({ price }) => (price > 0 ? { price: price + 50 } : {}));
    const [dearer] = await differences(request);
    expect(dearer).toMatchObject({ changes: [{ why: 'price' }, { why: 'price' }] });
    const agreed = Object(dearer).options.map(
      ({ groupId, choiceId, text, api }: Record<string, unknown>) => ({
        ...{ group: groupId, choice: choiceId, api },
        ...(text !== undefined && { text }),
      }),
    );
    const items = request.items.map((item) => ({ ...item, options: agreed }));
    expect(await ada.place({ ...request, items })).toMatchObject({ status: 201 });

    await edited(({ id }) => (id === 'praline' ? { contains: ['Nuts (walnuts)'] } : {}));
    expect(await differences({ ...request, items })).toMatchObject([
      { kind: 'options' },
      { kind: 'allergens', allergens: expect.arrayContaining(['Nuts (walnuts)']) },
    ]);
    await edited(() => ({ soldOutUntil: until }));
    expect((await findCake(shop, CAKE))?.unavailableUntil).toBe(until);
    expect(await differences(await ada.requestFor(CAKE))).toMatchObject([
      { kind: 'options' },
      { kind: 'day', offered: expect.not.arrayContaining([day]) },
    ]);
    await offer(undefined);
    expect(await differences(request)).toMatchObject([
      {
        kind: 'options',
        options: [],
        changes: [{ why: 'gone' }, { why: 'gone' }, { why: 'gone' }],
      },
      { kind: 'allergens' },
    ]);
  });

  test('is taken on the phone for an agreed price, and paid unless what is in an option has changed', async () => {
    const { shop, offer, dearRequest } = await open();
    const { items, name, phone } = await dearRequest();
    const take = async () => {
      const id = randomUUID();
      const priced = items.map((item) => ({ ...item, price: 4000 }));
      const form = PhoneOrderRequest.parse({ id, name, phone, email: '', items: priced });
      const options = { by: BY, evenIfClosed: false, isPaid: false };
      expect(await takePhoneOrder(shop, form, options)).toMatchObject({ ok: true });
      expect(await takePhoneOrder(shop, form, options)).toMatchObject({ ok: true });
      return { id, token: (await makePayLink(shop, id, { by: BY })) ?? '' };
    };
    const first = await take();
    expect(await readOrder(shop.db, first.id)).toMatchObject({ total: 4000 });
    const opened = await openPayment(shop, first.token);
    expect(opened).toMatchObject({ ok: true });

    const second = await take();
    // The cafe makes it as it was ordered.
    const [sponge, toppings, ...others] = sampleOptions();
    if (!sponge || toppings?.kind !== 'several') throw new Error('The toppings have changed.');
    const berries = toppings.choices.filter(({ id }) => id === 'berries');
    await offer([sponge, { ...toppings, choices: berries }, ...others]);
    expect(await openPayment(shop, second.token)).toMatchObject({ ok: true });

    const contains: PreciseAllergen[] = ['Sesame'];
    const withSesame = sampleOptions().map((group) => ({
      ...group,
      choices: group.choices.map((choice) => ({ ...choice, contains })),
    }));
    await offer(sampleOptions());
    const third = await take();
    await offer(withSesame);
    expect(await openPayment(shop, third.token)).toMatchObject({
      reason: 'changed',
      changed: [{ allergens: expect.arrayContaining(['Sesame']) }],
    });
  });
});

/** Everything takes a point of its day. */
function weighed<Choice extends { id: string }>(choice: Choice) {
  // The topper is a toy.
  return { ...choice, units: 1, ...(choice.id === 'number' && { vat: 'standard' as const }) };
}
