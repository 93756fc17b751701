import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { deliverEmails } from '#server/emails/deliver.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { anonymiseCustomer } from '#server/orders/customer-records.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { closeIncident, openIncidents } from '#server/orders/incidents.ts';
import { monthReport } from '#server/orders/ledger.ts';
import { reconcile } from '#server/orders/reconcile.ts';
import { recoverOrders } from '#server/orders/recover.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { readInbox } from '#test/inbox.ts';
import { offeredRefund } from '#test/offered-refund.ts';
import { practiceStripe, sessionOf } from '#test/practice-control.ts';
import { openTestShop, runningClock } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';

const CAKE = 'berry-drip-cake';
const DAY = 24 * 60 * 60;

describeDailyOnSqlite('payments in trouble', ({ stocked }) => {
  async function open({ jobs = false, webhooks = 'never', servers = 1 } = {}) {
    const place = await stocked();
    const { clock, pass } = runningClock();
    const shop = await openTestShop({ where: place.where, jobs, servers, clock });
    const ada = customer(shop);
    await ada.setPractice('stripe', { webhooks });
    return {
      place,
      shop: shop.shop,
      ada,
      bob: customer(shop, servers - 1),
      stripe: practiceStripe(shop.stripe),
      reconcile: () => reconcile(shop.shop, 0),
      pass,
      state: async (id: string) => Object((await ada.read(id)).body).state,
      incidents: async () =>
        (await openIncidents(shop.shop)).map(({ kind, orderId }) => [kind, orderId]),
      /** Sends what is due. @returns what customers have had until now. */
      async toCustomers() {
        await deliverEmails(shop.shop);
        return (await readInbox(shop.mail)).filter((each) => each.to_email);
      },
    };
  }

  test.each([
    ['30p', { amount: 30, currency: 'gbp' }],
    ['¥100', { amount: 100, currency: 'jpy' }],
    ['the whole price', { amount: 4800, currency: 'gbp' }],
  ])(
    '%s paid through a payment link that names the order funds nothing, and the owner sees it',
    async (_, paid) => {
      const { ada, stripe, state, incidents } = await open({ webhooks: 'normal' });
      const { id, checkoutUrl } = await ada.order(CAKE);
      await stripe.payByLink({ ...paid, client_reference_id: id });
      await waitFor(async () => expect(await incidents()).toEqual([['payment-mismatch', id]]));
      expect(await state(id)).toBe('placed');
      // The order's own checkout still pays it.
      await ada.pay(checkoutUrl);
      await waitFor(async () => expect(await state(id)).toBe('funded'));
    },
  );

  test('an order whose checkout Stripe refused opens once the owner has mended the account', async () => {
    const { ada, bob, stripe, reconcile, state } = await open({ servers: 2 });
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    await ada.setPractice('stripe', { payment_methods: 'none' });
    expect((await ada.place(request, id)).status).toBe(503);
    expect((await bob.place(request, id)).status).toBe(503);
    await ada.setPractice('stripe', { payment_methods: 'enabled' });
    const [one, other] = await Promise.all([ada.place(request, id), bob.place(request, id)]);
    const { checkoutUrl } = Object(one.body);
    expect(Object(other.body).checkoutUrl).toBe(checkoutUrl);
    expect(await stripe.openSessions()).toHaveLength(1);
    await ada.pay(checkoutUrl);
    await reconcile();
    expect(await state(id)).toBe('funded');
  });

  test('an order that Stripe does not know delays no other, and is raised to the owner', async () => {
    const { ada, stripe, state, reconcile, incidents, pass } = await open();
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    expect((await ada.place(request, id)).status).toBe(201);
    await stripe.forgetAll();
    const failing = await ada.order(CAKE);
    const paid = await ada.order(CAKE);
    await ada.pay(paid.checkoutUrl);
    await stripe.alwaysFail(failing.checkoutUrl);
    await reconcile();
    expect(await state(paid.id)).toBe('funded');
    expect(await incidents()).toEqual([['payment-unsettled', id]]);
    expect((await ada.confirm(id)).body).toMatchObject({ checked: false });

    // The same basket can be ordered again once that checkout cannot be paid anywhere any more.
    expect((await ada.place(request, id)).status).toBe(503);
    pass(2 * 60 * 60);
    expect(await ada.place(request, id)).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching('order-expired') },
    });

    pass(2 * DAY);
    await reconcile();
    expect((await ada.read(id)).body).toMatchObject({
      state: 'expired',
      payment: 'unknown',
      paid: false,
    });
    expect(await incidents()).toEqual([
      ['payment-unsettled', id],
      ['payment-unsettled', failing.id],
    ]);
  });

  test('an unreadable order delays no other', async () => {
    const { place, shop, ada, state, reconcile, incidents } = await open();
    const [broken, unsent, paid] = [
      await ada.order(CAKE),
      await ada.order(CAKE),
      await ada.order(CAKE),
    ];
    for (const order of [broken, unsent, paid]) await ada.pay(order.checkoutUrl);
    expect((await ada.confirm(unsent.id)).body).toMatchObject({ order: { state: 'funded' } });
    await place.run(
      `update order_items set allergens = 'Nuts' where order_id in ('${broken.id}', '${unsent.id}')`,
    );
    await reconcile();
    expect(await state(paid.id)).toBe('funded');
    await deliverEmails(shop);
    expect(await state(paid.id)).toBe('paid');
    expect((await incidents()).sort()).toEqual(
      [
        ['unreadable-order', broken.id],
        ['unreadable-order', unsent.id],
      ].sort(),
    );
    expect((await ada.read(broken.id)).status).toBe(503);
    // What the owner has closed is not raised at the next attempt.
    await closeIncident(shop.db, `unreadable-order ${unsent.id}`);
    expect((await ada.read(unsent.id)).status).toBe(503);
    await findOrders(shop, { text: '' });
    expect(await incidents()).toEqual([['unreadable-order', broken.id]]);
    // A version that can read it closes the incident by itself, and an earlier one raises it again.
    await place.run(`update order_items set allergens = '["Nuts"]'`);
    expect(await incidents()).toEqual([]);
    await place.run(`update order_items set allergens = 'Nuts' where order_id = '${broken.id}'`);
    await findOrders(shop, { text: '' });
    expect(await incidents()).toEqual([['unreadable-order', broken.id]]);
  });

  describe('a changed basket', () => {
    test('expires the checkout of the previous attempt', async () => {
      const { ada, stripe, state } = await open();
      const first = await ada.order(CAKE);
      const second = await ada.place({
        ...(await ada.requestFor(CAKE, 'red-velvet-cake')),
        replaces: first.id,
      });
      expect(second.status).toBe(201);
      expect(await stripe.status(first.checkoutUrl)).toBe('expired');
      expect(await state(first.id)).toBe('expired');
      expect(await stripe.status(Object(second.body).checkoutUrl)).toBe('open');
    });

    test('is not ordered when the previous attempt has been paid', async () => {
      const { ada, stripe } = await open();
      const first = await ada.order(CAKE);
      await ada.pay(first.checkoutUrl);
      const second = await ada.place({ ...(await ada.requestFor(CAKE)), replaces: first.id });
      expect(second).toMatchObject({
        status: 409,
        body: { type: expect.stringMatching('earlier-order-paid'), order: first.id },
      });
      expect(await stripe.openSessions()).toEqual([]);
    });

    test('is not ordered while the payment of the previous attempt is in progress', async () => {
      const { ada, stripe } = await open();
      const first = await ada.order(CAKE);
      await stripe.payByBank(first.checkoutUrl);
      const second = await ada.place({ ...(await ada.requestFor(CAKE)), replaces: first.id });
      expect(second).toMatchObject({
        status: 409,
        body: { type: expect.stringMatching('earlier-order-processing'), order: first.id },
      });
    });

    test('is not ordered while Stripe cannot expire the previous attempt', async () => {
      const { ada, stripe } = await open();
      const first = await ada.order(CAKE);
      await stripe.alwaysFail(first.checkoutUrl);
      const second = await ada.place({ ...(await ada.requestFor(CAKE)), replaces: first.id });
      expect(second).toMatchObject({
        status: 503,
        body: { type: expect.stringMatching('payments-unavailable') },
      });
      expect(await stripe.openSessions()).toHaveLength(1);
    });

    test('in several tabs on two servers leaves one checkout open', async () => {
      const { ada, bob, stripe } = await open({ servers: 2 });
      const first = await ada.order(CAKE);
      const request = { ...(await ada.requestFor(CAKE)), replaces: first.id };
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, tab) => (tab % 2 ? bob : ada).place(request)),
      );
      const statuses = answers.map(({ status }) => status);
      // A tab that lost the race is asked to begin again.
      expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
      expect(await stripe.openSessions()).toHaveLength(1);
    });
  });

  describe('a delayed payment', () => {
    test('is processing until the money comes, and not paid before', async () => {
      const { ada, stripe, reconcile } = await open();
      const request = await ada.requestFor(CAKE);
      const id = randomUUID();
      const { body } = await ada.place(request, id);
      const url = Object(body).checkoutUrl;
      await stripe.payByBank(url);
      await reconcile();
      expect((await ada.read(id)).body).toMatchObject({ state: 'placed', payment: 'processing' });
      expect(await ada.place(request, id)).toMatchObject({
        status: 409,
        body: { type: expect.stringMatching('payment-processing') },
      });
      await stripe.bankAnswers(url, 'succeeded');
      await reconcile();
      expect((await ada.read(id)).body).toMatchObject({ state: 'funded', payment: 'none' });
    });

    test('that comes days later books the order, and needs the owner if its day is there', async () => {
      const { ada, stripe, reconcile, pass, incidents } = await open();
      const [inTime, late] = [await ada.order(CAKE), await ada.order(CAKE)];
      for (const { checkoutUrl } of [inTime, late]) await stripe.payByBank(checkoutUrl);
      await reconcile();
      await stripe.bankAnswers(inTime.checkoutUrl, 'succeeded');
      await reconcile();
      expect(await incidents()).toEqual([]);
      pass(30 * DAY);
      await stripe.bankAnswers(late.checkoutUrl, 'succeeded');
      await reconcile();
      for (const { id } of [inTime, late]) {
        expect((await ada.read(id)).body).toMatchObject({ state: 'funded', payment: 'none' });
      }
      expect(await incidents()).toEqual([['late-payment', late.id]]);
    });

    test.each(['normal', 'never'])(
      'that fails ends the order, which can be forgotten (webhooks %s)',
      async (webhooks) => {
        const { ada, stripe, shop, reconcile, toCustomers } = await open({ webhooks });
        const { id, checkoutUrl } = await ada.order(CAKE);
        await stripe.payByBank(checkoutUrl);
        await stripe.bankAnswers(checkoutUrl, 'failed');
        if (webhooks === 'never') await reconcile();
        await waitFor(async () =>
          expect((await ada.read(id)).body).toMatchObject({
            state: 'expired',
            payment: 'failed',
            paid: false,
          }),
        );
        // The page had said that the customer need not do anything.
        await reconcile();
        await toCustomers();
        const told = await toCustomers();
        expect(told.map(({ to_email, subject }) => [to_email, subject])).toEqual([
          ['ada@example.org', expect.stringMatching(/^Not paid: your order/)],
        ]);
        expect(told[0]?.text).toMatch(/nothing is ordered.*Order again: /s);
        expect(await anonymiseCustomer(shop, [id])).toMatchObject({
          anonymised: 1,
          kept: [],
        });
      },
    );
  });

  describe('a restored backup', () => {
    test('recovers orders that were paid after it was made', async () => {
      const { place, ada, shop, state } = await open();
      const request = await ada.requestFor(CAKE, 'red-velvet-cake');
      const items = request.items.map((item) => ({ ...item, message: 'Zoë’s 50th ❤️' }));
      const { body } = await ada.place({ ...request, items });
      const { id, checkoutUrl } = Object(body);
      await ada.pay(checkoutUrl);
      const { heldUntil: _, ...before } = Object((await ada.read(id)).body);
      await loseOrders(place);
      expect((await ada.read(id)).status).toBe(404);

      await recoverOrders(shop);
      expect((await ada.read(id)).body).toEqual({ ...before, state: 'funded' });
      await deliverEmails(shop);
      expect(await state(id)).toBe('paid');
      const [text] = await ada.inbox(id);
      expect(text).toContain('Zoë’s 50th ❤️');
      expect(text).toContain('Ada Lovelace');
    });

    test('recovers an order by the webhook of its payment', async () => {
      const { place, ada, state } = await open({ webhooks: 'normal' });
      const { id, checkoutUrl } = await ada.order(CAKE);
      await loseOrders(place);
      await ada.pay(checkoutUrl);
      await waitFor(async () => expect(await state(id)).toBe('funded'));
    });

    test('expires the checkout of a missing attempt before the next one opens', async () => {
      const { place, ada, stripe, state } = await open();
      const first = await ada.order(CAKE);
      await loseOrders(place);
      const second = await ada.place({ ...(await ada.requestFor(CAKE)), replaces: first.id });
      expect(second.status).toBe(201);
      expect(await stripe.status(first.checkoutUrl)).toBe('expired');
      expect(await state(first.id)).toBe('expired');
      await loseOrders(place);
      await ada.pay(Object(second.body).checkoutUrl);
      const third = await ada.place({
        ...(await ada.requestFor(CAKE)),
        replaces: Object(second.body).id,
      });
      expect(third).toMatchObject({
        status: 409,
        body: { type: expect.stringMatching('earlier-order-paid') },
      });
    });

    test('expires a checkout that opened after it was made before the next one opens', async () => {
      const { place, ada, stripe } = await open();
      const [first, paid] = [await ada.order(CAKE), await ada.order(CAKE)];
      await place.run('update orders set checkout_id = null');
      const request = await ada.requestFor(CAKE);
      await ada.setPractice('stripe', { api: 'down' });
      expect((await ada.place({ ...request, replaces: first.id })).status).toBe(503);
      await ada.setPractice('stripe', { api: 'normal' });
      expect((await ada.place({ ...request, replaces: first.id })).status).toBe(201);
      expect(await stripe.status(first.checkoutUrl)).toBe('expired');

      await ada.pay(paid.checkoutUrl);
      expect(await ada.place({ ...request, replaces: paid.id })).toMatchObject({
        status: 409,
        body: { type: expect.stringMatching('earlier-order-paid') },
      });
    });

    test('continues with the checkout of an order that is placed again', async () => {
      const { place, ada, state, reconcile } = await open();
      const request = await ada.requestFor(CAKE);
      const id = randomUUID();
      const { checkoutUrl } = Object((await ada.place(request, id)).body);
      await loseOrders(place);
      const again = await ada.place(request, id);
      expect(again).toMatchObject({ status: 201, body: { checkoutUrl } });
      await ada.pay(checkoutUrl);
      await reconcile();
      expect(await state(id)).toBe('funded');
    });

    test('recovers no order from a session of another shop', async () => {
      const { place, ada, shop, stripe, incidents } = await open();
      const { id, checkoutUrl } = await ada.order(CAKE);
      const metadata = await stripe.metadata(checkoutUrl);
      await loseOrders(place);
      const paid = { amount: 4800, currency: 'gbp', client_reference_id: id };
      await stripe.payByLink({ ...paid, metadata });
      await recoverOrders(shop);
      expect((await ada.read(id)).status).toBe(404);
      expect(await incidents()).toEqual([]);
    });

    test('does not acknowledge money that cannot be placed, and shows it to the owner', async () => {
      const { place, ada, shop, stripe, incidents } = await open();
      const { id, checkoutUrl } = await ada.order(CAKE);
      await stripe.setMetadata(checkoutUrl, { order_0: '' });
      await ada.pay(checkoutUrl);
      await loseOrders(place);
      expect((await announce(ada, checkoutUrl)).status).toBe(409);
      expect(await incidents()).toEqual([['payment-without-order', id]]);
      await recoverOrders(shop);
      expect(await incidents()).toHaveLength(1);
    });
  });

  describe('a refund', () => {
    test('made before the cafe was notified is in the e-mail', async () => {
      const { ada, shop, stripe } = await open({ webhooks: 'normal' });
      const { id, checkoutUrl } = await ada.order(CAKE);
      await ada.pay(checkoutUrl);
      await stripe.refund(checkoutUrl, {});
      await waitFor(async () =>
        expect((await ada.read(id)).body).toMatchObject({ state: 'funded', refunded: 4800 }),
      );
      await deliverEmails(shop);
      const [text, ...more] = await ada.inbox(id);
      expect(more).toEqual([]);
      expect(text).toMatch(/^REFUNDED IN FULL/m);
      expect(text).toMatch(/Refund: £48 \(succeeded/);
    });

    test('made later, in part, and a dispute notify the cafe again', async () => {
      const { ada, shop, stripe, state, incidents } = await open({ webhooks: 'normal' });
      const { id, checkoutUrl } = await ada.order(CAKE);
      await ada.pay(checkoutUrl);
      await waitFor(async () => {
        await deliverEmails(shop);
        expect(await state(id)).toBe('paid');
      });
      await stripe.refund(checkoutUrl, { amount: 1000 });
      await waitFor(async () => {
        await deliverEmails(shop);
        expect(await ada.inbox(id)).toHaveLength(2);
      });
      expect((await ada.inbox(id))[0]).toMatch(/^REFUNDED IN PART: £10 of £48\./m);
      expect((await ada.read(id)).body).toMatchObject({ state: 'paid', refunded: 1000 });

      const dispute = await stripe.dispute(checkoutUrl);
      await waitFor(async () => expect(await incidents()).toEqual([['dispute', id]]));
      await deliverEmails(shop);
      expect((await ada.inbox(id))[0]).toMatch(/Dispute: £\d+.* \(needs_response, .* answer at/);
      await stripe.setDisputeStatus(dispute, 'won');
      await waitFor(async () => expect(await incidents()).toEqual([]));
    });
  });

  test('a refund and a dispute of an old order are found without their events', async () => {
    const { ada, shop, stripe, incidents, pass, reconcile } = await open();
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    await reconcile();
    pass(30 * DAY);
    await stripe.refund(checkoutUrl, { amount: 100 });
    await stripe.dispute(checkoutUrl);
    await recoverOrders(shop);
    expect((await ada.read(id)).body).toMatchObject({ refunded: 100 });
    expect(await incidents()).toEqual([['dispute', id]]);
  });

  test('a dispute is shown once in each of its stages, however often its events come', async () => {
    const { ada, shop, stripe, incidents } = await open({ webhooks: 'normal' });
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    const dispute = await stripe.dispute(checkoutUrl, { status: 'warning_needs_response' });
    await waitFor(async () => expect(await incidents()).toEqual([['dispute', id]]));
    const [inquiry] = await openIncidents(shop);
    expect(await closeIncident(shop.db, inquiry?.key ?? '')).toBe(true);
    await stripe.refund(checkoutUrl, { amount: 100 });
    expect((await ada.read(id)).body).toMatchObject({ refunded: 100 });
    expect(await incidents()).toEqual([]);

    await stripe.setDisputeStatus(dispute, 'needs_response');
    await waitFor(async () => expect(await incidents()).toEqual([['dispute', id]]));
    expect(await openIncidents(shop)).toMatchObject([{ facts: { dispute } }]);
    await stripe.setDisputeStatus(dispute, 'lost');
    await waitFor(async () => expect(await incidents()).toEqual([]));
    await stripe.setDisputeStatus(dispute, 'appeal_needs_response');
    await waitFor(async () => expect(await incidents()).toEqual([['dispute', id]]));
    await stripe.setDisputeStatus(dispute, 'won');
    await waitFor(async () => expect(await incidents()).toEqual([]));
  });

  test('a dispute in euros, above the charge, is booked in the pounds that left the balance', async () => {
    const { ada, shop, stripe, incidents } = await open({ webhooks: 'normal' });
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    await waitFor(async () => expect((await monthReport(shop)).total.taken).toBe(4800));

    // Stripe has not withdrawn it.
    const claim = { amount: 5760, currency: 'eur' };
    const dispute = await stripe.dispute(checkoutUrl, { ...claim, funds: 'later' });
    await waitFor(async () => expect(await incidents()).toEqual([['dispute', id]]));
    expect(await openIncidents(shop)).toMatchObject([{ facts: claim }]);
    expect(await monthReport(shop)).toMatchObject({
      total: { taken: 4800, disputed: 0, kept: 4800 },
      awaited: [{ orderId: id, reversal: { id: dispute, amount: 0, claimed: claim } }],
    });
    expect(await offeredRefund(shop, id)).toMatchObject({
      disputed: 0,
      isDisputePending: true,
      most: 0,
    });

    await stripe.withdraw(dispute, 4910);
    await waitFor(async () =>
      expect(await monthReport(shop)).toMatchObject({
        total: { taken: 4800, disputed: 4910, kept: -110 },
        entries: [{ kind: 'dispute', id: dispute, amount: 4910 }, { kind: 'charge' }],
        awaited: [],
      }),
    );
    expect(await stripe.moved(checkoutUrl)).toBe(-110);
    expect(await offeredRefund(shop, id)).toMatchObject({ disputed: 4910, most: 0 });
    await deliverEmails(shop);
    expect((await ada.inbox(id))[0]).toMatch(/Dispute: £49\.10 for €57\.60 \(needs_response/);

    await stripe.setDisputeStatus(dispute, 'under_review');
    await waitFor(async () => expect(await incidents()).toEqual([]));
    await stripe.setDisputeStatus(dispute, 'won');
    await waitFor(async () => expect((await monthReport(shop)).total.kept).toBe(4800));
  });

  test.each([
    ['an inquiry under review', 'warning_needs_response', ['warning_under_review']],
    ['a prevented dispute', 'prevented', []],
  ] as const)('%s takes no money and needs no answer', async (_, status, next) => {
    const { ada, shop, stripe, incidents } = await open({ webhooks: 'normal' });
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    const dispute = await stripe.dispute(checkoutUrl, { status });
    for (const each of next) await stripe.setDisputeStatus(dispute, each);
    await waitFor(async () => {
      const { trail = [] } = (await bookedOrder(shop, id)) ?? {};
      expect(trail.filter(({ kind }) => kind === 'reversed')).toHaveLength(1 + next.length);
      expect(await incidents()).toEqual([]);
    });
    const { total, awaited } = await monthReport(shop);
    expect([total.kept, awaited]).toEqual([4800, []]);
    expect(await offeredRefund(shop, id)).toMatchObject({ disputed: 0, most: 4800 });
  });

  test('a refund that waits for money in the account is shown, and booked once it is sent', async () => {
    const { ada, shop, stripe } = await open({ webhooks: 'normal' });
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    const refund = await stripe.refund(checkoutUrl, { amount: 1000, funds: 'later' });
    await waitFor(async () =>
      expect(await monthReport(shop)).toMatchObject({
        total: { taken: 4800, refunded: 0 },
        awaited: [{ orderId: id, reversal: { id: refund, amount: 1000 } }],
      }),
    );
    expect((await ada.read(id)).body).toMatchObject({ refunded: 0 });
    // It is not offered again.
    expect(await offeredRefund(shop, id)).toMatchObject({ refunded: 1000, most: 3800 });
    const plannedKinds = async () => (await bookedOrder(shop, id))?.emails.map(({ kind }) => kind);
    expect(await plannedKinds()).not.toContain(`refund ${refund}`);

    await stripe.settleRefund(refund, 'succeeded');
    await waitFor(async () =>
      expect(await monthReport(shop)).toMatchObject({
        total: { taken: 4800, refunded: 1000 },
        awaited: [],
      }),
    );
    expect((await ada.read(id)).body).toMatchObject({ refunded: 1000 });
    expect(await plannedKinds()).toContain(`refund ${refund}`);
  });

  test('an open inquiry that becomes a dispute is one incident, with the date of the dispute', async () => {
    const { ada, shop, stripe, incidents } = await open({ webhooks: 'normal' });
    const { id, checkoutUrl } = await ada.order(CAKE);
    await ada.pay(checkoutUrl);
    const dispute = await stripe.dispute(checkoutUrl, { status: 'warning_needs_response' });
    await waitFor(async () => expect(await incidents()).toEqual([['dispute', id]]));
    const [inquiry] = await openIncidents(shop);
    await stripe.setDisputeStatus(dispute, 'needs_response');
    await waitFor(async () => {
      const [now, ...more] = await openIncidents(shop);
      expect(more).toEqual([]);
      expect(now?.facts.answerBy).not.toBe(inquiry?.facts.answerBy);
    });
  });

  test('an address that Stripe refuses opens the checkout without it', async () => {
    const { ada } = await open();
    const request = { ...(await ada.requestFor(CAKE)), email: 'ada@example-.com' };
    const placed = await ada.place(request);
    expect(placed.status).toBe(201);
    expect(await ada.pay(Object(placed.body).checkoutUrl)).toContain('/thank-you-page/');
  });
});

/** Sends what Stripe does when a checkout is complete. */
function announce(ada: ReturnType<typeof customer>, checkoutUrl: string) {
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'checkout.session.completed',
    data: { object: { id: sessionOf(checkoutUrl), object: 'checkout.session' } },
  });
  const secret = 'whsec_practice';
  const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({ payload, secret });
  return ada.call('POST', '/webhooks/stripe', payload, { 'Stripe-Signature': signature });
}

/** What a restored backup that is older than the orders does to them. */
async function loseOrders(place: { run(sql: string): Promise<void> }): Promise<void> {
  for (const table of ['ledger', 'order_events', 'emails', 'order_items', 'orders'])
    await place.run(`delete from ${table}`);
}
