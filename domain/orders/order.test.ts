import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOON } from '#test/samples.ts';
import {
  awaitsPayment,
  canTransition,
  dueNow,
  OrderState,
  type Transition,
  transitions,
} from './order.ts';
import {
  disputedAmount,
  isDisputePending,
  isInquiry,
  needsAnswer,
  refundablePayments,
} from './reversal.ts';
import { splitRefund } from './split-refund.ts';

const table: [Transition, OrderState[]][] = [
  ['fund', ['quoted', 'accepting', 'placed', 'expired', 'agreed', 'paying']],
  ['payPart', ['quoted', 'accepting', 'placed', 'expired', 'agreed', 'paying']],
  ['deliver', ['funded']],
  ['expire', ['placed']],
  ['unexpire', ['expired']],
  ['openCheckout', ['agreed']],
  ['endCheckout', ['paying']],
  ['accept', ['quoted']],
  ['endAccepting', ['accepting']],
  ['agree', ['quoted']],
  ['endQuote', ['quoted']],
  ['add', ['agreed', 'funded', 'paid']],
  ['payAtCounter', ['agreed']],
  ['unpayAtCounter', ['paid', 'agreed']],
];

describe('the order lifecycle', () => {
  test.each(table)('%s', (transition, allowed) => {
    for (const state of OrderState.options) {
      expect([state, canTransition(transition, state)]).toEqual([state, allowed.includes(state)]);
    }
  });

  test('no sequence of events loses money or leaves the state paid', () => {
    const anyTransitions = fc.array(fc.constantFrom<Transition>('fund', 'deliver', 'expire'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(anyTransitions, (taken) => {
        let state: OrderState = 'placed';
        let moneyCame = false;
        for (const transition of taken) {
          if (canTransition(transition, state)) state = transitions[transition].to;
          moneyCame ||= transition === 'fund';
          expect(['funded', 'paid'].includes(state)).toBe(moneyCame);
        }
      }),
    );
  });
});

/** Stripe's states of a dispute, and one that it may add. */
const DISPUTES: [string, { inquiry: boolean; answer: boolean; holds: boolean }][] = [
  ['warning_needs_response', { inquiry: true, answer: true, holds: false }],
  ['warning_under_review', { inquiry: true, answer: false, holds: false }],
  ['warning_closed', { inquiry: true, answer: false, holds: false }],
  ['prevented', { inquiry: true, answer: false, holds: false }],
  ['needs_response', { inquiry: false, answer: true, holds: true }],
  ['under_review', { inquiry: false, answer: false, holds: true }],
  ['appeal_needs_response', { inquiry: false, answer: true, holds: true }],
  ['appeal_under_review', { inquiry: false, answer: false, holds: true }],
  ['won', { inquiry: false, answer: false, holds: false }],
  ['lost', { inquiry: false, answer: false, holds: true }],
  ['a_new_state', { inquiry: false, answer: true, holds: true }],
];

test.each(DISPUTES)('a dispute that is %s', (state, { inquiry, answer, holds }) => {
  const of = { id: 'du_1', kind: 'dispute', payment: 'cs_1' } as const;
  const dispute = { ...of, amount: 4910, state, at: NOON };
  expect(isInquiry(dispute)).toBe(inquiry);
  expect(needsAnswer(state)).toBe(answer);
  expect(disputedAmount([dispute])).toBe(holds ? 4910 : 0);
  // Nothing has left the balance.
  const pending = { ...dispute, isPending: true as const };
  expect(disputedAmount([pending])).toBe(0);
  expect(isDisputePending([pending])).toBe(holds && state !== 'lost');
  expect(isDisputePending([dispute])).toBe(false);
});

test('an order in parts waits for its deposit and its rest, in either order, and for nothing else', () => {
  const amounts = fc.tuple(fc.integer({ min: 60, max: 90_000 }), fc.integer({ min: 1, max: 99 }));
  fc.assert(
    fc.property(amounts, fc.boolean(), ([total, percent], restFirst) => {
      const deposit = Math.min(total - 1, Math.max(1, Math.round((total * percent) / 100)));
      const order = { total, deposit, paid: 0, surplus: 0 };
      expect(dueNow(order)).toBe(deposit);
      const first = restFirst ? total - deposit : deposit;
      expect(awaitsPayment(order, first)).toBe(true);
      expect(awaitsPayment(order, 0)).toBe(false);
      expect(awaitsPayment(order, total + 1)).toBe(false);
      const part = { ...order, paid: first };
      expect(dueNow(part)).toBe(total - first);
      expect(awaitsPayment(part, total - first)).toBe(true);
      expect(awaitsPayment(part, first)).toBe(first === total - first);
      for (const more of [0, total - first, first, total]) {
        expect(awaitsPayment({ ...order, paid: total }, more)).toBe(false);
      }
    }),
  );
  const whole = { total: 4800, deposit: null, paid: 0, surplus: 0 };
  expect([dueNow(whole), awaitsPayment(whole, 4800), awaitsPayment(whole, 2400)]).toEqual([
    4800,
    true,
    false,
  ]);
  expect(awaitsPayment(whole, null)).toBe(false);
});

test('a refund takes the newest payment first, and no more of any than is left', () => {
  const anyPayments = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('cs_1', 'cs_2', 'cash'),
      isAtCounter: fc.boolean(),
      amount: fc.integer({ min: 1, max: 5_000 }),
    }),
    { selector: ({ id }) => id },
  );
  const anyReversals = fc.array(
    fc.record({
      id: fc.string(),
      kind: fc.constantFrom('refund', 'dispute'),
      payment: fc.constantFrom('cs_1', 'cs_2', 'cash'),
      amount: fc.nat({ max: 6_000 }),
      state: fc.constantFrom('succeeded', 'failed', 'requested', 'needs_response', 'won'),
      at: fc.constant(NOON),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(
      anyPayments,
      anyReversals,
      fc.nat({ max: 12_000 }),
      (payments, reversals, amount) => {
        const left = refundablePayments(payments, reversals);
        for (const each of left) expect(each.left).toBeLessThanOrEqual(each.amount);
        const most = left.reduce((sum, each) => sum + each.left, 0);
        const parts = splitRefund(left, amount);
        expect(parts === undefined).toBe(amount > most);
        if (!parts) return;
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
        // All but the last are used up.
        for (const part of parts.slice(0, -1)) expect(part.amount).toBe(part.payment.left);
        expect(parts.map(({ payment }) => payment)).toEqual(left.slice(0, parts.length));
      },
    ),
  );
});
