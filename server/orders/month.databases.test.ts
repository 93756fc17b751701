import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asDay, londonDay } from '#domain/calendar/days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { addMonths, londonMidnight, type Month, monthOf } from '#domain/ledger/month.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { todayAt } from '#server/shop.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { editCake } from '#test/edit-cake.ts';
import { practiceStripe } from '#test/practice-control.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';
import { anonymiseCustomer } from './anonymise.ts';
import { monthBook } from './ledger.ts';
import { recoverOrders } from './recover.ts';

const CAKE = 'berry-drip-cake';
const CANDLES = 'candles-silver';
const PRICE = 4800;
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

describe.each(bothDatabases)('the money of a month on $name', ({ stocked }) => {
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

    async function pay(...cakes: string[]) {
      const { id, checkoutUrl } = await ada.order(...cakes);
      await ada.pay(checkoutUrl);
      await ada.confirm(id);
      return { id, checkoutUrl };
    }

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

    /** Webhooks arrive some moments after Stripe has moved money. */
    async function expectAsAtStripe(month: Month) {
      const expected = await stripesMonth(month);
      await waitFor(async () => {
        const { total, days, weeks } = await monthBook(shop, month);
        expect(total).toMatchObject(expected);
        for (const parts of [days, weeks]) {
          expect(parts.reduce((kept, { sums }) => kept + sums.kept, 0)).toBe(expected.kept);
        }
      });
      return expected;
    }

    return {
      place,
      shop,
      ada,
      stripe,
      pay,
      expectAsAtStripe,
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
    const books = [await monthBook(shop, before), await monthBook(shop, month)];
    await deliverEmails(shop);
    goTo(plusSeconds(start, 60 * DAY));
    expect(await anonymiseCustomer(shop, 'everybody')).toMatchObject({ kept: [] });
    expect([await monthBook(shop, before), await monthBook(shop, month)]).toEqual(books);
    expect(books[1]?.entries.map(({ kind }) => kind).sort()).toEqual(
      ['charge', 'charge', 'dispute-won', 'refund', 'refund-failed'].sort(),
    );
    // Of the candles, whose order was refunded in full.
    expect(books.map(({ total }) => total.vat).reduce((sum, vat) => sum + vat)).toBe(0);
  });

  const actions = fc.array(
    fc.record({
      what: fc.constantFrom(
        'pay' as const,
        'pay' as const,
        'refund' as const,
        'refund' as const,
        'refund pending' as const,
        'settle refund' as const,
        'dispute' as const,
        'close dispute' as const,
        'wait' as const,
      ),
      of: fc.nat({ max: 5 }),
      amount: fc.integer({ min: 1, max: PRICE }),
      isGood: fc.boolean(),
    }),
    { minLength: 4, maxLength: 14 },
  );

  test('is Stripe’s own after any payments, refunds and disputes', async () => {
    const { shop, stripe, pay, pass, month, expectAsAtStripe } = await open();
    const months = new Set<Month>();
    await fc.assert(
      fc.asyncProperty(actions, async (sequence) => {
        const paid = [await pay(CAKE)];
        const refunds: string[] = [];
        const disputes: string[] = [];
        for (const { what, of, amount, isGood } of sequence) {
          months.add(month());
          const order = paid[of % paid.length]?.checkoutUrl ?? '';
          const refund = refunds[of % refunds.length];
          const dispute = disputes[of % disputes.length];
          // Stripe refuses what makes no sense, such as refunding more than was paid.
          const ask = async (asked: Promise<unknown>) => asked.catch(() => undefined);
          if (what === 'pay') paid.push(await pay(...(isGood ? [CAKE, CANDLES] : [CAKE])));
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
          if (what === 'wait') pass(amount * 100);
        }
        months.add(month());
        for (const each of months) await expectAsAtStripe(each);
      }),
      { numRuns: 4 },
    );
    for (const each of months) expect((await monthBook(shop, each)).unreadable).toEqual([]);
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
    const { total, unreadable, entries } = await monthBook(shop);
    expect(unreadable.sort()).toEqual(numbers.slice(0, 2).sort());
    expect(total).toMatchObject({ payments: 2, taken: 2 * PRICE });
    expect(entries.map(({ orderNumber }) => orderNumber)).toContain(numbers[2]);
    expect((await monthBook(shop, addMonths(monthOf(todayAt(shop)), -12))).unreadable).toEqual([]);
  });

  test('keeps the VAT rate at which an item was sold', async () => {
    const { shop, pay } = await open();
    await pay(CAKE, CANDLES);
    const parts = async () => (await monthBook(shop)).entries.map((entry) => entry.parts);
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
