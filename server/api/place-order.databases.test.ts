import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { lastOpenDay } from '#domain/calendar/collection-days.ts';
import { addDays } from '#domain/calendar/days.ts';
import type { Allergen, PreciseAllergen } from '#domain/catalogue/catalogue.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { correctEmail } from '#server/orders/contact.ts';
import { customerOrder } from '#server/orders/customer-order.ts';
import { readPublicOrder } from '#server/orders/rows.ts';
import { todayAt } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { editCake, findCake } from '#test/edit-cake.ts';
import { openTestShop } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';
const TRACE_CAKE = 'chocolate-ganache-cake';
const ALMOND_CAKE = 'lemon-elderflower-cake';
const CANDLES = 'candles-rainbow';

describe.each(bothDatabases)('placing an order on $name', ({ stocked }) => {
  async function open() {
    const shop = await openTestShop({ where: (await stocked()).where, jobs: false });
    return { shop, ada: customer(shop) };
  }

  test('makes one order with one checkout, however often it is repeated', async () => {
    const { shop, ada } = await open();
    const request = await ada.requestFor(CAKE, CAKE, CANDLES);
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => ada.place(request, id)));
    answers.push(await ada.place(request, id));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);

    const sessions = await (await fetch(`${shop.stripe}/practice/sessions`)).json();
    const { items, total } = (await readPublicOrder(shop.shop.db, id)) ?? { items: [], total: 0 };
    expect(items).toHaveLength(3);
    expect(sessions).toMatchObject([{ client_reference_id: id, amount_total: total }]);
  });

  test('keeps its note in one line, and tells Stripe nothing of it', async () => {
    const { shop, ada } = await open();
    const request = {
      ...(await ada.requestFor(CAKE)),
      note: ' Nut allergy.\r\nAsk for Gus 👨‍👩‍👧 ',
    };
    const id = randomUUID();
    expect((await ada.place(request, id)).status).toBe(201);
    const note = 'Nut allergy. Ask for Gus 👨‍👩‍👧';
    expect((await ada.call('GET', `/api/orders/${id}`)).body).toMatchObject({ note });
    expect((await ada.place({ ...request, note }, id)).status).toBe(200);
    for (const other of [
      { ...request, note: 'No candles' },
      { ...request, note: undefined },
    ]) {
      expect(await ada.place(other, id)).toMatchObject({ status: 409 });
    }
    const sessions = await (await fetch(`${shop.stripe}/practice/sessions`)).text();
    expect(sessions).toContain(id);
    expect(sessions).not.toContain('allergy');
    expect((await ada.place({ ...request, note: '😀'.repeat(200) }, randomUUID())).status).toBe(
      201,
    );
  });

  test('under an id that is another order is refused and changes nothing', async () => {
    const { shop, ada } = await open();
    const { id } = await ada.order(CAKE);
    const before = await readPublicOrder(shop.shop.db, id);
    const theirs = { ...(await ada.requestFor(CANDLES)), name: 'Mallory' };
    const answer = await ada.place(theirs, id);
    expect(answer).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching('other-content') },
    });
    expect(JSON.stringify(answer.body)).not.toContain('Ada');
    expect(await readPublicOrder(shop.shop.db, id)).toEqual(before);
  });

  test('with a tampered field is refused at the field', async () => {
    const tampered: [string, (good: OrderRequest) => unknown, string][] = [
      [
        'a price',
        (good) => ({ ...good, items: good.items.map((item) => ({ ...item, price: 1 })) }),
        '#/items/0',
      ],
      ['a total', (good) => ({ ...good, total: 1 }), '#'],
      ['paid', (good) => ({ ...good, paid: true }), '#'],
      ['no items', (good) => ({ ...good, items: [] }), '#/items'],
      [
        '1,000 items',
        (good) => ({ ...good, items: Array(1000).fill(good.items[0]).slice(0, 300) }),
        '#/items',
      ],
      [
        '31 letters',
        (good) => ({
          ...good,
          items: good.items.map((item) => ({ ...item, message: 'x'.repeat(31) })),
        }),
        '#/items/0/message',
      ],
      ['a note of 201 letters', (good) => ({ ...good, note: 'x'.repeat(201) }), '#/note'],
      ['a note that turns', (good) => ({ ...good, note: 'Ada \u202Eecalevol' }), '#/note'],
      ['a name of blanks', (good) => ({ ...good, name: '   ' }), '#/name'],
      ['no phone', ({ phone: _, ...good }) => good, '#/phone'],
      [
        'a second line in the e-mail',
        (good) => ({ ...good, email: 'a@b.c\nBcc: d@e.f' }),
        '#/email',
      ],
      [
        'a name that turns the text around it',
        (good) => ({ ...good, name: 'Ada \u202Eecalevol' }),
        '#/name',
      ],
      [
        'a phone with an invisible letter',
        (good) => ({ ...good, phone: '020\u200B7946' }),
        '#/phone',
      ],
      [
        'half a letter in the message',
        (good) => ({ ...good, items: good.items.map((item) => ({ ...item, message: '\uD83C' })) }),
        '#/items/0/message',
      ],
      [
        'a day that is none',
        (good) => ({ ...good, items: good.items.map((item) => ({ ...item, day: '2026-02-30' })) }),
        '#/items/0/day',
      ],
      [
        'no allergens, as from a page opened before the shop asked for them',
        (good) => ({ ...good, items: good.items.map(({ allergens: _, ...item }) => item) }),
        '#/items/0/allergens',
      ],
      [
        'a predecessor that is no order id',
        (good) => ({ ...good, replaces: 'none' }),
        '#/replaces',
      ],
    ];
    const { shop, ada } = await open();
    const good = await ada.requestFor(CAKE);
    for (const [what, tamper, pointer] of tampered) {
      const id = randomUUID();
      const { status, headers, body } = await ada.place(tamper(good), id);
      expect({ what, status, type: headers.get('Content-Type'), body }).toMatchObject({
        what,
        status: 422,
        type: 'application/problem+json',
        body: { errors: [{ pointer }] },
      });
      expect(await readPublicOrder(shop.shop.db, id)).toBeUndefined();
    }
  });

  test('with 1,000 items or 1 MB of text is too large', async () => {
    const { shop, ada } = await open();
    const good = await ada.requestFor(CAKE);
    for (const tampered of [
      { ...good, items: Array(1000).fill(good.items[0]) },
      { ...good, name: 'x'.repeat(1024 * 1024) },
    ]) {
      const id = randomUUID();
      expect((await ada.place(tampered, id)).status).toBe(413);
      expect(await readPublicOrder(shop.shop.db, id)).toBeUndefined();
    }
  });

  test('with what is no JSON, or under what is no id, is refused', async () => {
    const { ada } = await open();
    expect((await ada.place('{"name":', randomUUID())).status).toBe(422);
    expect((await ada.place(await ada.requestFor(CAKE), 'my-order')).status).toBe(404);
  });

  test('names every difference at once: price, cake, day and message', async () => {
    const { shop, ada } = await open();
    const { items, ...details } = await ada.requestFor(CAKE, CAKE, CANDLES, CAKE);
    const [first, second, candles, fourth] = items;
    const id = randomUUID();
    const answer = await ada.place(
      {
        ...details,
        items: [
          { ...first, api: 'price_of_last_week' },
          { ...second, cakeId: 'sold-out-cake' },
          { ...candles, message: 'Hello' },
          { ...fourth, day: todayAt(shop.shop), sizeId: first?.sizeId, message: 'Ada 🎂' },
        ],
      },
      id,
    );
    expect(answer).toMatchObject({
      status: 409,
      body: {
        type: 'urn:problem-type:battenberg:order-changed',
        differences: [
          { kind: 'price', item: 0, size: { api: first?.api } },
          { kind: 'gone', item: 1 },
          { kind: 'no-message', item: 2 },
          { kind: 'message', item: 3, message: 'Ada' },
          {
            kind: 'day',
            item: 3,
            reason: 'too-soon',
            offered: expect.arrayContaining([first?.day]),
          },
        ],
      },
    });
    expect(await readPublicOrder(shop.shop.db, id)).toBeUndefined();
  });

  test('gives the browser that placed it its customer’s page, and nobody who knows the id', async () => {
    const { shop, ada } = await open();
    const [own, other] = [secrets.urlToken(), secrets.urlToken()];
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    const { body } = await ada.place({ ...request, linkToken: own }, id);
    // The page is of what is booked.
    expect(await customerOrder(shop.shop, own)).toBeUndefined();
    await ada.place({ ...request, linkToken: other }, id);
    await ada.pay(Object(body).checkoutUrl);
    await ada.confirm(id);
    expect(await customerOrder(shop.shop, own)).toMatchObject({ id });
    expect(await customerOrder(shop.shop, other)).toBeUndefined();
    expect(JSON.stringify([body, await ada.read(id), await ada.confirm(id)])).not.toContain(own);
    const [current, corrected] = [request.email, 'ada.lovelace@example.org'];
    await correctEmail(shop.shop, id, { current, corrected });
    expect(await customerOrder(shop.shop, own)).toMatchObject({ id });
    // The same token with another order still opens the first.
    const second = randomUUID();
    expect((await ada.place({ ...request, linkToken: own }, second)).status).toBe(201);
    expect(await customerOrder(shop.shop, own)).toMatchObject({ id });
    expect((await ada.place({ ...request, linkToken: id }, randomUUID())).status).toBe(422);
  });

  test('compares the cereal and the nut too, except for what was shown in words alone', async () => {
    const place = await stocked();
    const shop = await openTestShop({ where: place.where, jobs: false });
    const ada = customer(shop);
    const good = await ada.requestFor(ALMOND_CAKE);
    const showing = (...allergens: string[]) => ({
      ...good,
      items: good.items.map((item) => ({ ...item, allergens })),
    });
    const change = (allergens: Allergen[], contains: PreciseAllergen[] | undefined) =>
      editCake(shop.shop, ALMOND_CAKE, (content) => ({ ...content, allergens, contains }));
    const differences = async (...shown: string[]) =>
      Object((await ada.place(showing(...shown))).body).differences;

    const id = randomUUID();
    expect((await ada.place(showing('Nuts', 'Eggs', 'Dairy'), id)).status).toBe(201);
    expect((await ada.place(showing('Eggs', 'Dairy', 'Nuts'), id)).status).toBe(200);
    const precise: PreciseAllergen[] = ['Eggs', 'Dairy (milk)', 'Nuts (almonds)'];
    expect(await readPublicOrder(shop.shop.db, id)).toMatchObject({
      items: [{ allergens: precise }],
    });

    const hazelnuts: PreciseAllergen[] = ['Eggs', 'Dairy (milk)', 'Nuts (hazelnuts)'];
    await change(['Eggs', 'Dairy', 'Nuts'], hazelnuts);
    expect(await differences(...precise)).toEqual([
      { kind: 'allergens', item: 0, allergens: ['Eggs', 'Dairy', 'Nuts'], contains: hazelnuts },
    ]);
    expect(await differences('Eggs', 'Nuts')).toEqual([
      { kind: 'allergens', item: 0, allergens: ['Eggs', 'Dairy', 'Nuts'] },
    ]);
    expect(await differences(...hazelnuts)).toBeUndefined();

    // The specification has no word for sesame.
    const sesame: PreciseAllergen[] = [...hazelnuts, 'Sesame'];
    await change(['Eggs', 'Dairy', 'Nuts'], sesame);
    expect(await differences('Eggs', 'Dairy', 'Nuts')).toMatchObject([{ contains: sesame }]);
    expect(await differences(...sesame)).toBeUndefined();

    // A shop that names none, and one whose words were changed alone.
    for (const contains of [undefined, precise]) {
      await change(['Eggs', 'Nuts'], contains);
      expect(await differences('Eggs', 'Nuts')).toBeUndefined();
      expect(Object(await findCake(shop.shop, ALMOND_CAKE)).contains).toBeUndefined();
    }
  });

  test('asks for agreement to what a cake may contain, and keeps that with the order', async () => {
    const { shop, ada } = await open();
    const good = await ada.requestFor(TRACE_CAKE);
    const { mayContain = [] } = (await findCake(shop.shop, TRACE_CAKE)) ?? {};
    expect(mayContain).not.toEqual([]);
    const showing = (shown: string[] | undefined) => ({
      ...good,
      items: good.items.map((item) => ({ ...item, mayContain: shown })),
    });
    for (const shown of [undefined, [], [...mayContain, 'Sesame']]) {
      expect(await ada.place(showing(shown))).toMatchObject({
        status: 409,
        body: { differences: [{ kind: 'allergens', item: 0, mayContain }] },
      });
    }
    const id = randomUUID();
    expect((await ada.place(showing(mayContain), id)).status).toBe(201);
    expect((await ada.place(showing([]), id)).status).toBe(409);
    expect(await readPublicOrder(shop.shop.db, id)).toMatchObject({ items: [{ mayContain }] });
    const { body } = await ada.read(id);
    expect(body).toMatchObject({ items: [{ mayContain }] });
  });

  test('asks for agreement when the allergens shown are not those of the cake', async () => {
    const { shop, ada } = await open();
    const good = await ada.requestFor(CAKE);
    const showing = (allergens: string[]) => ({
      ...good,
      items: good.items.map((item) => ({ ...item, allergens })),
    });
    const now = good.items.flatMap(({ allergens }) => allergens);
    for (const shown of [now.slice(1), [...now, 'Nuts'], [], ['A name of last year']]) {
      const id = randomUUID();
      expect(await ada.place(showing(shown), id)).toMatchObject({
        status: 409,
        body: { differences: [{ kind: 'allergens', item: 0, allergens: now }] },
      });
      expect(await readPublicOrder(shop.shop.db, id)).toBeUndefined();
    }
    const id = randomUUID();
    expect((await ada.place(showing([...now, ...now].reverse()), id)).status).toBe(201);
    expect((await ada.place(showing(now), id)).status).toBe(200);
    expect((await ada.place(showing([...now, 'Nuts']), id)).status).toBe(409);
  });

  test('for a day further ahead than the calendar goes is refused, with other days', async () => {
    const { shop, ada } = await open();
    const { items, ...details } = await ada.requestFor(CAKE);
    const { daysAhead } = await calendarRules(shop.shop);
    // Not the day after the last one: midnight may come before the answer.
    for (const day of [addDays(todayAt(shop.shop), daysAhead + 2), '9999-12-31']) {
      const id = randomUUID();
      const answer = await ada.place({ ...details, items: [{ ...items[0], day }] }, id);
      expect(answer).toMatchObject({
        status: 409,
        body: {
          differences: [
            { kind: 'day', reason: 'too-far', offered: expect.arrayContaining([items[0]?.day]) },
          ],
        },
      });
      expect(await readPublicOrder(shop.shop.db, id)).toBeUndefined();
    }
    const last = lastOpenDay(todayAt(shop.shop), await calendarRules(shop.shop));
    const onTheLast = { ...details, items: [{ ...items[0], day: last }] };
    expect((await ada.place(onTheLast)).status).toBe(201);
  });

  test('shows nobody who ordered, nor anything of the payment provider', async () => {
    const { ada } = await open();
    const { id } = await ada.order(CAKE);
    const { body, headers } = await ada.read(id);
    expect(body).toMatchObject({ id, state: 'placed', paid: false });
    expect(JSON.stringify(body)).not.toMatch(/Ada|ada@|7946|price_|cs_/);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect((await ada.read(randomUUID())).status).toBe(404);
    expect((await ada.read('my-order')).status).toBe(404);
  });
});
