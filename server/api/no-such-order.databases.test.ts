import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPublicOrder } from '#server/orders/rows.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { openTestShop } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';

describeDailyOnSqlite('an order that does not exist', ({ stocked }) => {
  async function open() {
    const place = await stocked();
    const shop = await openTestShop({ where: place.where, jobs: false });
    return { place, shop, ada: customer(shop) };
  }

  /** Ids that nobody has: the first is well-formed, the others are not. */
  const strangers = () => [
    randomUUID(),
    'my-order',
    // Of version 1, by its fifteenth letter.
    '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    randomUUID().slice(0, -1),
    `${randomUUID()}'--`,
    '00000000-0000-0000-0000-000000000000',
    '0',
    '%00',
    '%0d%0aX: y',
    '%E0%A4%A',
    '..%2f..%2fetc',
    'a'.repeat(4000),
    encodeURIComponent('🎂\u202E'),
  ];

  test('gets the same answer for an unknown and a malformed id', async () => {
    const { ada } = await open();
    const request = await ada.requestFor(CAKE);
    const answers = [];
    for (const id of strangers()) answers.push(await ada.read(id), await ada.confirm(id));
    for (const id of strangers().slice(1)) answers.push(await ada.place(request, id));
    const said = answers.map(({ status, headers, body }) => {
      // What is another with every answer, whatever was asked.
      const { date: _, 'x-request-id': __, ...alike } = Object.fromEntries(headers);
      return { status, body, headers: alike };
    });
    expect(said[0]).toMatchObject({
      status: 404,
      body: { type: 'urn:problem-type:battenberg:not-found', detail: 'There is no such order.' },
    });
    expect(said.filter((each) => JSON.stringify(each) !== JSON.stringify(said[0]))).toEqual([]);
  });

  test('is looked up in the database only if its id is well-formed', async () => {
    const { place, shop, ada } = await open();
    await place.run('alter table orders rename to hidden');
    const [unknown = '', ...malformed] = strangers();
    expect((await ada.read(unknown)).status).toBe(500);
    expect((await ada.confirm(unknown)).status).toBe(500);
    // What the thank-you page loads.
    await expect(readPublicOrder(shop.shop.db, unknown)).rejects.toThrow();
    for (const id of malformed) {
      expect([id, (await ada.read(id)).status]).toEqual([id, 404]);
      expect([id, (await ada.confirm(id)).status]).toEqual([id, 404]);
    }
  });
});

describeDailyOnSqlite('the public view of an order', ({ stocked }) => {
  test('contains nothing about the customer or of the payment provider', async () => {
    const shop = await openTestShop({ where: (await stocked()).where, jobs: false });
    const ada = customer(shop);
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    const answers = [await ada.place(request, id), await ada.place(request, id)];
    answers.push(await ada.place({ ...request, name: 'Mallory' }, id));
    answers.push(await ada.read(id), await ada.confirm(id));
    await ada.pay(Object(answers[0]?.body).checkoutUrl);
    answers.push(await ada.confirm(id), await ada.read(id), await ada.place(request, id));

    const [session] = await (await fetch(`${shop.stripe}/practice/sessions`)).json();
    const secrets: string[] = [request.name, request.email, request.phone, session.id];
    secrets.push(...request.items.map(({ api }) => api));
    const told = answers.map(({ headers, body }) => {
      // The checkout's URL, Stripe's own, is returned for as long as the order can be paid.
      const { checkoutUrl: _, ...rest } = Object(body);
      return JSON.stringify([...headers, rest]);
    });
    expect(secrets.filter((secret) => told.some((text) => text.includes(secret)))).toEqual([]);
    expect(secrets.every((secret) => secret.length > 4)).toBe(true);
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 409, 200, 200, 200, 200, 409]);
  });
});
