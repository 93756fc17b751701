import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { deliverEmails } from '#server/emails/deliver.ts';
import { reconcile } from '#server/orders/reconcile.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { CARDS } from '#test/card-page.ts';
import { customer } from '#test/customer.ts';
import { sessionOf } from '#test/practice-control.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';

const CAKE = 'berry-drip-cake';

describeDailyOnSqlite('confirming an order', ({ stocked }) => {
  async function open({ jobs = true, servers = 1, webhooks = 'normal' } = {}) {
    const shop = await openTestShop({ where: (await stocked()).where, jobs, servers });
    const ada = customer(shop);
    await ada.setPractice('stripe', { webhooks });
    const paid = async (id: string) =>
      vi.waitFor(async () => expect((await ada.read(id)).body).toMatchObject({ paid: true }), {
        timeout: 30_000,
      });
    return { shop, ada, paid };
  }

  test('the webhook alone is enough', async () => {
    const { ada, paid } = await open();
    const { id, checkoutUrl } = await ada.order(CAKE);
    expect(await ada.pay(checkoutUrl)).toContain(`/thank-you-page/${id}`);
    await paid(id);
    expect(await ada.inbox(id)).toHaveLength(1);
  });

  test('the thank-you page alone is enough', async () => {
    const { shop, ada } = await open({ jobs: false, webhooks: 'never' });
    const { id, checkoutUrl } = await ada.order(CAKE);
    expect((await ada.confirm(id)).body).toMatchObject({
      order: { state: 'placed' },
      checkoutUrl,
      checked: true,
    });
    await ada.pay(checkoutUrl);
    expect((await ada.confirm(id)).body).toMatchObject({ order: { state: 'funded', paid: false } });
    await deliverEmails(shop.shop);
    expect((await ada.confirm(id)).body).toMatchObject({ order: { paid: true } });
  });

  test('the reconciliation job alone is enough', async () => {
    const { shop, ada } = await open({ jobs: false, webhooks: 'never' });
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    await waitFor(async () => {
      await reconcile(shop.shop, 0);
      expect((await ada.read(id)).body).toMatchObject({ state: 'funded' });
    });
  });

  test('all three together, and each repeated, send one e-mail', async () => {
    const { shop, ada, paid } = await open({ webhooks: 'thrice' });
    const { id, checkoutUrl } = await ada.order(CAKE);
    await Promise.all([
      ada.pay(checkoutUrl),
      ...[1, 2, 3].flatMap(() => [ada.confirm(id), reconcile(shop.shop, 0)]),
    ]);
    await paid(id);
    await Promise.all([ada.confirm(id), reconcile(shop.shop, 0)]);
    expect(await ada.inbox(id)).toHaveLength(1);
  });

  test('a declined card funds nothing, the next card does', async () => {
    const { ada, paid } = await open();
    const { id, checkoutUrl } = await ada.order(CAKE);
    expect(await ada.pay(checkoutUrl, CARDS.declined)).toBeNull();
    expect((await ada.confirm(id)).body).toMatchObject({ order: { state: 'placed' }, checkoutUrl });
    await ada.pay(checkoutUrl);
    await paid(id);
  });

  test('while e-mail fails the order is funded but not paid, and becomes paid later', async () => {
    const { ada, paid } = await open();
    await ada.setPractice('mail', { sending: '403' });
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    await waitFor(async () =>
      expect((await ada.confirm(id)).body).toMatchObject({
        order: { state: 'funded', paid: false },
      }),
    );
    expect(await ada.inbox(id)).toHaveLength(0);
    await ada.setPractice('mail', { sending: 'works' });
    await paid(id);
    expect(await ada.inbox(id)).toHaveLength(1);
  });

  test('an expired checkout expires the order, and its id cannot be used again', async () => {
    const { shop, ada } = await open();
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    await ada.place(request, id);
    const sessions = await (await fetch(`${shop.stripe}/practice/sessions`)).json();
    await fetch(`${shop.stripe}/practice/sessions/${sessions[0].id}/expire`, { method: 'POST' });
    await waitFor(async () =>
      expect((await ada.read(id)).body).toMatchObject({ state: 'expired', paid: false }),
    );
    expect(await ada.place(request, id)).toMatchObject({
      status: 409,
      body: { type: 'urn:problem-type:battenberg:order-expired' },
    });
  });

  test('placing a paid order again is rejected as paid', async () => {
    const { ada, paid } = await open();
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    const { body } = await ada.place(request, id);
    await ada.pay(Object(body).checkoutUrl);
    await paid(id);
    expect(await ada.place(request, id)).toMatchObject({
      status: 409,
      body: { type: 'urn:problem-type:battenberg:already-paid' },
    });
  });

  test('two servers handle one order in turn', async () => {
    const { shop, ada, paid } = await open({ servers: 2, webhooks: 'never' });
    const other = customer(shop, 1);
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    const first = await ada.place(request, id);
    const again = await other.place(request, id);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    await ada.pay(Object(first.body).checkoutUrl);
    await Promise.all([other.confirm(id), ada.confirm(id), other.confirm(id)]);
    await paid(id);
    expect((await other.read(id)).body).toMatchObject({ paid: true });
    expect(await ada.inbox(id)).toHaveLength(1);
  });

  describe('a webhook', () => {
    const event = (checkoutId: string, orderId: string) =>
      JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type: 'checkout.session.completed',
        data: {
          object: { id: checkoutId, client_reference_id: orderId, payment_status: 'paid' },
        },
      });
    const signed = (payload: string, secret: string, timestamp = Date.now() / 1000) =>
      new Stripe('sk_test').webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: Math.floor(timestamp),
      });

    test.each([
      ['forged', (payload: string) => signed(payload, 'whsec_of_somebody_else')],
      ['old', (payload: string) => signed(payload, 'whsec_practice', Date.now() / 1000 - 301)],
      ['for another body', () => signed('{}', 'whsec_practice')],
      ['missing', () => ''],
    ])('whose signature is %s is refused and changes nothing', async (_, sign) => {
      const { ada } = await open({ jobs: false });
      const { id, checkoutUrl } = await ada.order(CAKE);
      const payload = event(sessionOf(checkoutUrl), id);
      await ada.pay(checkoutUrl);
      const answer = await ada.call('POST', '/webhooks/stripe', payload, {
        'Stripe-Signature': sign(payload),
      });
      expect(answer.status).toBe(400);
    });

    test('that is signed is no proof: the checkout itself is checked', async () => {
      const { ada } = await open({ jobs: false, webhooks: 'never' });
      const { id, checkoutUrl } = await ada.order(CAKE);
      const say = async (checkoutId: string) => {
        const payload = event(checkoutId, id);
        const headers = { 'Stripe-Signature': signed(payload, 'whsec_practice') };
        return (await ada.call('POST', '/webhooks/stripe', payload, headers)).status;
      };
      // Of the order's own checkout, of one that nobody opened, of another order's.
      const other = await ada.order(CAKE);
      for (const checkout of [checkoutUrl, '/cs_test_unknown', other.checkoutUrl]) {
        expect(await say(sessionOf(checkout))).toBe(200);
        expect((await ada.read(id)).body).toMatchObject({ state: 'placed' });
      }
      await ada.pay(other.checkoutUrl);
      expect(await say(sessionOf(other.checkoutUrl))).toBe(200);
      expect((await ada.read(id)).body).toMatchObject({ state: 'placed' });
      expect((await ada.read(other.id)).body).toMatchObject({ state: 'funded' });
      await ada.pay(checkoutUrl);
      expect(await say(sessionOf(checkoutUrl))).toBe(200);
      expect((await ada.read(id)).body).toMatchObject({ state: 'funded', paid: false });
    });
  });
});
