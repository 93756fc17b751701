import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, asDay, londonDay } from '#domain/calendar/days.ts';
import { plusSeconds } from '#domain/clock.ts';
import { writeCsv } from '#domain/csv.ts';
import { orderNumber } from '#domain/orders/new-order.ts';
import { at, sampleCharge, sampleOrder } from '#test/samples.ts';
import type { MatchedMove } from './balance.ts';
import { type EntryKind, type OrderEntry, signedAmount } from './ledger.ts';
import {
  addMonths,
  londonMidnight,
  type MonthReport,
  monthInWords,
  monthOf,
  monthTable,
  parseMonth,
  sumUpMonth,
} from './month.ts';
import { type Line, partsOfEntry, type VatPart } from './vat.ts';

const VAT_NUMBER = 'GB 123 4567 89';

describe('a month', () => {
  test.each([
    ['2026-11', '2026-11'],
    ['2026-13', undefined],
    ['1999-12', undefined],
    ['2026-1', undefined],
    ['2026-11-01', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j is read as %j', (text, month) => {
    expect(parseMonth(text)).toBe(month);
  });

  test('has neighbours and a name', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
    expect(monthInWords('2026-02')).toBe('February 2026');
  });

  test('begins at midnight in London, in summer and winter', () => {
    expect(londonMidnight(asDay('2026-11-01'))).toBe('2026-11-01T00:00:00.000Z');
    expect(londonMidnight(asDay('2026-07-01'))).toBe('2026-06-30T23:00:00.000Z');
    fc.assert(
      fc.property(fc.nat({ max: 20_000 }), (days) => {
        const day = addDays(asDay('2020-01-01'), days);
        const midnight = londonMidnight(day);
        expect(londonDay(midnight)).toBe(day);
        expect(londonDay(plusSeconds(midnight, -1))).toBe(addDays(day, -1));
      }),
    );
  });
});

const order = sampleOrder();
const DAY = asDay('2026-12-01');
const CAKE: Line = { price: 4800, vatRate: 0 };
const CANDLES: Line = { price: 605, vatRate: 20 };

function entry(kind: EntryKind, amount: number, seconds: number, id = `${kind}-${seconds}`) {
  return {
    ...sampleCharge({ kind, amount, at: at(seconds), id }),
    orderId: order.id,
    orderNumber: orderNumber(order.id),
  };
}

/** The month of `NOON`, with entries as they are booked one after the other. */
function bookOf(
  moved: Omit<OrderEntry, 'parts'>[],
  sold: Line[],
  vatNumber?: string,
  moves: MatchedMove[] = [],
): MonthReport {
  const booked: VatPart[] = [];
  const entries = moved.map((each) => {
    const parts = partsOfEntry(sold, booked, signedAmount(each));
    booked.push(...parts);
    return { ...each, parts };
  });
  const month = monthOf(londonDay(at(0)));
  const ofMonth = {
    entries: entries.filter((each) => monthOf(londonDay(each.at)) === month),
    days: new Map([[order.id, [DAY, addDays(DAY, 1)]]]),
    unreadable: [],
  };
  return sumUpMonth(month, ofMonth, { awaited: [], vatNumber, moves, start: 0 });
}

describe('the VAT of a month', () => {
  test('is that of the candles, and goes back with its share of each refund', async () => {
    const { entries, total } = bookOf(
      [
        entry('charge', 5405, 0),
        entry('refund', 2000, 60),
        entry('refund', 3405, 120),
        entry('refund-failed', 3405, 180),
      ],
      [CAKE, CANDLES],
    );
    expect(entries.map(({ gross, vat }) => [gross, vat])).toEqual([
      [3405, 64],
      [-3405, -64],
      [-2000, -37],
      [5405, 101],
    ]);
    expect(total).toMatchObject({ taken: 5405, refunded: 2000, kept: 3405, vat: 64 });
  });

  test('counts what went back in earlier months', async () => {
    const month = 31 * 24 * 60 * 60;
    const earlier = [entry('charge', 5405, -month), entry('refund', 2000, 60 - month)];
    const { entries } = bookOf([...earlier, entry('refund', 3405, 0)], [CAKE, CANDLES]);
    expect(entries.map(({ gross, vat }) => [gross, vat])).toEqual([[-3405, -64]]);
  });

  test('of a deposit and its rest is booked when each was paid, and adds up to that of the whole', () => {
    const month = 31 * 24 * 60 * 60;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5404 }), fc.boolean(), (deposit, isCash) => {
        const paid = [
          entry('charge', deposit, -month, 'deposit'),
          entry(isCash ? 'cash' : 'charge', 5405 - deposit, 0, 'rest'),
        ];
        const { entries, total } = bookOf(paid, [CAKE, CANDLES]);
        expect(entries.map(({ id }) => id)).toEqual(['rest']);
        const earlier = partsOfEntry([CAKE, CANDLES], [], deposit);
        expect(earlier.reduce((sum, { vat }) => sum + vat, total.vat)).toBe(101);
      }),
    );
  });

  test('adds up to nothing once everything has gone back, in whatever parts', () => {
    const lines = fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 100_000 }),
        vatRate: fc.constantFrom(0, 20),
      }),
      { minLength: 1, maxLength: 10 },
    );
    const parts = fc.array(fc.record({ share: fc.nat({ max: 100 }), fails: fc.boolean() }), {
      maxLength: 8,
    });
    return fc.assert(
      fc.asyncProperty(lines, parts, async (sold, refunds) => {
        const total = sold.reduce((sum, { price }) => sum + price, 0);
        const entries = [entry('charge', total, 0)];
        let left = total;
        for (const [place, { share, fails }] of refunds.entries()) {
          const amount = ((left - (left % 100)) / 100) * share;
          if (amount === 0) continue;
          entries.push(entry('refund', amount, 2 * place + 1));
          if (fails) entries.push(entry('refund-failed', amount, 2 * place + 2));
          else left -= amount;
        }
        const before = bookOf(entries, sold);
        for (const { gross, vat } of before.entries) {
          // Gross is net and VAT, and the VAT never has another sign or more than its rate.
          expect(Math.abs(vat)).toBeLessThanOrEqual(Math.abs(gross));
          expect(vat * gross).toBeGreaterThanOrEqual(0);
        }
        if (left > 0) entries.push(entry('refund', left, 1000));
        const after = bookOf(entries, sold);
        expect(after.total).toMatchObject({ taken: total, refunded: total, kept: 0, vat: 0 });
      }),
    );
  });
});

