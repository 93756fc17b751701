import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { versionOf } from '#domain/book/trail.ts';
import { addDays } from '#domain/calendar/days.ts';
import { sumPence } from '#domain/money.ts';
import { dueNow, leftToPay } from '#domain/orders/order.ts';
import { todayAt } from '#server/shop.ts';
import { describeDailyOnSqlite, type TestDatabase } from '#test/both-databases.ts';
import { payByCard } from '#test/card-page.ts';
import { offeredRefund } from '#test/offered-refund.ts';
import { BY, enterEarlier, openOrderShop, signalPayment } from '#test/order-shop.ts';
import { sessionOf } from '#test/practice-control.ts';
import { payAtCounter, unpayAtCounter } from './at-counter.ts';
import { cancelOrder } from './cancel.ts';
import { confirmOrder } from './checkout.ts';
import { correctContact } from './contact.ts';
import { monthReport, paymentsOf } from './ledger.ts';
import { makePayLink, openPayment, orderToPay } from './pay-link.ts';
import { takePhoneOrder } from './phone.ts';
import { reconcile } from './reconcile.ts';
import { recoverOrders } from './recover.ts';
import { finishRefunds, refundOrder } from './refund.ts';

const CAKE = 'berry-drip-cake';
const DEPOSIT = 2000;
const HALF = 2400;

