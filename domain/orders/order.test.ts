import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { can, OrderState, type Step, steps } from './order.ts';

const table: Record<Step, Record<OrderState, boolean>> = {
  fund: { placed: true, expired: true, funded: false, paid: false },
  deliver: { placed: false, expired: false, funded: true, paid: false },
  expire: { placed: true, expired: false, funded: false, paid: false },
};

describe('the life of an order', () => {
  test.each(['fund', 'deliver', 'expire'] as const)('%s', (step) => {
    const allowed = table[step];
    for (const state of OrderState.options) {
      expect([state, can(step, state)]).toEqual([state, allowed[state]]);
    }
  });

  test('whatever comes in whatever order: money is never lost, and paid is for ever', () => {
    const anySteps = fc.array(fc.constantFrom<Step>('fund', 'deliver', 'expire'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(anySteps, (taken) => {
        let state: OrderState = 'placed';
        let moneyCame = false;
        for (const step of taken) {
          if (can(step, state)) state = steps[step].to;
          moneyCame ||= step === 'fund';
          expect(['funded', 'paid'].includes(state)).toBe(moneyCame);
        }
      }),
    );
  });
});
