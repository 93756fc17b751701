import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { versionOf } from '#domain/book/trail.ts';
import { daysBetween } from '#domain/calendar/cake-rules.ts';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { sumPence } from '#domain/money.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import { todayAt } from '#server/shop.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { readInbox } from '#test/inbox.ts';
import { offeredRefund } from '#test/offered-refund.ts';
import { ledgerOf, readBooked } from '#test/order-shop.ts';
import { practiceStripe, sessionOf } from '#test/practice-control.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';
import { cancelOrder, uncancelOrder } from './cancel.ts';
import { openIncidents } from './incidents.ts';
import { monthReport } from './ledger.ts';
import type { RefundRequest } from './refund.ts';
import { finishRefunds, refundOrder, requestRefund } from './refund.ts';
import { syncReversals } from './reversals.ts';

const CAKE = 'berry-drip-cake';
const PRICE = 4800;
const DAY = 24 * 60 * 60;

describe.each(bothDatabases)('refunds on $name', ({ stocked }) => {
  async function open() {
    const place = await stocked();
    let now: Instant = new Date().toISOString();
    const opened = await openTestShop({
      where: place.where,
      jobs: false,
      servers: 2,
      clock: { now: () => now },
    });
    const { shop, shops } = opened;
    const ada = customer(opened);
    const stripe = practiceStripe(opened.stripe);

    async function pay(card?: string) {
      const { id, checkoutUrl } = await ada.order(CAKE);
      await ada.pay(checkoutUrl, card);
      await ada.confirm(id);
      return { id, checkoutUrl };
    }

    /** What the refund screen sends. */
    async function form(orderId: string, amount?: number) {
      const offer = await offeredRefund(shop, orderId);
      if (!offer) throw new Error('There is nothing to refund.');
      return {
        id: randomUUID(),
        orderId,
        amount: amount ?? offer.most,
        version: versionOf((await booked(orderId)).trail),
        by: 'anna',
      };
    }

    const booked = (id: string) => readBooked(shop, id);

    const incidents = async () => (await openIncidents(shop)).map(({ kind }) => kind);
    const inbox = async () => JSON.stringify(await readInbox(opened.mail));
    /** What a server does that stops before it calls Stripe. */
    const requestOnly = (asked: RefundRequest) => requestRefund(shop, asked);
    const inLedger = async (id: string) =>
      sumPence((await ledgerOf(shop, id)).map(([, amount]) => amount));
    /** Another server's turn. */
    const finish = async () => {
      if (shops[1]) await finishRefunds(shops[1]);
    };
    return {
      requestOnly,
      inLedger,
      shop,
      shops,
      ada,
      stripe,
      pay,
      form,
      booked,
      incidents,
      inbox,
      finish,
      run: place.run,
      pass(seconds: number) {
        now = plusSeconds(now, seconds);
      },
    };
  }

  test('in parts and in full reach Stripe once, the order, the ledger and the customer', async () => {
    const { shop, shops, stripe, pay, form, booked, inbox } = await open();
    const { id, checkoutUrl } = await pay();
    expect(await offeredRefund(shop, id)).toEqual({
      paid: PRICE,
      refunded: 0,
      disputed: 0,
      isDisputePending: false,
      payments: [{ id: sessionOf(checkoutUrl), isAtCounter: false, amount: PRICE, left: PRICE }],
      most: PRICE,
      promised: PRICE,
      suggested: PRICE,
      paidWith: { name: 'visa', last4: '4242' },
    });
    const part = await form(id, 1250);
    // A double click, at two servers.
    const results = await Promise.all(shops.map((each) => refundOrder(each, part)));
    expect(results).toEqual([
      { ok: true, is: 'made' },
      { ok: true, is: 'made' },
    ]);
    // The same form, opened again by Back and with another amount: the first is not reported as the second.
    expect(await refundOrder(shop, { ...part, amount: 2000 })).toEqual({
      ok: false,
      reason: 'stale',
    });
    expect((await booked(id)).order.reversals).toMatchObject([
      { kind: 'refund', amount: 1250, state: 'succeeded' },
    ]);
    expect((await monthReport(shop)).total).toMatchObject({ taken: PRICE, refunded: 1250 });

    await deliverEmails(shop);
    expect(await inbox()).toContain('£12.50 paid back for your order');

    const rest = await form(id);
    expect(rest.amount).toBe(PRICE - 1250);
    expect(await refundOrder(shop, { ...rest, amount: rest.amount + 1 })).toEqual({
      ok: false,
      reason: 'too-much',
    });
    expect(await refundOrder(shop, { ...rest, id: randomUUID(), version: 0 })).toEqual({
      ok: false,
      reason: 'stale',
    });
    expect(await refundOrder(shop, rest)).toEqual({ ok: true, is: 'made' });
    expect(await offeredRefund(shop, id)).toMatchObject({ refunded: PRICE, most: 0 });
    const { trail } = await booked(id);
    expect(trail.filter(({ kind }) => kind === 'refund-requested')).toMatchObject([
      { actor: 'staff', personId: 'anna', facts: { amount: 1250 } },
      { actor: 'staff', personId: 'anna', facts: { amount: PRICE - 1250 } },
    ]);
    expect(await stripe.refundsOf(checkoutUrl)).toHaveLength(2);
  });

  test('are suggested up to what the terms promise and has not gone back', async () => {
    const { shop, ada, form } = await open();
    const request = await ada.requestFor(CAKE);
    const days = nextOpenDays(3, todayAt(shop), await calendarRules(shop)).slice(1);
    const items = days.flatMap((day) => request.items.map((item) => ({ ...item, day })));
    const { id, checkoutUrl } = await ada.orderFor({ ...request, items });
    await ada.pay(checkoutUrl);
    await ada.confirm(id);
    const [day = todayAt(shop)] = days;
    await setFulfilment(shop, {
      orderId: id,
      day,
      from: 'to-make',
      fulfilment: 'ready',
      by: 'anna',
    });
    const offer = () => offeredRefund(shop, id);
    expect(await offer()).toMatchObject({ most: 2 * PRICE, promised: PRICE, suggested: PRICE });
    await refundOrder(shop, await form(id, 1250));
    expect(await offer()).toMatchObject({ promised: PRICE, suggested: PRICE - 1250 });
    await refundOrder(shop, await form(id, PRICE - 1250));
    expect(await offer()).toMatchObject({ most: PRICE, promised: PRICE, suggested: 0 });
    // More than promised, out of kindness.
    await refundOrder(shop, await form(id, 100));
    expect(await offer()).toMatchObject({ most: PRICE - 100, suggested: 0 });
  });

  test('are finished by a job if the server stops before, or while, Stripe is asked', async () => {
    const { shop, ada, stripe, pay, form, booked, finish, pass } = await open();
    const { id, checkoutUrl } = await pay();
    // Stripe fails, and would repeat its failure for the same key.
    await ada.setPractice('stripe', { api: 'error-500' });
    const first = await form(id, 1000);
    expect(await refundOrder(shop, first)).toEqual({ ok: true, is: 'waiting' });
    expect(await offeredRefund(shop, id)).toMatchObject({ refunded: 1000, most: PRICE - 1000 });
    await finish();
    await ada.setPractice('stripe', { api: 'normal' });
    // Both servers at once.
    await Promise.all([finish(), finishRefunds(shop)]);
    expect(await stripe.refundsOf(checkoutUrl)).toHaveLength(1);
    expect((await booked(id)).order.reversals).toMatchObject([{ amount: 1000 }]);

    // Stripe has made it, and the answer was lost; its keys are forgotten after a day.
    await stripe.refundAs(checkoutUrl, { amount: 500, id: '4b4d1b0e-5f5a-4b9e-8f36-0d6a3a6f1c11' });
    await waitFor(async () => expect((await booked(id)).order.reversals).toHaveLength(2));
    const lost = { ...(await form(id, 500)), id: '4b4d1b0e-5f5a-4b9e-8f36-0d6a3a6f1c11' };
    pass(2 * DAY);
    expect(await refundOrder(shop, lost)).toEqual({ ok: true, is: 'made' });
    expect(await stripe.refundsOf(checkoutUrl)).toHaveLength(2);
  });

  test('that Stripe refuses need the owner also when the database fails meanwhile', async () => {
    const { requestOnly, stripe, pay, form, booked, incidents, finish, run } = await open();
    const { id, checkoutUrl } = await pay();
    await requestOnly(await form(id, 100));
    await stripe.dispute(checkoutUrl);
    await waitFor(async () => expect(await incidents()).toEqual(['dispute']));
    await run('alter table incidents rename to lost_incidents');
    await expect(finish()).rejects.toThrow('incidents');
    await run('alter table lost_incidents rename to incidents');
    await finish();
    expect((await incidents()).sort()).toEqual(['dispute', 'refund-failed']);
    expect((await booked(id)).trail.at(-1)).toMatchObject({ kind: 'refund-refused' });
  });

  test('that Stripe refuses, or that come back, are shown and need the owner', async () => {
    const { shop, stripe, pay, form, requestOnly, booked, incidents, inbox } = await open();
    const disputed = await pay();
    const asked = await form(disputed.id, 100);
    expect(await requestOnly(asked)).toMatchObject({ refunds: [{ state: 'requested' }] });
    await stripe.dispute(disputed.checkoutUrl);
    expect(await refundOrder(shop, asked)).toEqual({
      ok: false,
      reason: 'refused',
      code: '400 charge_disputed',
    });
    // The same form again gives the same answer, and its money can be paid back another time.
    expect(await refundOrder(shop, asked)).toMatchObject({ ok: false, reason: 'refused' });
    const { trail } = await booked(disputed.id);
    expect(trail.map(({ kind }) => kind)).toContain('refund-refused');
    await waitFor(async () =>
      expect((await incidents()).sort()).toEqual(['dispute', 'refund-failed']),
    );
    // The bank has the money.
    expect(await offeredRefund(shop, disputed.id)).toMatchObject({ refunded: 0, most: 0 });

    const slow = await pay('4000000000007726');
    expect(await refundOrder(shop, await form(slow.id))).toEqual({ ok: true, is: 'made' });
    const [pending] = (await booked(slow.id)).order.reversals;
    expect(pending).toMatchObject({ state: 'pending', amount: PRICE });
    await stripe.settleRefund(pending?.id ?? '', 'failed');
    await waitFor(async () =>
      expect((await incidents()).sort()).toEqual(['dispute', 'refund-failed', 'refund-failed']),
    );
    // It is not too late for another refund, and no e-mail speaks of the first.
    expect(await offeredRefund(shop, slow.id)).toMatchObject({ refunded: 0, most: PRICE });
    await deliverEmails(shop);
    expect(await inbox()).not.toContain('paid back for your order');
  });

  test('at Stripe with the metadata of one form all count', async () => {
    const { stripe, pay, form, booked } = await open();
    const { id, checkoutUrl } = await pay();
    const asked = await form(id, 700);
    await stripe.refundAs(checkoutUrl, asked);
    await stripe.refundAs(checkoutUrl, asked);
    await waitFor(async () => expect(await booked(id)).toMatchObject({ refunded: 1400 }));
  });

  test('made at Stripe show on the order, and the customer is told', async () => {
    const { shop, stripe, pay, booked, inbox } = await open();
    const { id, checkoutUrl } = await pay();
    await stripe.refund(checkoutUrl, { amount: 700 });
    await waitFor(async () => expect(await booked(id)).toMatchObject({ refunded: 700 }));
    await deliverEmails(shop);
    expect(await inbox()).toContain('£7 paid back for your order');
    expect(await offeredRefund(shop, id)).toMatchObject({ refunded: 700, most: PRICE - 700 });
  });

  test('cancel the order in the same step, or do neither', async () => {
    const { shop, shops, ada, stripe, pay, form, booked, requestOnly, finish } = await open();
    const cancelling = async (id: string) => ({ ...(await form(id)), cancels: true });
    const { id, checkoutUrl } = await pay();
    const asked = await cancelling(id);
    // Two owners, one of whom presses twice, at two servers.
    const other = { ...asked, id: randomUUID(), by: 'ben' };
    const results = await Promise.all(
      [asked, asked, other].map((each, turn) => refundOrder(shops[turn % 2] ?? shop, each)),
    );
    const [done, rejected] = [
      { ok: true, is: 'made' },
      { ok: false, reason: 'stale' },
    ];
    const isFirst = results[0]?.ok === true;
    expect(results).toEqual(isFirst ? [done, done, rejected] : [rejected, rejected, done]);
    expect(await stripe.refundsOf(checkoutUrl)).toHaveLength(1);
    expect((await booked(id)).cancelledAt).not.toBeNull();
    const kinds = (await booked(id)).emails.map(({ kind }) => kind.split(' ')[0]);
    expect(kinds).toEqual(expect.arrayContaining(['cancelled', 'refund']));

    // Taken back, the order is to make again, and the money stays with the customer.
    expect(await uncancelOrder(shop, { orderId: id, by: 'anna' })).toBe('uncancelled');
    expect(await booked(id)).toMatchObject({ refunded: PRICE, cancelledAt: null });
    expect(await refundOrder(shop, isFirst ? asked : other)).toEqual(rejected);
    const { order } = await booked(id);
    await syncReversals(shop, order);
    expect((await booked(id)).cancelledAt).toBeNull();

    const collected = await pay();
    const late = await cancelling(collected.id);
    const [{ day } = { day: todayAt(shop) }] = (await booked(collected.id)).days;
    const tick = { orderId: collected.id, day, from: 'to-make', by: 'anna' } as const;
    await setFulfilment(shop, { ...tick, fulfilment: 'collected' });
    expect(await refundOrder(shop, late)).toEqual({ ok: false, reason: 'collected' });
    const before = await pay();
    const second = await cancelling(before.id);
    await cancelOrder(shop, { orderId: before.id, by: 'ben' });
    expect(await refundOrder(shop, second)).toEqual({ ok: false, reason: 'cancelled-before' });
    const atStripe = await pay();
    const stale = await cancelling(atStripe.id);
    await stripe.refund(atStripe.checkoutUrl, { amount: 700 });
    await waitFor(async () => expect(await booked(atStripe.id)).toMatchObject({ refunded: 700 }));
    expect(await refundOrder(shop, stale)).toEqual(rejected);
    expect((await booked(atStripe.id)).cancelledAt).toBeNull();
    for (const each of [collected, before]) {
      expect((await booked(each.id)).order.reversals).toEqual([]);
    }

    // Cancelled, whatever Stripe says afterwards.
    const waiting = await pay();
    await ada.setPractice('stripe', { api: 'error-500' });
    expect(await refundOrder(shop, await cancelling(waiting.id))).toEqual({
      ok: true,
      is: 'waiting',
    });
    await ada.setPractice('stripe', { api: 'normal' });
    expect((await booked(waiting.id)).cancelledAt).not.toBeNull();
    await finish();
    expect(await booked(waiting.id)).toMatchObject({ refunded: PRICE });
    const disputed = await pay();
    const refused = await cancelling(disputed.id);
    await requestOnly(refused);
    await stripe.dispute(disputed.checkoutUrl);
    expect(await refundOrder(shop, refused)).toMatchObject({ ok: false, reason: 'refused' });
    expect((await booked(disputed.id)).cancelledAt).not.toBeNull();
  });

  test('made at Stripe in full cancel the order, unless staff have decided, or it is collected or due', async () => {
    const { shop, stripe, pay, form, booked, pass } = await open();
    const sync = async (id: string) => {
      await syncReversals(shop, (await booked(id)).order);
      return booked(id);
    };
    const [atStripe, kept, takenBack] = [await pay(), await pay(), await pay()];
    const [collected, due] = [await pay(), await pay()];
    await stripe.refund(atStripe.checkoutUrl, { amount: 700 });
    expect(await sync(atStripe.id)).toMatchObject({ refunded: 700, cancelledAt: null });
    await stripe.refund(atStripe.checkoutUrl, {});
    const { refunded, cancelledAt, trail } = await sync(atStripe.id);
    expect(refunded).toBe(PRICE);
    expect(cancelledAt).not.toBeNull();
    expect(trail.filter(({ kind }) => kind === 'cancelled')).toMatchObject([{ actor: 'stripe' }]);

    await stripe.refund(kept.checkoutUrl, { amount: 700 });
    await sync(kept.id);
    await refundOrder(shop, await form(kept.id));
    expect(await sync(kept.id)).toMatchObject({ refunded: PRICE, cancelledAt: null });

    await stripe.refund(takenBack.checkoutUrl, {});
    await sync(takenBack.id);
    await uncancelOrder(shop, { orderId: takenBack.id, by: 'anna' });
    expect(await sync(takenBack.id)).toMatchObject({ refunded: PRICE, cancelledAt: null });

    const [{ day } = { day: todayAt(shop) }] = (await booked(collected.id)).days;
    const tick = { orderId: collected.id, day, from: 'to-make', by: 'anna' } as const;
    await setFulfilment(shop, { ...tick, fulfilment: 'collected' });
    await stripe.refund(collected.checkoutUrl, {});
    expect(await sync(collected.id)).toMatchObject({ refunded: PRICE, cancelledAt: null });

    const told = async () =>
      (await openIncidents(shop)).map(({ kind, orderId }) => [kind, orderId]);
    expect(await told()).toEqual([]);

    pass(daysBetween(todayAt(shop), day) * DAY);
    expect(todayAt(shop)).toBe(day);
    await sync(collected.id);
    expect(await told()).toEqual([]);
    await stripe.refund(due.checkoutUrl, {});
    expect(await sync(due.id)).toMatchObject({ refunded: PRICE, cancelledAt: null });
    // Nobody hands over a cake for nothing without knowing.
    expect(await told()).toEqual([['refunded-when-due', due.id]]);
    await cancelOrder(shop, { orderId: due.id, by: 'anna' });
    expect(await told()).toEqual([]);
  });

  const actions = fc.array(
    fc.record({
      what: fc.constantFrom(
        'pay' as const,
        'expire' as const,
        'refund' as const,
        'refund' as const,
        'crash before the call' as const,
        'crash after the call' as const,
        'finish' as const,
        'settle refund' as const,
        'refund at Stripe' as const,
        'dispute' as const,
        'close dispute' as const,
        'cancel' as const,
        'uncancel' as const,
        'clock jumps' as const,
      ),
      of: fc.nat({ max: 5 }),
      amount: fc.integer({ min: 1, max: PRICE }),
      isGood: fc.boolean(),
    }),
    { minLength: 6, maxLength: 16 },
  );

  test('the ledger is Stripe’s balance after any interleaving', async () => {
    const { requestOnly, inLedger, shop, shops, ada, stripe, pay, form, booked, finish, pass } =
      await open();
    await fc.assert(
      fc.asyncProperty(actions, async (sequence) => {
        const cards = ['4242424242424242', '4000000000007726'];
        const paid = [await pay()];
        const disputes: string[] = [];
        for (const { what, of, amount, isGood } of sequence) {
          const { id, checkoutUrl } = paid[of % paid.length] ?? { id: '', checkoutUrl: '' };
          const cancellation = { orderId: id, by: 'anna' };
          const dispute = disputes[of % disputes.length];
          // Stripe refuses what makes no sense, such as a second dispute.
          const ask = async (asked: Promise<unknown>) => asked.catch(() => undefined);
          if (what === 'pay') paid.push(await pay(cards[of % 2]));
          if (what === 'expire') {
            const { id: other } = await ada.order(CAKE);
            pass(2 * 60 * 60);
            await ada.confirm(other);
          }
          if (what === 'refund' || what.startsWith('crash')) {
            const asked = await form(id, isGood ? amount : undefined);
            if (asked.amount === 0) continue;
            if (what === 'crash before the call') await requestOnly(asked);
            else if (what === 'crash after the call') {
              if (typeof (await requestOnly(asked)) !== 'string') {
                await ask(stripe.refundAs(checkoutUrl, asked));
              }
            } else {
              // Two servers, of which one is slower.
              await Promise.all(shops.map((each) => refundOrder(each, asked)));
            }
          }
          if (what === 'finish') await finish();
          if (what === 'settle refund') {
            const { reversals } = (await booked(id)).order;
            const refund = reversals.filter(({ kind }) => kind === 'refund').at(-1)?.id;
            if (refund) await ask(stripe.settleRefund(refund, isGood ? 'succeeded' : 'failed'));
          }
          if (what === 'refund at Stripe') {
            await ask(stripe.refund(checkoutUrl, isGood ? { amount } : { status: 'pending' }));
          }
          if (what === 'dispute') {
            const opened = await ask(stripe.dispute(checkoutUrl));
            if (typeof opened === 'string') disputes.push(opened);
          }
          if (what === 'close dispute' && dispute) {
            await ask(stripe.setDisputeStatus(dispute, isGood ? 'won' : 'lost'));
          }
          if (what === 'cancel') await cancelOrder(shop, cancellation);
          if (what === 'uncancel') await uncancelOrder(shop, cancellation);
          if (what === 'clock jumps') pass(isGood ? DAY + amount : amount - PRICE);
        }
        await finish();
        // Stripe repeats an event until the shop has accepted it, after a minute at most.
        pass(60);
        for (const { id, checkoutUrl } of paid) {
          await waitFor(async () =>
            expect(await inLedger(id)).toBe(await stripe.moved(checkoutUrl)),
          );
          const { order, refunded } = await booked(id);
          expect(refunded).toBeLessThanOrEqual(order.total);
          expect(order.reversals.filter(({ state }) => state === 'requested')).toEqual([]);
          // Each was made once.
          const made = await stripe.refundsOf(checkoutUrl);
          const ours = made.flatMap(({ metadata }) => metadata?.refund ?? []);
          const { trail } = await booked(id);
          const idsOf = (wanted: 'refund-requested' | 'refund-refused') =>
            trail.flatMap((event) => (event.kind === wanted ? event.facts.refund : []));
          const refused = idsOf('refund-refused');
          expect(ours.sort()).toEqual(
            idsOf('refund-requested')
              .filter((each) => !refused.includes(each))
              .sort(),
          );
        }
      }),
      { numRuns: 5 },
    );
  }, 120_000);
});
