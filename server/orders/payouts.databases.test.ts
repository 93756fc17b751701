import { describe, expect, test } from 'vitest';
import { asDay, londonDay } from '#domain/calendar/days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { moveInWords, netOf } from '#domain/ledger/balance.ts';
import { addMonths, londonMidnight, type Month, monthOf } from '#domain/ledger/month.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { practiceStripe, sessionOf } from '#test/practice-control.ts';
import { openTestShop } from '#test/test-shop.ts';
import { openIncidents } from './incidents.ts';
import { monthReport } from './ledger.ts';
import { findPayout, payoutsOf } from './payouts.ts';
import { syncBalance } from './sync-balance.ts';

const CAKE = 'berry-drip-cake';
const PRICE = 4800;
/** Of a card payment of `PRICE`. */
const FEE = 92;
const DAY = 24 * 60 * 60;

describe.each(bothDatabases)('fees and payouts on $name', ({ stocked }) => {
  async function open(start: Instant = new Date().toISOString()) {
    const place = await stocked();
    let now = start;
    const testShop = await openTestShop({
      where: place.where,
      servers: 2,
      jobs: false,
      clock: { now: () => now },
    });
    const { shop, shops } = testShop;
    const ada = customer(testShop);
    const stripe = practiceStripe(testShop.stripe);
    return {
      place,
      shop,
      shops,
      ada,
      stripe,
      pay: async () => (await ada.buy(CAKE)).checkoutUrl,
      async payouts() {
        const month = monthOf(londonDay(plusSeconds(now, 2 * DAY)));
        const found = [];
        for (const ago of [0, 1, 2]) found.push(...(await payoutsOf(shop, addMonths(month, -ago))));
        return found;
      },
      /** What a payout contains, in words and pence, and whether it is of an order; those of the same second in any order. */
      async contents(id: string) {
        const found = await findPayout(shop, id);
        return new Set(
          found?.moves.map((move) =>
            [moveInWords(move), netOf(move), Boolean(move.order)].join(', '),
          ),
        );
      },
      pass: (seconds: number) => {
        now = plusSeconds(now, seconds);
      },
      goTo: (instant: Instant) => {
        now = instant;
      },
    };
  }

  test('each payment has its fee, and each payout its payments', async () => {
    const { shop, shops, stripe, pay, payouts, contents } = await open();
    const first = await pay();
    await stripe.refund(first, { amount: 1000 });
    await stripe.payByLink({ amount: 30, currency: 'gbp', client_reference_id: 'other' });
    await stripe.payByLink({ amount: 900, currency: 'jpy', client_reference_id: 'other' });
    await stripe.chargeFee(200, 'Radar (November)');
    const id = await stripe.payOut();
    // The event that Stripe has sent has led to it, and two servers change nothing.
    await Promise.all(shops.map(syncBalance));
    const amount = PRICE - FEE - 1000 + (30 - 20) - 200;
    expect(await payouts()).toMatchObject([
      { id, amount, state: 'on-its-way', isComplete: true, isByHand: false },
    ]);
    expect(await contents(id)).toEqual(
      new Set([
        `Payment, ${PRICE - FEE}, true`,
        'Refund, -1000, true',
        'Payment, without an order here, 10, false',
        'Stripe’s fee: Radar (November), -200, false',
      ]),
    );
    await stripe.settlePayout(id, 'paid');
    expect(await payouts()).toMatchObject([{ id, state: 'arrived' }]);

    const report = await monthReport(shop);
    expect(
      report.entries.map(({ kind, atStripe }) => [kind, atStripe?.fee, atStripe?.payout?.id]),
    ).toEqual([
      ['refund', 0, id],
      ['charge', FEE, id],
    ]);
    expect(report.balance).toEqual({
      start: 0,
      payments: PRICE + 30,
      refunds: -1000,
      disputes: 0,
      fees: -(FEE + 20 + 200),
      others: 0,
      paidOut: -amount,
      end: 0,
    });
    expect(report.others.map(({ kind }) => kind).sort()).toEqual(['charge', 'fee', 'payout']);
  });

  test('a payout that the bank returns goes out with the next, and the owner is told once', async () => {
    const { shop, stripe, pay, payouts, contents, pass } = await open();
    await pay();
    const returned = await stripe.payOut();
    await stripe.settlePayout(returned, 'paid');
    await stripe.settlePayout(returned, 'failed');
    await syncBalance(shop);
    const facts = { payout: returned, amount: PRICE - FEE, reason: 'account_closed' };
    expect(await openIncidents(shop)).toMatchObject([{ kind: 'payout-failed', facts }]);
    pass(DAY);
    const again = await stripe.payOut();
    expect(await contents(again)).toEqual(
      new Set([`Payout that did not arrive, ${PRICE - FEE}, false`]),
    );
    expect(await contents(returned)).toEqual(new Set([`Payment, ${PRICE - FEE}, true`]));
    expect(await payouts()).toMatchObject([
      { id: again, amount: PRICE - FEE },
      { id: returned, state: 'returned', failure: 'account_closed' },
    ]);
  });

  test('takes a payout that is negative, by hand, or not explained yet as it is', async () => {
    const { shop, stripe, pay, payouts, contents } = await open();
    const disputed = await pay();
    await stripe.payOut();
    await stripe.dispute(disputed);
    const negative = await stripe.payOut();
    expect(await contents(negative)).toEqual(
      new Set([`Disputed by the bank, ${-PRICE - 2000}, true`]),
    );
    await pay();
    const byHand = await stripe.payOut({ amount: 100 });
    const unexplained = await stripe.payOut({ reconciliation: 'later' });
    await syncBalance(shop);
    expect((await payouts()).find(({ id }) => id === negative)).toMatchObject({
      amount: -PRICE - 2000,
      isComplete: true,
    });
    expect((await payouts()).find(({ id }) => id === byHand)).toMatchObject({
      isByHand: true,
      isComplete: false,
    });
    expect((await payouts()).find(({ id }) => id === unexplained)).toMatchObject({
      isComplete: false,
    });
    expect([await contents(byHand), await contents(unexplained)]).toEqual([new Set(), new Set()]);
    await stripe.settlePayout(unexplained, 'paid');
    expect(await contents(unexplained)).toEqual(
      new Set([`Payment, ${PRICE - FEE}, true`, 'Paid out, -100, false']),
    );
  });

  test('a payment that reaches the balance after midnight is in the month that Stripe has it in', async () => {
    const { month, start } = nextMonth();
    const { shop, ada, stripe, pay, goTo } = await open(plusSeconds(start, -5));
    await ada.setPractice('stripe', { balance: 'later' });
    const checkoutUrl = await pay();
    const before = addMonths(month, -1);
    expect((await monthReport(shop, before)).entries).toMatchObject([
      { id: sessionOf(checkoutUrl), atStripe: undefined },
    ]);
    goTo(plusSeconds(start, 5));
    await stripe.book(checkoutUrl);
    expect((await monthReport(shop, before)).entries).toEqual([]);
    const { entries, balance } = await monthReport(shop, month);
    expect(entries).toMatchObject([{ id: sessionOf(checkoutUrl), atStripe: { fee: FEE } }]);
    expect(balance).toMatchObject({ start: 0, payments: PRICE, fees: -FEE, end: PRICE - FEE });
  });

  test('forgets an account whose keys the shop does not have any more', async () => {
    const { shop, stripe, pay, payouts, pass } = await open();
    await pay();
    await stripe.payOut();
    await pay();
    await syncBalance(shop);
    await stripe.forgetAll();
    pass(60);
    const checkoutUrl = await pay();
    await syncBalance(shop);
    expect(await payouts()).toEqual([]);
    const { balance, entries } = await monthReport(shop, monthOf(londonDay(shop.clock.now())));
    expect(balance).toMatchObject({ start: 0, payments: PRICE, end: PRICE - FEE });
    expect(entries.filter(({ atStripe }) => atStripe).map(({ id }) => id)).toEqual([
      sessionOf(checkoutUrl),
    ]);
  });

  test('reads what it has missed, from Stripe and not from events', async () => {
    const { place, shop, ada, stripe, pay, payouts, contents, pass } = await open();
    await ada.setPractice('stripe', { webhooks: 'never' });
    await pay();
    await syncBalance(shop);
    const id = await stripe.payOut();
    pass(40 * DAY);
    await pay();
    await syncBalance(shop);
    expect(await contents(id)).toEqual(new Set([`Payment, ${PRICE - FEE}, true`]));
    const whole = [await payouts(), (await monthReport(shop)).balance];
    expect(whole).toMatchObject([[{ id }], {}]);
    await place.run('delete from balance_transactions');
    await place.run('delete from payouts');
    await syncBalance(shop);
    expect([await payouts(), (await monthReport(shop)).balance]).toEqual(whole);
    expect(await contents(id)).toEqual(new Set([`Payment, ${PRICE - FEE}, true`]));
  });
});

function nextMonth(): { month: Month; start: Instant } {
  const month = addMonths(monthOf(londonDay(new Date().toISOString())), 1);
  return { month, start: londonMidnight(asDay(`${month}-01`)) };
}