describeDailyOnSqlite('an order with a deposit', ({ stocked }) => {
  async function open(place: TestDatabase) {
    const opened = await openOrderShop(place);
    const { shop, visitor, form } = opened;
    return {
      ...opened,
      /** @returns the id of an order that asks for a deposit, and the token of its link. */
      async agree(
        restBy: 'by a day' | 'when collected' = 'when collected',
        email = '',
        amount = DEPOSIT,
      ) {
        const request = { id: randomUUID(), ...(await visitor.phoneRequestFor(CAKE)), email };
        const days = request.items.map(({ day }) => day);
        const deposit = {
          amount,
          restBy: restBy === 'by a day' ? addDays(days[0] ?? todayAt(shop), -1) : null,
        };
        const options = { by: BY, evenIfClosed: false, isPaid: false };
        const result = await takePhoneOrder(shop, { ...request, deposit }, options);
        if (!result.ok) throw new Error(`Not taken: ${result.reason}.`);
        return { id: request.id, token: (await makePayLink(shop, request.id, { by: BY })) ?? '' };
      },
      refundForm: async (id: string, amount: number, cancels = false) => ({
        ...(await form(id)),
        amount,
        cancels,
      }),
    };
  }
  type Opened = Awaited<ReturnType<typeof open>>;

  async function payDeposit({ shop, url }: Opened, { id, token }: { id: string; token: string }) {
    const deposit = await url(token);
    expect(await payByCard(deposit)).not.toBeNull();
    await confirmOrder(shop, id);
    await enterEarlier(shop, deposit);
    return deposit;
  }

  test('is paid in two payments by card, each at Stripe with its amount, and paid only then', async () => {
    const opened = await open(await stocked());
    const { shop, read, url, stripe, emails, ledger } = opened;
    const order = await opened.agree('by a day', 'grace@example.org');
    const { id, token } = order;
    const { total } = await read(id);
    expect(await orderToPay(shop, token)).toMatchObject({ parts: { deposit: DEPOSIT, paid: 0 } });
    const deposit = await payDeposit(opened, order);
    expect(await stripe.session(sessionOf(deposit))).toMatchObject({ amount_total: DEPOSIT });
    expect(await read(id)).toMatchObject({ state: 'agreed', paid: DEPOSIT });
    expect((await confirmOrder(shop, id))?.order).toMatchObject({
      state: 'placed',
      paid: false,
      parts: { paid: DEPOSIT },
    });
    const texts = (await emails()).map(({ orderText, text }) => orderText ?? text);
    expect(texts.some((text) => text.includes('Paid: £20\nTo pay: £28 by'))).toBe(true);
    expect(texts.some((text) => text.includes('your deposit'))).toBe(true);
    // Sent by itself.
    const link = texts.flatMap(
      (text) => /Pay the rest, £28, by card: \S+\/pay\/(\w+)/.exec(text)?.[1] ?? [],
    );
    expect(link).toHaveLength(3);
    expect(await read(id)).toMatchObject({ state: 'agreed' });

    // The signals of the first repeat, before and after the second is opened.
    await signalPayment(shop, deposit);
    const rest = await url(link[0] ?? '');
    for (let times = 0; times < 2; times += 1) await signalPayment(shop, deposit);
    await recoverOrders(shop);
    await reconcile(shop, 0);
    expect(await read(id)).toMatchObject({ state: 'paying', paid: DEPOSIT });
    expect(await url(token)).toBe(rest);
    expect(await payByCard(rest)).not.toBeNull();
    await Promise.all([
      signalPayment(shop, rest),
      signalPayment(shop, deposit),
      confirmOrder(shop, id),
    ]);
    expect(await read(id)).toMatchObject({ state: 'funded', paid: total });
    expect(await url(token)).toBe('paid');
    await emails();
    expect(await read(id)).toMatchObject({ state: 'paid' });
    expect(await ledger(id)).toEqual([
      ['charge', DEPOSIT],
      ['charge', total - DEPOSIT],
    ]);
    expect((await monthReport(shop)).total).toMatchObject({ taken: total, payments: 2 });
    const last = (await emails()).map(({ orderText, text }) => orderText ?? text);
    expect(last.some((text) => text.includes(`Total paid: £48`))).toBe(true);
    expect(last.some((text) => text.includes('Paid: £48') && text.includes('Dear'))).toBe(true);
    expect(await opened.incidents()).toEqual([]);
  });

  test('takes the rest at the counter or by a bank, and what staff take back is to pay again', async () => {
    const opened = await open(await stocked());
    const { shop, read, url, agree, stripe, ledger } = opened;
    const order = await agree();
    const { total } = await read(order.id);
    const counter = (id: string, amount: number, left: number) =>
      payAtCounter(shop, id, BY, { amount, left });
    // Of what the screen showed.
    expect(await counter(order.id, total - 1, total)).toBe('stale');
    await payDeposit(opened, order);
    expect(await counter(order.id, DEPOSIT, total)).toBe('stale');
    expect(await counter(order.id, total - DEPOSIT, total - DEPOSIT)).toBe('paid');
    expect(await read(order.id)).toMatchObject({ state: 'paid', paid: total });
    expect(await unpayAtCounter(shop, order.id, BY)).toBe(true);
    expect(await unpayAtCounter(shop, order.id, BY)).toBe(false);
    expect(await read(order.id)).toMatchObject({ state: 'agreed', paid: DEPOSIT });

    const rest = await url(order.token);
    await stripe.payByBank(rest);
    await signalPayment(shop, rest);
    expect(await payAtCounter(shop, order.id, BY)).toBe('processing');
    expect(await cancelOrder(shop, { orderId: order.id, by: BY })).toBe('processing');
    await stripe.bankAnswers(rest, 'failed');
    await signalPayment(shop, rest);
    expect(await read(order.id)).toMatchObject({ state: 'agreed', payment: 'failed' });
    expect(await payByCard(await url(order.token))).not.toBeNull();
    await confirmOrder(shop, order.id);
    expect(await read(order.id)).toMatchObject({ state: 'funded', paid: total });
    // In no order: Stripe's times are whole seconds.
    expect(new Set((await ledger(order.id)).map(String))).toEqual(
      new Set([
        `charge,${DEPOSIT}`,
        `cash,${total - DEPOSIT}`,
        `cash-undone,${DEPOSIT - total}`,
        `charge,${total - DEPOSIT}`,
      ]),
    );

    // The deposit at the counter, the rest by card.
    const other = await agree();
    expect(await counter(other.id, DEPOSIT, total)).toBe('paid');
    expect(await read(other.id)).toMatchObject({ state: 'agreed', paid: DEPOSIT });
    const last = await url(other.token);
    expect(await stripe.session(sessionOf(last))).toMatchObject({ amount_total: total - DEPOSIT });
    // Nobody knows what it would be of.
    expect(await unpayAtCounter(shop, other.id, BY)).toBe(false);
    await payByCard(last);
    await signalPayment(shop, last);
    expect(await read(other.id)).toMatchObject({ state: 'funded', paid: total });
  });

  test('of half of the total is taken once at the counter, however often its button is pressed', async () => {
    const { shop, shops, read, agree } = await open(await stocked());
    const { id } = await agree('when collected', '', HALF);
    const { total } = await read(id);
    const deposit = { amount: HALF, left: total };
    const rest = { amount: HALF, left: total - HALF };
    expect(rest.left).toBe(HALF);
    const twice = await Promise.all(shops.map((each) => payAtCounter(each, id, BY, deposit)));
    expect(twice.sort()).toEqual(['paid', 'stale']);
    expect(await payAtCounter(shop, id, BY, deposit)).toBe('stale');
    expect(await read(id)).toMatchObject({ state: 'agreed', paid: HALF });
    expect(await payAtCounter(shop, id, BY, rest)).toBe('paid');
    expect(await read(id)).toMatchObject({ state: 'paid', paid: total });
  });

  test('asks for nothing that was paid meanwhile, also on two servers', async () => {
    const opened = await open(await stocked());
    const { shops, shop, read, url, agree } = opened;
    const order = await agree();
    const { total, number } = await read(order.id);
    await payByCard(await url(order.token));
    // The page with the deposit was open; nobody has told us of the payment.
    const other = { ok: false, reason: 'other-amount' };
    const deposit = { number, due: DEPOSIT, left: total };
    const rest = { number, due: total - DEPOSIT, left: total - DEPOSIT };
    expect(await openPayment(shop, order.token, deposit)).toEqual(other);
    expect(await openPayment(shop, order.token, deposit)).toEqual(other);
    expect(await openPayment(shop, order.token, rest)).toMatchObject({ ok: true });
    // The rest can be the same amount.
    const half = await agree('when collected', '', HALF);
    await payDeposit(opened, half);
    const ofHalf = (left: number, { number }: { number: string }) =>
      openPayment(shop, half.token, { number, due: HALF, left });
    expect(await ofHalf(total, await read(half.id))).toEqual(other);
    expect(await ofHalf(total - HALF, await read(half.id))).toMatchObject({ ok: true });
    for (let round = 0; round < 4; round += 1) {
      const { id, token } = await agree();
      await payDeposit(opened, { id, token });
      const shown = { ...rest, number: (await read(id)).number };
      const [atCounter, card] = await Promise.all([
        payAtCounter(shops[0] ?? shop, id, BY),
        openPayment(shops[1] ?? shop, token, shown),
      ]);
      const { state } = await read(id);
      expect([round, state === 'paid']).toEqual([round, atCounter === 'paid']);
      if (state === 'paid' && card.ok) expect(await payByCard(card.checkoutUrl)).toBeNull();
    }
  });

  test('is refunded newest payment first, each the way it was paid', async () => {
    const place = await stocked();
    const opened = await open(place);
    const { shop, shops, read, agree, url, stripe, refundForm, ledger } = opened;
    const cards = await agree();
    const { total } = await read(cards.id);
    const rest = total - DEPOSIT;
    const deposit = await payDeposit(opened, cards);
    const second = await url(cards.token);
    await payByCard(second);
    await signalPayment(shop, second);
    expect(await offeredRefund(shop, cards.id)).toMatchObject({ most: total, promised: total });
    const form = await refundForm(cards.id, rest + 500);
    const results = await Promise.all(shops.map((each) => refundOrder(each, form)));
    expect(results).toEqual(Array(2).fill({ ok: true, is: 'made' }));
    const back = async (paid: string) => (await stripe.refundsOf(paid)).map(({ amount }) => amount);
    expect([await back(second), await back(deposit)]).toEqual([[rest], [500]]);
    expect(await offeredRefund(shop, cards.id)).toMatchObject({ most: DEPOSIT - 500 });
    const tooMuch = await refundForm(cards.id, DEPOSIT);
    expect(await refundOrder(shop, tooMuch)).toEqual({ ok: false, reason: 'too-much' });
    // Refunds that are made at Stripe count for their own payment.
    await stripe.refund(deposit, { amount: 300 });
    await recoverOrders(shop);
    expect(await offeredRefund(shop, cards.id)).toMatchObject({ most: DEPOSIT - 800 });

    const mixed = await agree();
    const first = await payDeposit(opened, mixed);
    await payAtCounter(shop, mixed.id, BY);
    const all = await refundForm(mixed.id, total, true);
    expect(await refundOrder(shop, all)).toEqual({ ok: true, is: 'made', atCounter: rest });
    expect(await refundOrder(shop, all)).toEqual({ ok: true, is: 'made', atCounter: rest });
    expect(await back(first)).toEqual([DEPOSIT]);
    expect(await read(mixed.id)).toMatchObject({ refunded: total });
    expect((await read(mixed.id)).cancelledAt).not.toBeNull();
    expect((await ledger(mixed.id)).map(([kind]) => kind).sort()).toEqual([
      'cash',
      'cash-refund',
      'charge',
      'refund',
    ]);
    expect((await monthReport(shop)).unreadable).toEqual([]);
  });

  test('is cancelled with its deposit, once nobody can pay the rest', async () => {
    const opened = await open(await stocked());
    const { shop, read, agree, url, refundForm, stripe } = opened;
    const order = await agree('by a day', 'grace@example.org');
    const deposit = await payDeposit(opened, order);
    const rest = await url(order.token);
    const form = await refundForm(order.id, DEPOSIT, true);
    expect(await refundOrder(shop, form)).toEqual({ ok: true, is: 'made' });
    expect(await payByCard(rest)).toBeNull();
    expect(await url(order.token)).toBe('ended');
    expect(await read(order.id)).toMatchObject({
      state: 'agreed',
      refunded: DEPOSIT,
      paid: DEPOSIT,
    });
    expect((await read(order.id)).cancelledAt).not.toBeNull();
    expect(await stripe.moved(deposit)).toBe(0);
    const texts = JSON.stringify(await opened.emails());
    expect(texts).toContain('You paid: £20');
    expect(texts).not.toContain('The rest of your order');

    // Paid just before: nothing is given back of what nobody has seen.
    const other = await agree();
    await payDeposit(opened, other);
    await payByCard(await url(other.token));
    const late = await refundForm(other.id, DEPOSIT, true);
    expect(await refundOrder(shop, late)).toEqual({ ok: false, reason: 'paid' });
    expect(await read(other.id)).toMatchObject({ state: 'funded', cancelledAt: null, refunded: 0 });

    // Also if the shop has heard of it while the screen was open: another payment would go back than the button said.
    const third = await agree();
    const { total } = await read(third.id);
    const shown = { amount: DEPOSIT, left: total };
    expect(await payAtCounter(shop, third.id, BY, shown)).toBe('paid');
    const forms = [await refundForm(third.id, DEPOSIT, true), await refundForm(third.id, DEPOSIT)];
    const last = await url(third.token);
    await payByCard(last);
    await signalPayment(shop, last);
    for (const each of forms) {
      expect(await refundOrder(shop, each)).toEqual({ ok: false, reason: 'paid' });
    }
    expect(await read(third.id)).toMatchObject({ cancelledAt: null, refunded: 0 });
    expect(await stripe.refundsOf(last)).toEqual([]);
    expect(await refundOrder(shop, await refundForm(third.id, DEPOSIT))).toMatchObject({
      ok: true,
    });
  });

  test('asks for its rest by e-mail, also once the address comes after the deposit', async () => {
    const opened = await open(await stocked());
    const { shop, read, agree, emails } = opened;
    const order = await agree('by a day');
    await payDeposit(opened, order);
    await emails();
    const { name, phone, trail } = await read(order.id);
    const to = { name, phone, email: 'grace@example.org' };
    const correction = { orderId: order.id, version: versionOf(trail), to, by: BY };
    expect(await correctContact(shop, correction)).toBe('emailed');
    expect((await emails()).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^The rest of your order/),
    );
  });

  test('keeps a dispute of one payment apart from the other', async () => {
    const opened = await open(await stocked());
    const { shop, read, agree, url, stripe, refundForm } = opened;
    const order = await agree();
    const { total } = await read(order.id);
    const deposit = await payDeposit(opened, order);
    const rest = await url(order.token);
    await payByCard(rest);
    await signalPayment(shop, rest);
    await stripe.dispute(deposit);
    await recoverOrders(shop);
    expect(await offeredRefund(shop, order.id)).toMatchObject({
      disputed: DEPOSIT,
      most: total - DEPOSIT,
    });
    const form = await refundForm(order.id, total - DEPOSIT);
    expect(await refundOrder(shop, form)).toEqual({ ok: true, is: 'made' });
    expect((await stripe.refundsOf(rest)).map(({ amount }) => amount)).toEqual([total - DEPOSIT]);
  });

  /** What a backup says of an order, both of whose payments were made after it. */
  const BACKUPS = {
    'from before the deposit': (id: string) => [
      `delete from ledger where order_id = '${id}'`,
      `update orders set state = 'agreed', checkout_id = null, paid = 0 where id = '${id}'`,
    ],
    'from between the payments': (id: string, deposit: string) => [
      `delete from ledger where order_id = '${id}' and id <> '${deposit}'`,
      `update orders set state = 'agreed', checkout_id = null, paid = ${DEPOSIT} where id = '${id}'`,
    ],
    'from before the order': (id: string) => [
      ...[
        'ledger',
        'order_events',
        'pay_links',
        'collections',
        'order_items',
        'customer_links',
      ].map((table) => `delete from ${table} where order_id = '${id}'`),
      `delete from emails where about = '${id}'`,
      `delete from orders where id = '${id}'`,
    ],
  };

  test.each(Object.entries(BACKUPS))('is healed after a backup %s', async (_, restore) => {
    const place = await stocked();
    const opened = await open(place);
    const { shop, read, agree, url, ledger } = opened;
    const order = await agree('by a day');
    const { total, order: before } = await read(order.id);
    const deposit = await payDeposit(opened, order);
    const rest = await url(order.token);
    await payByCard(rest);
    await signalPayment(shop, rest);
    for (const statement of restore(order.id, sessionOf(deposit))) await place.run(statement);
    await recoverOrders(shop);
    await recoverOrders(shop);
    const { order: after, state } = await read(order.id);
    expect([state, after.paid, after.deposit, after.restBy]).toEqual([
      'funded',
      total,
      DEPOSIT,
      before.restBy,
    ]);
    expect((await ledger(order.id)).map(([, amount]) => amount).sort()).toEqual(
      [DEPOSIT, total - DEPOSIT].sort(),
    );
    expect(await opened.incidents()).toEqual([]);
  });

  test('that a backup shows as unpaid is not paid again by its link or at the counter', async () => {
    const place = await stocked();
    const opened = await open(place);
    const { shop, read, agree, url } = opened;
    for (const pay of ['card', 'counter'] as const) {
      const order = await agree();
      const { total } = await read(order.id);
      await payDeposit(opened, order);
      for (const statement of BACKUPS['from before the deposit'](order.id)) {
        await place.run(statement);
      }
      // What is on the page is the deposit, which was paid.
      const shown = { amount: DEPOSIT, left: total };
      if (pay === 'card') expect(await url(order.token)).toBe('other-amount');
      else expect(await payAtCounter(shop, order.id, BY, shown)).toBe('stale');
      expect(await read(order.id)).toMatchObject({ state: 'agreed', paid: DEPOSIT });
      expect(await payAtCounter(shop, order.id, BY)).toBe('paid');
      expect(await read(order.id)).toMatchObject({ state: 'paid', paid: total });
    }
  });

  const STEPS = [
    'open the card page',
    'pay by card',
    'pay by bank',
    'bank pays',
    'bank refuses',
    'signal of the first',
    'signal of the last',
    'signals at once',
    'thank-you page',
    'pay at the counter',
    'deposit at the counter',
    'not paid at the counter',
    'refund',
    'refund and cancel',
    'refund at Stripe',
    'dispute',
    'cancel',
    'lose the last payment to a backup',
    'recover',
    'an hour passes',
  ] as const;

  /** So that most orders are paid, and few only looked at. */
  const USUAL = ['open the card page', 'pay by card', 'signals at once'] as const;

  test('keeps the ledger equal to Stripe’s, whatever happens in which order', async () => {
    const place = await stocked();
    const opened = await open(place);
    const { shop, shops, read, agree, url, stripe, refundForm, pass } = opened;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STEPS, ...USUAL, ...USUAL), { minLength: 4, maxLength: 14 }),
        // Of half of it, the rest is the same amount.
        fc.constantFrom(DEPOSIT, HALF),
        async (steps, amount) => {
          const order = await agree('when collected', '', amount);
          const { id, token } = order;
          const { total } = await read(id);
          const urls: string[] = [];
          /** By payments: what a bank took back although it had been refunded before. */
          const overdrawn = new Map<string, number>();
          const last = () => urls.at(-1) ?? '';
          /** Stripe refuses what is not possible now. */
          const ifPossible = (work: Promise<unknown>) => work.catch(() => undefined);
          const run: Record<(typeof STEPS)[number], () => Promise<unknown>> = {
            async 'open the card page'() {
              const opened = await url(token);
              if (opened.startsWith('http') && !urls.includes(opened)) urls.push(opened);
            },
            'pay by card': async () => last() && payByCard(last()),
            'pay by bank': async () => last() && ifPossible(stripe.payByBank(last())),
            'bank pays': async () => last() && ifPossible(stripe.bankAnswers(last(), 'succeeded')),
            'bank refuses': async () => last() && ifPossible(stripe.bankAnswers(last(), 'failed')),
            'signal of the first': async () => urls[0] && signalPayment(shop, urls[0]),
            'signal of the last': async () => last() && signalPayment(shop, last()),
            'signals at once': () =>
              Promise.all(last() ? shops.map((each) => signalPayment(each, last())) : []),
            'thank-you page': () => confirmOrder(shop, id),
            'pay at the counter': () => payAtCounter(shop, id, BY),
            async 'deposit at the counter'() {
              const { order: now } = await read(id);
              await payAtCounter(shop, id, BY, { amount: dueNow(now), left: leftToPay(now) });
            },
            'not paid at the counter': () => unpayAtCounter(shop, id, BY),
            refund: async () => refundOrder(shop, await refundForm(id, 700)),
            'refund and cancel': async () => refundOrder(shop, await refundForm(id, 300, true)),
            'refund at Stripe': async () =>
              last() && ifPossible(stripe.refund(last(), { amount: 100 })),
            async dispute() {
              if (!last() || !(await stripe.isPaid(last()))) return;
              await ifPossible(stripe.dispute(last()));
              const moved = await stripe.moved(last());
              if (!overdrawn.has(last())) overdrawn.set(last(), Math.min(0, moved));
            },
            cancel: () => cancelOrder(shop, { orderId: id, by: BY }),
            async 'lose the last payment to a backup'() {
              const { order: now } = await read(id);
              const [newest] = await paymentsOf(shop.db, id);
              if (!newest || newest.isAtCounter || now.reversals.length > 0) return;
              await place.run(
                `delete from ledger where order_id = '${id}' and id = '${newest.id}'`,
              );
              await place.run(
                `update orders set state = 'agreed', checkout_id = null, paid = paid - ${newest.amount}
                  where id = '${id}'`,
              );
            },
            recover: () => recoverOrders(shop),
            'an hour passes': async () => pass(2 * 60 * 60),
          };
          for (const step of steps) {
            await run[step]();
            const open = await stripe.openSessions();
            expect(
              open.filter((each) => urls.some((one) => sessionOf(one) === each.id)).length,
            ).toBeLessThanOrEqual(1);
          }
          // At last everything is heard of.
          await reconcile(shop, 0);
          await finishRefunds(shop);
          await recoverOrders(shop);
          const { order: now, state } = await read(id);
          const entries = await opened.ledger(id);
          const sumOf = (is: (kind: string) => boolean) =>
            sumPence(entries.flatMap(([kind, amount]) => (is(kind) ? amount : [])));
          let atStripe = 0;
          for (const each of urls)
            if (await stripe.isPaid(each)) atStripe += await stripe.moved(each);
          expect(sumOf((kind) => !kind.startsWith('cash'))).toBe(atStripe);
          expect(now.paid).toBe(sumOf((kind) => ['charge', 'cash', 'cash-undone'].includes(kind)));
          expect(now.paid).toBeLessThanOrEqual(total);
          expect(state === 'funded' || state === 'paid').toBe(now.paid === total);
          const left = sumOf(() => true) - sumPence([...overdrawn.values()]);
          expect(left).toBeGreaterThanOrEqual(0);
          const { most = 0 } = (await offeredRefund(shop, id)) ?? {};
          expect(most).toBeLessThanOrEqual(left);
          expect((await opened.incidents()).filter((kind) => kind.startsWith('payment-'))).toEqual(
            [],
          );
        },
      ),
      {
        numRuns: 6,
        examples: [
          [
            ['open the card page', 'pay by card', 'refund at Stripe', 'recover', 'dispute'],
            DEPOSIT,
          ],
        ],
      },
    );
  });
});
