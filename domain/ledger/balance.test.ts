import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOON, sampleCharge } from '#test/samples.ts';
import { feeOf, type Moved, matchMoves, moveInWords, netOf, sumUpBalance } from './balance.ts';

const CATEGORIES = [
  'charge',
  'charge_failure',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
  'fee',
  'network_cost',
  'tax',
  'payout',
  'payout_reversal',
  'of_a_later_stripe',
];

const pence = fc.integer({ min: -100_000, max: 100_000 });
const moves = fc.array(
  fc.record({
    kind: fc.constantFrom(...CATEGORIES),
    source: fc.constantFrom('ch_1', 're_1', 'po_1', null),
    paymentId: fc.constantFrom('pi_1', 'pi_2', null),
    amount: pence,
    fee: fc.integer({ min: -3_000, max: 3_000 }),
    words: fc.constant(null),
    at: fc.constant('2026-11-20T12:00:00.000Z'),
  }),
);
const withIds = moves.map((some): Moved[] =>
  some.map((move, place) => ({ ...move, id: `txn_${place}` })),
);

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

describe('the balance', () => {
  test('is at the end what it was at the start and all that has moved', () => {
    fc.assert(
      fc.property(pence, withIds, (start, some) => {
        const { end, fees, ...sums } = sumUpBalance(start, some);
        expect(end).toBe(start + sum(some.map(netOf)));
        expect(fees).toBe(0 - sum(some.map(feeOf)));
        expect(sum(Object.values(sums)) + fees).toBe(end);
      }),
    );
  });

  test('counts what Stripe moves for reasons that the shop does not know', () => {
    const move = {
      ...{ id: 'txn_1', kind: 'topup_reversal', amount: -500, fee: 0, words: null, at: NOON },
      ...{ source: null, paymentId: null, order: undefined, payout: undefined },
    };
    expect(moveInWords(move)).toBe('Other at Stripe (topup reversal)');
    expect(feeOf(move)).toBe(0);
    expect(moveInWords({ ...move, kind: 'charge' })).toBe('Payment, without an order here');
    expect(moveInWords({ ...move, kind: 'payout', amount: 500 })).toBe('Taken from the bank');
  });
});

test('each movement is of one entry at most, and none is lost', () => {
  fc.assert(
    fc.property(withIds, (some) => {
      const { take, rest } = matchMoves(some);
      const charge = sampleCharge({ paymentId: 'pi_1' });
      const refund = sampleCharge({ kind: 'refund', id: 're_1' });
      const taken = [charge, charge, refund].flatMap((entry) => take(entry) ?? []);
      for (const { kind, source, paymentId } of taken) {
        expect(kind === 'charge' ? paymentId : source).toBe(kind === 'charge' ? 'pi_1' : 're_1');
      }
      const all = [...taken, ...rest()].map(({ id }) => id);
      expect(all.sort()).toEqual(some.map(({ id }) => id).sort());
      expect(take(sampleCharge({ kind: 'cash', id: 'cash_1' }))).toBeUndefined();
    }),
  );
});
