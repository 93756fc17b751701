import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Pence } from '#domain/pence.ts';
import { parseRaise, raisePrice } from './raise-prices.ts';

describe('a raise', () => {
  test.each([
    ['5', '50', { hundredths: 500, step: 50 }],
    ['+5 %', '100', { hundredths: 500, step: 100 }],
    ['-7,5', '1', { hundredths: -750, step: 1 }],
    ['−90', '1', { hundredths: -9000, step: 1 }],
    ['100', '', { hundredths: 10_000, step: 50 }],
    ['0', '50', { hundredths: 0, step: 50 }],
    ['0.01', '7', { hundredths: 1, step: 50 }],
    ['-91', '50', undefined],
    ['100.01', '50', undefined],
    ['five', '50', undefined],
    ['1e2', '50', undefined],
    ['5.555', '50', undefined],
    ['', '50', undefined],
  ])('%j to the next %j is read as %j', (percent, step, raise) => {
    expect(parseRaise(percent, step)).toEqual(raise);
  });

  test.each([
    [4800, 500, 50, 5050],
    [4800, 500, 100, 5100],
    [4800, 500, 1, 5040],
    [4750, 500, 1, 4988],
    [4800, -500, 50, 4600],
    // Already a multiple.
    [4000, 500, 50, 4200],
    // Rounding up would make it dearer.
    [4799, -1, 50, 4799],
    // Otherwise it would be free, or more than the shop takes.
    [1, -9000, 1, 1],
    [9_999_999, 10_000, 1, 9_999_999],
  ] as const)('makes %i at %i hundredths of a percent, in steps of %i, %i', (...row) => {
    const [price, hundredths, step, raised] = row;
    expect(raisePrice(price, { hundredths, step })).toBe(raised);
  });

  test('rounds each price to the next step of what is exact, whatever the price', () => {
    const prices = fc.integer({ min: 1, max: 10_000_000 });
    const steps = fc.constantFrom(1 as const, 50 as const, 100 as const);
    fc.assert(
      fc.property(
        prices,
        fc.integer({ min: -9000, max: 10_000 }),
        steps,
        (price, percent, step) => {
          const raised = raisePrice(price, { hundredths: percent, step });
          expect(Pence.positive().safeParse(raised).success).toBe(true);
          if (raised === price) return;
          expect(raised % step).toBe(0);
          expect(Math.sign(raised - price)).toBe(percent < 0 ? -1 : 1);
          // By how much it is above what is exact, in ten-thousandths of a penny.
          const above = BigInt(raised) * 10_000n - BigInt(price) * BigInt(10_000 + percent);
          const [least, most] = step === 1 ? [-4_999n, 5_000n] : [0n, BigInt(step) * 10_000n - 1n];
          expect(above >= least && above <= most).toBe(true);
        },
      ),
    );
  });
});
