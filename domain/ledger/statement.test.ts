import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeCsv } from '#domain/csv.ts';
import { sampleCharge } from '#test/samples.ts';
import type { MatchedMove } from './balance.ts';
import { EntryKind, signedAmount } from './ledger.ts';
import { sumUpMonth } from './month.ts';
import { Account, filesOf, type Program, statementOf, statementTable } from './statement.ts';
import { partsOfEntry } from './vat.ts';

const SOLD = [
  { price: 4800, vatRate: 0 },
  { price: 605, vatRate: 20 },
];

interface Movement {
  kind: EntryKind;
  amount: number;
}

/** @param moved each for an order of its own. */
function reportOf(moved: Movement[], vatNumber?: string, moves: MatchedMove[] = []) {
  const entries = moved.map(({ kind, amount }, place) => {
    const entry = sampleCharge({ kind, amount, id: `id_${place}`, at: '2026-11-20T12:00:00.000Z' });
    const parts = partsOfEntry(SOLD, [], signedAmount(entry));
    return { ...entry, parts, orderId: String(place), orderNumber: `K${place}` };
  });
  const booked = { entries, days: new Map(), unreadable: [] };
  return sumUpMonth('2026-11', booked, { awaited: [], vatNumber, moves, start: 1234 });
}

const MOVED: Movement[] = [
  { kind: 'charge', amount: 5405 },
  { kind: 'cash', amount: 4800 },
  { kind: 'dispute', amount: 5405 },
];

describe('a file of a month', () => {
  const linesOf = (program: Program, account: Account, vatNumber?: string) =>
    writeCsv(statementTable(program, statementOf(reportOf(MOVED, vatNumber), account)), {
      hasMark: false,
    }).split('\r\n');

  test('has the columns of each program, and a line for each rate', () => {
    expect(linesOf('xero', 'stripe', 'GB 1')).toEqual([
      'Date,Amount,Payee,Description,Reference,Account Code,Tax Type',
      '20/11/2026,48.00,Customers,Payment: 0% VAT,K0,200,Zero Rated Income',
      '20/11/2026,6.05,Customers,Payment: 20% VAT,K0,200,20% (VAT on Income)',
      '20/11/2026,-54.05,Customers,Disputed by the bank: no VAT,K2,200,No VAT',
      '',
    ]);
    expect(linesOf('quickbooks', 'stripe', 'GB 1').slice(0, 3)).toEqual([
      'Date,Description,Amount',
      '20/11/2026,K0 Payment: 0% VAT,48.00',
      '20/11/2026,K0 Payment: 20% VAT,6.05',
    ]);
    expect(linesOf('freeagent', 'counter', 'GB 1')).toEqual([
      '20/11/2026,42.63,K1 Paid at the counter: 0% VAT',
      '20/11/2026,5.37,K1 Paid at the counter: 20% VAT',
      '',
    ]);
  });

  test('says nothing of VAT without a VAT number', () => {
    expect(linesOf('xero', 'counter')).toEqual([
      'Date,Amount,Payee,Description,Reference,Account Code,Tax Type',
      '20/11/2026,48.00,Customers,Paid at the counter,K1,200,No VAT',
      '',
    ]);
    expect(linesOf('freeagent', 'stripe')[0]).toBe('20/11/2026,54.05,K0 Payment');
  });
});

const MOVE: MatchedMove = {
  id: 'txn_1',
  kind: 'charge',
  source: 'ch_1',
  paymentId: 'pi_1',
  amount: 5405,
  fee: 101,
  words: null,
  at: '2026-11-20T12:00:00.000Z',
  order: undefined,
  payout: undefined,
};

describe('the statement of Stripe', () => {
  test('has the fees of a day, payouts and fees of their own', () => {
    const at = '2026-11-21T23:30:00.000Z';
    const moves: MatchedMove[] = [
      MOVE,
      { ...MOVE, id: 'txn_2', kind: 'payout', source: 'po_1', amount: -4000, fee: 0, at },
      {
        ...MOVE,
        id: 'txn_3',
        kind: 'fee',
        source: null,
        amount: -200,
        fee: 0,
        words: 'Radar, all',
        at,
      },
    ];
    const report = reportOf([{ kind: 'charge', amount: 5405 }], 'GB 1', moves);
    const lines = statementOf(report, 'stripe');
    expect(
      writeCsv(statementTable('xero', lines), { hasMark: false }).split('\r\n').slice(3),
    ).toEqual([
      '20/11/2026,-1.01,Stripe,Fees of payments,,404,No VAT',
      '21/11/2026,-40.00,Stripe,Paid out,po_1,,',
      "21/11/2026,-2.00,Stripe,Stripe's fee: Radar all,,404,No VAT",
      '',
    ]);
    expect(lines.reduce((sum, { amount }) => sum + amount, report.balance.start)).toBe(
      report.balance.end,
    );
    expect(statementOf(report, 'counter')).toEqual([]);
  });

  test('changes by what Stripe’s balance changes by, whatever moves there', () => {
    const kind = fc.constantFrom(
      'charge',
      'refund',
      'payout',
      'payout_reversal',
      'fee',
      'tax',
      'adjustment',
    );
    const move = fc.record({
      kind,
      amount: fc.integer({ min: -9000, max: 9000 }),
      fee: fc.integer({ min: -50, max: 200 }),
      day: fc.integer({ min: 10, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moved) => {
        const moves = moved.map(({ day, ...rest }, place) => ({
          ...MOVE,
          ...rest,
          ...{ id: `txn_${place}`, source: `x_${place}`, paymentId: `pi_${place}` },
          at: `2026-11-${day}T12:00:00.000Z`,
        }));
        const { balance, ...report } = reportOf([], undefined, moves);
        const lines = statementOf({ balance, ...report }, 'stripe');
        expect(lines.reduce((sum, { amount }) => sum + amount, balance.start)).toBe(balance.end);
        expect(lines.map(({ day }) => day)).toEqual(lines.map(({ day }) => day).toSorted());
      }),
    );
  });
});

test('the lines of both accounts add up to what the month has kept, with and without VAT', () => {
  const movements = fc.array(
    fc.record({
      kind: fc.constantFrom(...EntryKind.options),
      amount: fc.integer({ min: 1, max: 9000 }),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(movements, fc.constantFrom(undefined, 'GB 1'), (moved, vatNumber) => {
      const report = reportOf(moved, vatNumber);
      const lines = Account.options.flatMap((account) => statementOf(report, account));
      const amounts = (some: typeof lines) => some.reduce((sum, { amount }) => sum + amount, 0);
      expect(amounts(lines)).toBe(report.total.kept);
      const many = Array.from({ length: 300 }, () => lines).flat();
      const files = filesOf(many);
      for (const file of files) expect(file.length).toBeLessThanOrEqual(1000);
      expect(files.flat()).toEqual(many);
    }),
    { numRuns: 30 },
  );
});