test('a bank that takes back more than was paid takes back no more VAT', async () => {
  const entries = [entry('charge', 5405, 0), entry('dispute', 6000, 60)];
  const { total } = bookOf(entries, [CAKE, CANDLES]);
  expect(total).toMatchObject({ taken: 5405, disputed: 6000, kept: -595, vat: 0 });
});

describe('the table for the accountant', () => {
  const entries = [
    entry('charge', 5405, 0, 'cs_1'),
    entry('refund', 5, 60, 're_1'),
    entry('dispute', 5400, 120, 'du_1'),
  ];
  const time = () => '12:00';

  test('has a row for each rate of an entry, oldest first, whose amounts have a sign and add up', async () => {
    const number = orderNumber(order.id);
    const ofOrder = { order: { id: order.id, number }, paymentId: 'pi_1', words: null };
    const payout = { id: 'po_1', arrives: asDay('2026-11-23') };
    const moves: MatchedMove[] = [
      {
        ...ofOrder,
        ...{ id: 'txn_1', kind: 'charge', source: 'ch_1', amount: 5405, fee: 101, at: at(0) },
        payout,
      },
      {
        ...ofOrder,
        ...{ id: 'txn_2', kind: 'dispute', source: 'du_1', amount: -5400, fee: 2000, at: at(120) },
        payout: undefined,
      },
      {
        ...{ id: 'txn_3', kind: 'payout', source: 'po_1', amount: -5304, fee: 0, at: at(90) },
        ...{ order: undefined, paymentId: null, words: null, payout },
      },
      {
        ...{ id: 'txn_4', kind: 'fee', source: null, amount: -200, fee: 0, at: at(150) },
        ...{ order: undefined, paymentId: null, words: 'Radar', payout: undefined },
      },
    ];
    const csv = writeCsv(
      monthTable(bookOf(entries.slice(0, 3), [CAKE, CANDLES], VAT_NUMBER, moves), time),
    );
    expect(csv.split('\r\n')).toEqual([
      '\uFEFFDate,Time,Kind,Order,Gross GBP,VAT rate,Without VAT GBP,VAT GBP,Fee GBP,Stripe balance GBP,Payout,Payout arrives,Stripe ID,Stripe payment,Collection',
      `2026-11-20,12:00,Payment,${number},48.00,0%,48.00,0.00,1.01,53.04,po_1,2026-11-23,cs_1,pi_1,2026-12-01 2026-12-02`,
      `2026-11-20,12:00,Payment,${number},6.05,20%,5.04,1.01,,,po_1,2026-11-23,cs_1,pi_1,2026-12-01 2026-12-02`,
      `2026-11-20,12:00,Refund,${number},-0.04,0%,-0.04,0.00,,,,,re_1,pi_1,2026-12-01 2026-12-02`,
      `2026-11-20,12:00,Refund,${number},-0.01,20%,-0.01,0.00,,,,,re_1,pi_1,2026-12-01 2026-12-02`,
      '2026-11-20,12:00,Paid out,,,,,,0.00,-53.04,po_1,2026-11-23,po_1,,',
      `2026-11-20,12:00,Disputed by the bank,${number},-47.96,0%,-47.96,0.00,20.00,-74.00,,,du_1,pi_1,2026-12-01 2026-12-02`,
      `2026-11-20,12:00,Disputed by the bank,${number},-6.04,20%,-5.03,-1.01,,,,,du_1,pi_1,2026-12-01 2026-12-02`,
      '2026-11-20,12:00,Stripe’s fee: Radar,,,,,,2.00,-2.00,,,txn_4,,',
      '',
    ]);
  });

  test('says nothing of VAT without a VAT number', async () => {
    const [heading] = monthTable(bookOf(entries.slice(0, 1), [CAKE]), time);
    expect(heading?.join()).toBe(
      'Date,Time,Kind,Order,Gross GBP,Fee GBP,Stripe balance GBP,Payout,Payout arrives,Stripe ID,Stripe payment,Collection',
    );
  });
});
