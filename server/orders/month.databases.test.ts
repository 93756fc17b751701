import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asDay, londonDay } from '#domain/calendar/days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { CsvCell } from '#domain/csv.ts';
import {
  addMonths,
  londonMidnight,
  type Month,
  monthOf,
  monthTable,
} from '#domain/ledger/month.ts';
import { statementOf } from '#domain/ledger/statement.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { todayAt } from '#server/shop.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { editCake } from '#test/edit-cake.ts';
import { practiceStripe } from '#test/practice-control.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';
import { payAtCounter } from './at-counter.ts';
import { anonymiseCustomer } from './customer-records.ts';
import { monthReport } from './ledger.ts';
import { makePayLink, openPayment } from './pay-link.ts';
import { takePhoneOrder } from './phone.ts';
import { recoverOrders } from './recover.ts';
import { syncBalance } from './sync-balance.ts';

const CAKE = 'berry-drip-cake';
const CANDLES = 'candles-silver';
const PRICE = 4800;
const BY = 'anna';
const BEGINNING = '1970-01-01T00:00:00.000Z';
const DAY = 24 * 60 * 60;

/** When the next month begins that begins in summer time: at 23:00 UTC. */
function nextSummerMonth(): { month: Month; start: Instant } {
  for (let month = monthOf(londonDay(new Date().toISOString())); ; ) {
    month = addMonths(month, 1);
    const start = startOf(month);
    if (start.includes('T23:')) return { month, start };
  }
}

function startOf(month: Month): Instant {
  return londonMidnight(asDay(`${month}-01`));
}

