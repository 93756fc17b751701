import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Order } from '#domain/orders/order.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { attachCheckout, endCheckout } from '#server/orders/checkout.ts';
import { openIncidents } from '#server/orders/incidents.ts';
import { syncPaymentStatus } from '#server/orders/pay.ts';
import { placeOrder } from '#server/orders/place.ts';
import { reconcile } from '#server/orders/reconcile.ts';
import { recoverOrders } from '#server/orders/recover.ts';
import { syncReversals } from '#server/orders/reversals.ts';
import { readOrder } from '#server/orders/rows.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { practiceStripe, sessionOf } from '#test/practice-control.ts';
import { shopOn } from '#test/shop-on.ts';
import { openTestShop, paymentsOf, runningClock } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';
const HOUR = 60 * 60;

describe.each(bothDatabases)('payments in a race on $name', ({ stocked }) => {
  async function open() {
    const place = await stocked();
    const { clock, pass } = runningClock();
    const shop = await openTestShop({ where: place.where, jobs: false, clock });
    const ada = customer(shop);
    await ada.setPractice('stripe', { webhooks: 'never' });
    const database = await place.open();
    return {
      place,
      testShop: shop,
      shop: shop.shop,
      ada,
      stripe: practiceStripe(shop.stripe),
      otherServer: shopOn(database, { payments: paymentsOf(shop), clock }),
      pass,
      async find(id: string) {
        const order = await readOrder(database.db, id);
        if (!order) throw new Error(`There is no order ${id}.`);
        return order;
      },
    };
  }

  test('an attempt whose checkout opens while it is replaced cannot be paid', async () => {
    const { ada, stripe, otherServer, find } = await open();
    const { id, checkoutUrl } = await ada.order(CAKE);
    const readBefore = { ...(await find(id)), checkoutId: null };
    expect(await endCheckout(otherServer, readBefore)).toMatchObject({ state: 'expired' });
    expect(await stripe.status(checkoutUrl)).toBe('expired');
    expect((await find(id)).state).toBe('expired');
  });

  test('an order whose checkout opens while it is checked does not expire', async () => {
    const { ada, otherServer, find, pass } = await open();
    const { id } = await ada.order(CAKE);
    const readBefore = { ...(await find(id)), checkoutId: null };
    pass(2 * HOUR);
    expect(await syncPaymentStatus(otherServer, readBefore)).toEqual({ state: 'placed' });
    expect((await find(id)).state).toBe('placed');
  });

  test('placing an order again expires no checkout', async () => {
    const { ada, stripe } = await open();
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    await ada.place(request, id);
    const other = await ada.order(CAKE);
    expect((await ada.place({ ...request, replaces: other.id }, id)).status).toBe(200);
    expect(await stripe.status(other.checkoutUrl)).toBe('open');
  });

  test('an order never gets another checkout', async () => {
    const { ada, otherServer, find } = await open();
    const { id, checkoutUrl } = await ada.order(CAKE);
    expect(await attachCheckout(otherServer, id, 'cs_test_other')).toBe(false);
    expect((await find(id)).checkoutId).toBe(sessionOf(checkoutUrl));
  });

  test('a backup from before the checkout was stored loses no payment, though the order has expired', async () => {
    const { place, testShop, ada, shop, find } = await open();
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    await place.run(`update orders set checkout_id = null, state = 'expired' where id = '${id}'`);
    await recoverOrders(shop);
    const { state, number } = await find(id);
    expect(state).toBe('funded');
    expect(await openIncidents(shop)).toMatchObject([
      {
        kind: 'late-payment',
        title: 'An order was paid late.',
        orderId: id,
        orderNumber: number,
        remedies: [
          { action: 'call' },
          { action: 'open-at-stripe', url: `${testShop.stripe}/` },
          { action: 'close' },
        ],
      },
    ]);
  });

  test('a payment of a replaced order is reported to the owner, also after the database fails once', async () => {
    const { place, ada, shop, otherServer, find } = await open();
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    const other = await ada.order(CAKE);
    await place.run(
      `update orders set replaced_by = '${other.id}', state = 'expired' where id = '${id}'`,
    );
    await place.run('alter table incidents rename to hidden');
    await expect(syncPaymentStatus(otherServer, await find(id))).rejects.toThrow();
    await place.run('alter table hidden rename to incidents');
    await ada.confirm(id);
    await recoverOrders(shop);
    expect((await find(id)).state).toBe('funded');
    expect(await openIncidents(shop)).toMatchObject([{ kind: 'payment-mismatch', orderId: id }]);
  });

  test.each(['older than the order', 'older than the refund'])(
    'a backup %s still tells the cafe of the refund',
    async (age) => {
      const { place, ada, shop, stripe, find } = await open();
      const { id, checkoutUrl } = await ada.order(CAKE);
      await ada.pay(checkoutUrl);
      if (age === 'older than the order') {
        for (const table of ['ledger', 'order_events', 'order_items', 'orders'])
          await place.run(`delete from ${table}`);
      } else {
        await ada.confirm(id);
        await deliverEmails(shop);
      }
      await stripe.refund(checkoutUrl, {});
      await recoverOrders(shop);
      await deliverEmails(shop);
      const [text] = await ada.inbox(id);
      expect(text).toMatch(/^REFUNDED IN FULL/m);
      expect(await find(id)).toMatchObject({ state: 'paid', reversals: [{ amount: 4800 }] });
    },
  );

  test('a refund reported before the payment is stored before the cafe is notified', async () => {
    const { ada, otherServer, stripe, find } = await open();
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    await stripe.refund(checkoutUrl, {});
    const read: Promise<Order>[] = [];
    const payments: typeof otherServer.payments = {
      ...otherServer.payments,
      checkout(asked) {
        read.push(find(id));
        return otherServer.payments.checkout(asked);
      },
    };
    await syncReversals({ ...otherServer, payments }, await find(id));
    expect(read).toHaveLength(1);
    for (const order of await Promise.all(read)) expect(order.reversals).toHaveLength(1);
    expect((await find(id)).state).toBe('funded');
  });

  test('an answer of Stripe that took long does not replace a newer one', async () => {
    const { ada, otherServer, stripe, find } = await open();
    const { id, checkoutUrl } = await ada.buy(CAKE);
    await stripe.refund(checkoutUrl, { amount: 100 });
    const order = await find(id);
    let reads = 0;
    const payments: typeof otherServer.payments = {
      ...otherServer.payments,
      async reversals(asked) {
        const answer = await otherServer.payments.reversals(asked);
        reads += 1;
        if (reads > 1) return answer;
        // Another server hears of the next refund, and is answered, before this answer arrives.
        await stripe.refund(checkoutUrl, { amount: 200 });
        await syncReversals(otherServer, order);
        return answer;
      },
    };
    await syncReversals({ ...otherServer, payments }, order);
    const { reversals } = await find(id);
    expect(reversals.map(({ amount }) => amount).sort()).toEqual([100, 200]);
    expect(reads).toBe(2);
  });

  test('no checkout replaces one that Stripe cannot expire, even after its deadline', async () => {
    const { ada, otherServer, pass } = await open();
    const { id, checkoutUrl } = await ada.order(CAKE);
    const request = { ...(await ada.requestFor(CAKE)), replaces: id };
    // What Stripe answers while it is taking the payment.
    const payments = {
      ...otherServer.payments,
      expireCheckout: async () => ({ status: 'open' as const, url: checkoutUrl }),
    };
    pass(2 * HOUR);
    const placed = await placeOrder({ ...otherServer, payments }, randomUUID(), request);
    expect(placed).toEqual({ ok: false, reason: 'payments-unavailable' });
  });

  test('an order for which Stripe always fails does not stop the comparison of others', async () => {
    const { ada, shop, stripe, find } = await open();
    const paid = await ada.order(CAKE);
    await ada.pay(paid.checkoutUrl);
    // Compared first: Stripe lists the newest first.
    const failing = await ada.order(CAKE);
    await ada.pay(failing.checkoutUrl);
    await stripe.alwaysFail(failing.checkoutUrl);
    await expect(recoverOrders(shop)).rejects.toThrow('unreachable');
    expect((await find(paid.id)).state).toBe('funded');
  });

  test('an order that becomes unreadable again is raised again', async () => {
    const { place, ada, shop } = await open();
    const { id } = await ada.order(CAKE);
    for (const allergens of ['Nuts', '["Nuts"]', 'Eggs']) {
      await place.run(`update order_items set allergens = '${allergens}' where order_id = '${id}'`);
      await reconcile(shop, 0);
      const incidents = await openIncidents(shop);
      expect(incidents).toHaveLength(allergens === '["Nuts"]' ? 0 : 1);
    }
  });

  test("Stripe's error message is not logged", async () => {
    const { testShop } = await open();
    const payments = paymentsOf(testShop, 'sk_live_wrong');
    const error = await payments.paidCheckout('cs_test_1').catch((error: unknown) => error);
    expect(inspect(error)).toContain('unreachable');
    expect(inspect(error)).not.toMatch(/Invalid API Key/i);
  });
});
