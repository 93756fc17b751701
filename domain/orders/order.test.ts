import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOON } from '#test/samples.ts';
import {
  canTransition,
  disputedAmount,
  isDisputePending,
  isInquiry,
  needsAnswer,
  OrderState,
  type Transition,
  transitions,
} from './order.ts';

const table: [Transition, OrderState[]][] = [
  ['fund', ['placed', 'expired', 'agreed', 'paying']],
  ['deliver', ['funded']],
  ['expire', ['placed']],
  ['unexpire', ['expired']],
  ['openCheckout', ['agreed']],
  ['endCheckout', ['paying']],
  ['payAtCounter', ['agreed']],
  ['unpayAtCounter', ['paid']],
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
  const dispute = { id: 'du_1', kind: 'dispute', amount: 4910, state, at: NOON } as const;
  expect(isInquiry(dispute)).toBe(inquiry);
  expect(needsAnswer(state)).toBe(answer);
  expect(disputedAmount([dispute])).toBe(holds ? 4910 : 0);
  // Nothing has left the balance.
  const pending = { ...dispute, isPending: true } as const;
  expect(disputedAmount([pending])).toBe(0);
  expect(isDisputePending([pending])).toBe(holds && state !== 'lost');
  expect(isDisputePending([dispute])).toBe(false);
});