describeDailyOnSqlite('the money of a month', ({ stocked }) => {
  async function open(start = new Date().toISOString()) {
    const place = await stocked();
    let now = start;
    const { shop, ...rest } = await openTestShop({
      where: place.where,
      jobs: false,
      clock: { now: () => now },
    });
    const ada = customer({ shop, ...rest });
    const stripe = practiceStripe(rest.stripe);

    /** What Stripe says that it has moved. */
    async function stripesMonth(month: Month) {
      const moved = await stripe.balanceTransactions(startOf(month), startOf(addMonths(month, 1)));
      const sum = (...categories: string[]) =>
        moved
          .filter((each) => categories.includes(each.reporting_category))
          .reduce((total, { amount }) => total + amount, 0);
      return {
        payments: moved.filter((each) => each.reporting_category === 'charge').length,
        taken: sum('charge'),
        refunded: 0 - sum('refund', 'refund_failure'),
        disputed: 0 - sum('dispute', 'dispute_reversal'),
        kept: sum('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal'),
      };
    }

    /** The account's balance in a month, by Stripe's categories. */
    async function stripesBalance(month: Month) {
      const [from, before] = [startOf(month), startOf(addMonths(month, 1))];
      const earlier = await stripe.balanceTransactions(BEGINNING, from);
      const moved = await stripe.balanceTransactions(from, before);
      const sum = (...categories: string[]) =>
        moved
          .filter((each) => categories.includes(each.reporting_category))
          .reduce((total, { amount }) => total + amount, 0);
      const net = (some: { net: number }[]) => some.reduce((total, each) => total + each.net, 0);
      return {
        moved,
        report: {
          start: net(earlier),
          payments: sum('charge'),
          refunds: sum('refund', 'refund_failure'),
          disputes: sum('dispute', 'dispute_reversal'),
          fees: sum('fee') - moved.reduce((total, { fee }) => total + fee, 0),
          others: 0,
          paidOut: sum('payout', 'payout_reversal'),
          end: net(earlier) + net(moved),
        },
      };
    }

    /** The lines of a month's file that moved Stripe's balance. */
    async function fileOf(month: Month) {
      const [heading = [], ...lines] = monthTable(await monthReport(shop, month), (at) => at);
      const cell = (line: CsvCell[], name: string) => line[heading.indexOf(name)];
      const pence = (value: CsvCell | undefined) => (typeof value === 'object' ? value.pence : 0);
      return lines
        .filter((line) => cell(line, 'Stripe balance GBP') !== '')
        .map((line) => ({
          id: cell(line, 'Stripe ID'),
          at: cell(line, 'Time'),
          fee: pence(cell(line, 'Fee GBP')),
          net: pence(cell(line, 'Stripe balance GBP')),
          payout: cell(line, 'Payout'),
        }));
    }

    /** Each month's file is Stripe's report line by line, and the lines of a payout add up to what the bank gets. */
    async function expectFilesAsAtStripe(months: Month[]) {
      await syncBalance(shop);
      const lines: Awaited<ReturnType<typeof fileOf>> = [];
      for (const month of months) {
        const { moved, report } = await stripesBalance(month);
        const ours = await monthReport(shop, month);
        expect(ours.balance).toEqual(report);
        const statement = statementOf(ours, 'stripe');
        expect(statement.reduce((sum, { amount }) => sum + amount, report.start)).toBe(report.end);
        const file = await fileOf(month);
        const line = (at: unknown, net: number, fee: number) => `${at} ${net} ${fee}`;
        expect(file.map(({ at, net, fee }) => line(at, net, fee)).sort()).toEqual(
          moved
            .map(({ created, net, fee, amount, reporting_category: kind }) =>
              line(new Date(created * 1000).toISOString(), net, kind === 'fee' ? -amount : fee),
            )
            .sort(),
        );
        lines.push(...file);
      }
      const payouts = await stripe.payouts();
      for (const { id, amount } of payouts) {
        const contained = lines.filter((line) => line.payout === id && line.id !== id);
        expect(contained.reduce((sum, { net }) => sum + net, 0)).toBe(amount);
      }
      return { lines: lines.length, payouts: payouts.length };
    }

    /** Webhooks arrive some moments after Stripe has moved money. */
    async function expectAsAtStripe(month: Month) {
      const expected = await stripesMonth(month);
      await waitFor(async () => {
        const { total, days, weeks, entries } = await monthReport(shop, month);
        const atCounter = entries.filter(({ kind }) => kind === 'cash').length;
        const { cash, kept, payments, ...byCard } = total;
        expect({
          ...byCard,
          kept: kept - cash,
          payments: payments - atCounter,
        }).toMatchObject(expected);
        for (const parts of [days, weeks]) {
          expect(parts.reduce((sum, { sums }) => sum + sums.kept, 0)).toBe(kept);
        }
      });
      return expected;
    }

    return {
      place,
      shop,
      ada,
      stripe,
      pay: ada.buy,
      /** A phone order with a deposit that is paid. @returns the function that pays the rest, by card or at the counter. */
      async payDeposit(amount: number) {
        const request = { id: randomUUID(), ...(await ada.phoneRequestFor(CAKE)) };
        const deposit = { amount, restBy: null };
        const options = { by: BY, evenIfClosed: false, isPaid: false };
        await takePhoneOrder(shop, { ...request, deposit }, options);
        const token = (await makePayLink(shop, request.id, { by: BY })) ?? '';
        const payByLink = async () => {
          const opened = await openPayment(shop, token);
          if (!opened.ok) return undefined;
          await ada.pay(opened.checkoutUrl);
          await ada.confirm(request.id);
          return opened.checkoutUrl;
        };
        const checkoutUrl = await payByLink();
        const payRest = (isByCard: boolean) =>
          isByCard ? payByLink() : payAtCounter(shop, request.id, BY).then(() => undefined);
        return { id: request.id, checkoutUrl: checkoutUrl ?? '', payRest };
      },
      expectAsAtStripe,
      expectFilesAsAtStripe,
      goTo(instant: Instant) {
        now = instant;
      },
      pass(seconds: number) {
        now = plusSeconds(now, seconds);
      },
      month: () => monthOf(londonDay(now)),
      now: () => now,
    };
  }

  test('is Stripe’s own to the penny, on both sides of midnight in London', async () => {
    const { month, start } = nextSummerMonth();
    const before = addMonths(month, -1);
    const { shop, ada, stripe, pay, goTo, expectAsAtStripe } = await open(plusSeconds(start, -DAY));
    const early = await pay(CAKE, CANDLES);
    const returned = await pay(CAKE);
    const lost = await pay(CAKE);
    const won = await pay(CAKE);
    const debit = await ada.order(CAKE);
    await stripe.payByBank(debit.checkoutUrl);
    goTo(plusSeconds(start, -1));
    await pay(CAKE);
    await stripe.refund(early.checkoutUrl, { amount: 1001 });
    const failing = await stripe.refund(returned.checkoutUrl, { status: 'pending' });
    const disputes = [
      await stripe.dispute(lost.checkoutUrl),
      await stripe.dispute(won.checkoutUrl),
    ];
    const first = await expectAsAtStripe(before);
    expect(first).toEqual({
      payments: 5,
      taken: 5 * PRICE + 600,
      refunded: 1001 + PRICE,
      disputed: 2 * PRICE,
      kept: 5 * PRICE + 600 - 1001 - PRICE - 2 * PRICE,
    });

    goTo(start);
    await pay(CAKE);
    await stripe.refund(early.checkoutUrl, {});
    await stripe.settleRefund(failing, 'failed');
    await stripe.setDisputeStatus(disputes[0] ?? '', 'lost');
    await stripe.setDisputeStatus(disputes[1] ?? '', 'won');
    await stripe.bankAnswers(debit.checkoutUrl, 'succeeded');
    expect(await expectAsAtStripe(month)).toEqual({
      payments: 2,
      taken: 2 * PRICE,
      refunded: PRICE + 600 - 1001 - PRICE,
      disputed: -PRICE,
      kept: 2 * PRICE - (600 - 1001) + PRICE,
    });
    // A month that is over does not change, nor when the names are removed.
    expect(await expectAsAtStripe(before)).toEqual(first);
    const reports = [await monthReport(shop, before), await monthReport(shop, month)];
    await deliverEmails(shop);
    goTo(plusSeconds(start, 60 * DAY));
    const orders = await shop.db.selectFrom('orders').select('id').execute();
    const ids = orders.map(({ id }) => id);
    expect(await anonymiseCustomer(shop, ids)).toMatchObject({ kept: [] });
    expect([await monthReport(shop, before), await monthReport(shop, month)]).toEqual(reports);
    expect(reports[1]?.entries.map(({ kind }) => kind).sort()).toEqual(
      ['charge', 'charge', 'dispute-won', 'refund', 'refund-failed'].sort(),
    );
    // Of the candles, whose order was refunded in full.
    expect(reports.map(({ total }) => total.vat).reduce((sum, vat) => sum + vat)).toBe(0);
  });

  const action = fc.record({
    what: fc.constantFrom(
      'pay' as const,
      'pay' as const,
      'pay' as const,
      'pay a deposit' as const,
      'pay a rest' as const,
      'refund' as const,
      'refund' as const,
      'refund pending' as const,
      'settle refund' as const,
      'dispute' as const,
      'close dispute' as const,
      'pay out' as const,
      'settle payout' as const,
      'charge a fee' as const,
      'wait' as const,
    ),
    of: fc.nat({ max: 1000 }),
    amount: fc.integer({ min: 1, max: PRICE - 1 }),
    isGood: fc.boolean(),
  });
  type Action = typeof action extends fc.Arbitrary<infer Item> ? Item : never;

  /** Carries actions out in turn, and compares the books with Stripe. @returns how many orders were paid. */
  async function playAndCompare(shopWithStripe: Awaited<ReturnType<typeof open>>, plays: Action[]) {
    const { shop, stripe, pay, payDeposit, pass, month, ...compare } = shopWithStripe;
    const months = new Set<Month>();
    const paid = [await pay(CAKE)];
    const rests: ((isByCard: boolean) => Promise<string | undefined>)[] = [];
    const refunds: string[] = [];
    const disputes: string[] = [];
    const payouts: string[] = [];
    for (const { what, of, amount, isGood } of plays) {
      months.add(month());
      const order = paid[of % paid.length]?.checkoutUrl ?? '';
      const refund = refunds[of % refunds.length];
      const dispute = disputes[of % disputes.length];
      const payout = payouts[of % payouts.length];
      // Stripe refuses what makes no sense, such as refunding more than was paid.
      const ask = async (asked: Promise<unknown>) => asked.catch(() => undefined);
      if (what === 'pay') paid.push(await pay(...(isGood ? [CAKE, CANDLES] : [CAKE])));
      if (what === 'pay a deposit') {
        const deposit = await payDeposit(amount);
        paid.push(deposit);
        rests.push(deposit.payRest);
      }
      if (what === 'pay a rest') {
        const checkoutUrl = await rests.shift()?.(isGood);
        if (checkoutUrl) paid.push({ id: '', checkoutUrl });
      }
      if (what === 'refund' || what === 'refund pending') {
        const status = what === 'refund' ? {} : { status: 'pending' as const };
        const made = await ask(stripe.refund(order, { ...(isGood && { amount }), ...status }));
        if (typeof made === 'string') refunds.push(made);
      }
      if (what === 'settle refund' && refund) {
        await ask(stripe.settleRefund(refund, isGood ? 'succeeded' : 'failed'));
      }
      if (what === 'dispute') {
        const opened = await ask(stripe.dispute(order));
        if (typeof opened === 'string') disputes.push(opened);
      }
      if (what === 'close dispute' && dispute) {
        await ask(stripe.setDisputeStatus(dispute, isGood ? 'won' : 'lost'));
      }
      if (what === 'pay out') {
        const made = await ask(stripe.payOut(amount % 5 > 0 ? {} : { reconciliation: 'later' }));
        if (typeof made === 'string') payouts.push(made);
      }
      if (what === 'settle payout' && payout) {
        await ask(stripe.settlePayout(payout, isGood ? 'paid' : 'failed'));
      }
      if (what === 'charge a fee') await stripe.chargeFee(amount, 'Radar');
      if (what === 'wait') pass(amount * 100);
    }
    for (const payout of payouts) await stripe.settlePayout(payout, 'paid').catch(() => undefined);
    months.add(month());
    for (const each of months) await compare.expectAsAtStripe(each);
    const compared = await compare.expectFilesAsAtStripe([...months]);
    for (const each of months) expect((await monthReport(shop, each)).unreadable).toEqual([]);
    return { orders: paid.length, ...compared };
  }

  test('is Stripe’s own after any payments, refunds, disputes and payouts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 4, maxLength: 14 }),
        async (plays) => void (await playAndCompare(await open(), plays)),
      ),
      { numRuns: 4 },
    );
  });

  test('is Stripe’s own after 1,000 orders', { tags: ['nightly'], timeout: 900_000 }, async () => {
    const shopWithStripe = await open();
    const drawn = fc.sample(action, { numRuns: 3_600 });
    const ordered = drawn.filter(({ what }) => what === 'pay' || what === 'pay a deposit').length;
    const pays = fc
      .sample(action, { numRuns: 1_000 })
      .map((each) => ({ ...each, what: 'pay' as const }));
    // As many more as chance has left out.
    const plays = [...pays.slice(ordered), ...drawn];
    const { orders, payouts } = await playAndCompare(shopWithStripe, plays);
    expect(orders).toBeGreaterThan(1_000);
    expect(payouts).toBeGreaterThan(100);
  });

  test('enters nothing twice', async () => {
    const { shop, pay, month, expectAsAtStripe } = await open();
    await pay(CAKE, CANDLES);
    await recoverOrders(shop);
    await expectAsAtStripe(month());
  });

  test('names orders whose money cannot be read, and counts the others', async () => {
    const { place, shop, pay, ada } = await open();
    const numbers: string[] = [];
    for (const _ of Array.from({ length: 3 })) {
      const { id } = await pay(CAKE);
      numbers.push(Object((await ada.read(id)).body).number);
    }
    const of = (place: number) => `(select id from orders where number = '${numbers[place]}')`;
    await place.run(`update ledger set kind = 'of-a-newer-version' where order_id = ${of(0)}`);
    await place.run(`update order_items set day = 'soon' where order_id = ${of(1)}`);
    const { total, unreadable, entries } = await monthReport(shop);
    expect(unreadable.sort()).toEqual(numbers.slice(0, 2).sort());
    expect(total).toMatchObject({ payments: 2, taken: 2 * PRICE });
    expect(entries.map(({ orderNumber }) => orderNumber)).toContain(numbers[2]);
    expect((await monthReport(shop, addMonths(monthOf(todayAt(shop)), -12))).unreadable).toEqual(
      [],
    );
  });

  test('keeps the VAT rate at which an item was sold', async () => {
    const { shop, pay } = await open();
    await pay(CAKE, CANDLES);
    const parts = async () => (await monthReport(shop)).entries.map((entry) => entry.parts);
    const booked = [
      { rate: 0, gross: PRICE, vat: 0 },
      { rate: 20, gross: 600, vat: 100 },
    ];
    expect(await parts()).toEqual([booked]);
    await editCake(shop, CANDLES, (content) => ({ ...content, vat: 'zero' }));
    expect(await parts()).toEqual([booked]);
    await pay(CANDLES);
    expect(await parts()).toContainEqual([{ rate: 0, gross: 600, vat: 0 }]);
  });
});
