import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canTransition, OrderState, type Transition, transitions } from './order.ts';

const table: Record<Transition, Record<OrderState, boolean>> = {
  fund: { placed: true, expired: true, agreed: true, funded: false, paid: false },
  deliver: { placed: false, expired: false, agreed: false, funded: true, paid: false },
  expire: { placed: true, expired: false, agreed: false, funded: false, paid: false },
};

describe('the order lifecycle', () => {
  test.each(['fund', 'deliver', 'expire'] as const)('%s', (transition) => {
    const allowed = table[transition];
    for (const state of OrderState.options) {
      expect([state, canTransition(transition, state)]).toEqual([state, allowed[state]]);
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
