import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPence, sumPence } from './money.ts';
import { Pence } from './pence.ts';

describe('money', () => {
  test.each([
    [0, '£0'],
    [600, '£6'],
    [605, '£6.05'],
    [4850, '£48.50'],
    [123_400, '£1,234'],
  ])('%i pence is shown as %s', (amount, shown) => {
    expect(formatPence(amount)).toBe(shown);
  });

  test('the text shows exactly the amount that is charged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (amount) => {
        const [pounds = '', pence = '0'] = formatPence(amount)
          .slice(1)
          .replaceAll(',', '')
          .split('.');
        expect(Number(pounds) * 100 + Number(pence)).toBe(amount);
      }),
    );
  });

  test('whole pounds are formatted as by Intl', () => {
    fc.assert(
      fc.property(fc.nat(), (pounds) => {
        expect(formatPence(pounds * 100)).toBe(`£${pounds.toLocaleString('en-GB')}`);
      }),
    );
  });

  test('a sum does not depend on the order, and is the total of its parts', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 100_000 }));
    fc.assert(
      fc.property(amounts, amounts, (some, others) => {
        expect(sumPence([...others, ...some])).toBe(sumPence(some) + sumPence(others));
      }),
    );
  });

  test.each([-1, 0.5, Number.NaN, 10_000_001])('%d is no amount', (amount) => {
    expect(Pence.safeParse(amount).success).toBe(false);
  });
});
