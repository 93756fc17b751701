import { expect, test } from 'vitest';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { readInbox } from '#test/inbox.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';

const CAKE = 'berry-drip-cake';
const [TYPED, RIGHT] = ['ada@example.org', 'ada.lovelace@example.org'];

describeDailyOnSqlite('a mistyped e-mail address', ({ stocked }) => {
  async function open(servers = 1) {
    const shop = await openTestShop({ where: (await stocked()).where, servers });
    const ada = customer(shop);
    const correct = (id: string, body: unknown = { current: TYPED, corrected: RIGHT }) =>
      ada.call('POST', `/api/orders/${id}/email`, body);
    /** Where the confirmations of an order went, oldest first. */
    const confirmations = async (id: string) =>
      (await readInbox(shop.mail))
        .filter(({ order_id }) => order_id === id)
        .flatMap(({ to_email }) => to_email ?? [])
        .reverse();
    const paid = async () => {
      const { id, checkoutUrl } = await ada.order(CAKE);
      await ada.pay(checkoutUrl);
      await waitFor(async () => expect(await confirmations(id)).toEqual([TYPED]));
      await waitFor(async () => expect(await ada.inbox(id)).toHaveLength(1));
      return id;
    };
    return { shop, ada, correct, confirmations, paid };
  }

  test('is corrected once: the confirmation goes there and the cafe is told', async () => {
    const { ada, correct, confirmations, paid } = await open();
    const id = await paid();
    expect((await correct(id)).status).toBe(204);
    await waitFor(async () => expect(await confirmations(id)).toEqual([TYPED, RIGHT]));
    await waitFor(async () => expect(await ada.inbox(id)).toHaveLength(2));
    expect((await ada.inbox(id))[0]).toContain(`Email: ${RIGHT}`);
    expect((await ada.read(id)).body).toMatchObject({ paid: true });

    const again = await correct(id, { current: RIGHT, corrected: TYPED });
    expect(again).toMatchObject({
      status: 409,
      body: { title: expect.stringContaining('cannot') },
    });
    expect(JSON.stringify(again.body)).not.toContain('@');
  });

  test('is corrected to one of an international domain', async () => {
    const { correct, confirmations, paid } = await open();
    const id = await paid();
    const corrected = 'ada@bäckerei.example';
    expect((await correct(id, { current: TYPED, corrected })).status).toBe(204);
    await waitFor(async () =>
      expect(await confirmations(id)).toContain('ada@xn--bckerei-5wa.example'),
    );
  });

  test('is corrected by one of two tabs', async () => {
    const { correct, paid } = await open();
    const id = await paid();
    const answers = await Promise.all([correct(id), correct(id), correct(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
  });

  test('stays until somebody who knows it gives one address', async () => {
    const { ada, correct, paid } = await open();
    const id = await paid();
    for (const [body, status] of [
      [{ current: 'eve@example.org', corrected: RIGHT }, 409],
      // A character that PostgreSQL cannot store.
      [{ current: '\0', corrected: RIGHT }, 409],
      [{ current: TYPED, corrected: 'ada at example' }, 422],
      [{ current: TYPED, corrected: 'a@example.org, b@example.org' }, 422],
      [{ current: TYPED, corrected: 'a@example.org\r\nBcc: b@example.org' }, 422],
      [{}, 422],
    ] as const) {
      expect({ body, status: (await correct(id, body)).status }).toEqual({ body, status });
    }
    expect((await ada.inbox(id))[0]).toContain(`Email: ${TYPED}`);
    expect((await correct(id)).status).toBe(204);
  });

  test('of an unpaid or unknown order stays', async () => {
    const { ada, correct } = await open();
    const { id } = await ada.order(CAKE);
    expect((await correct(id)).status).toBe(409);
    expect((await correct('8d0e8f5c-3a6f-4a8f-9d6e-3f2b1c0a9e8d')).status).toBe(404);
    expect((await correct('none')).status).toBe(404);
  });
});
