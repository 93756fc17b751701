import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { customerOrder } from '#server/orders/customer-order.ts';
import { recordsOfCustomer } from '#server/orders/customer-records.ts';
import { openIncidents } from '#server/orders/incidents.ts';
import { placeRequest } from '#server/requests/place.ts';
import { todayAt } from '#server/shop.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { CARDS } from '#test/card-page.ts';
import { customer } from '#test/customer.ts';
import { readInbox } from '#test/inbox.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';

const CAKE = 'berry-drip-cake';
const GIVEN = 'ada.lovelace@example.org';

describeDailyOnSqlite('the address given at payment', ({ stocked }) => {
  async function open() {
    const shop = await openTestShop({ where: (await stocked()).where });
    const ada = customer(shop);
    const buy = async (email: string) => {
      const { id, checkoutUrl } = await ada.orderFor({ ...(await ada.requestFor(CAKE)), email });
      await ada.pay(checkoutUrl, CARDS.pays, 'card', GIVEN);
      await waitFor(async () => expect((await ada.read(id)).body).toMatchObject({ paid: true }));
      return id;
    };
    const emails = async (id: string) =>
      (await readInbox(shop.mail)).filter(
        (email) => email.order_id === id && email.to_email !== undefined,
      );
    return { ...shop, ada, buy, emails };
  }

  test('is used if the typed one cannot be an address, and nobody reads it', async () => {
    const { shop, ada, buy, emails } = await open();
    const id = await buy('x');
    await waitFor(async () => expect(await emails(id)).toMatchObject([{ to_email: GIVEN }]));
    const { body } = await ada.read(id);
    expect(body).toMatchObject({ emailDetour: 'at-payment' });
    expect(JSON.stringify(body)).not.toContain('@');
    // The link in the e-mail works.
    const [email] = await emails(id);
    const [, token = ''] = /\/my-order\/(\w+)/.exec(email?.text ?? '') ?? [];
    expect(await customerOrder(shop, token)).toMatchObject({ id, email: 'a•••@e•••.org' });
    expect(await openIncidents(shop)).toEqual([]);
    // Who asks to be forgotten may know only this one.
    const requestId = randomUUID();
    const wish = {
      occasion: 'Birthday',
      people: 8,
      day: todayAt(shop),
      ideas: 'A fox',
      budget: '',
    };
    const content = { ...wish, name: 'Ada', email: GIVEN, phone: '' };
    await placeRequest(shop, requestId, { content, photos: [], linkToken: 'a'.repeat(26) });
    const known = await recordsOfCustomer(shop, requestId);
    expect(known.map((each) => each.id)).toEqual([id, requestId]);
  });

  test('ends with a correction: the corrected one wins, and its links', async () => {
    const { shop, ada, buy, emails } = await open();
    const id = await buy('x');
    await waitFor(async () => expect(await emails(id)).toHaveLength(1));
    const [first] = await emails(id);
    const corrected = 'ada@example.org';
    const body = { current: 'x', corrected };
    expect((await ada.call('POST', `/api/orders/${id}/email`, body)).status).toBe(204);
    await waitFor(async () => expect(await emails(id)).toHaveLength(2));
    expect((await emails(id)).map(({ to_email }) => to_email)).toContain(corrected);
    expect((await ada.read(id)).body).not.toHaveProperty('emailDetour');
    const [, token = ''] = /\/my-order\/(\w+)/.exec(first?.text ?? '') ?? [];
    expect(await customerOrder(shop, token)).toBeUndefined();
  });

  test('is not used if the typed one is an address', async () => {
    const { ada, buy, emails } = await open();
    const id = await buy('ada@example.org');
    await waitFor(async () =>
      expect(await emails(id)).toMatchObject([{ to_email: 'ada@example.org' }]),
    );
    expect((await ada.read(id)).body).not.toHaveProperty('emailDetour');
  });
});
