import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestPause, pauseOf } from './deliver.ts';

test('e-mails of different orders that failed together return within a quarter of the pause', () => {
  const twoOrders = fc.uniqueArray(fc.uuid(), {
    minLength: 2,
    maxLength: 2,
    selector: (id) => Number.parseInt(id.slice(0, 8), 16) % 1_000,
  });
  fc.assert(
    fc.property(twoOrders, ([one = '', other = '']) => {
      const pauses = [one, other].map((about) => pauseOf({ about, attempt: 1 }));
      expect(pauses[0]).not.toBe(pauses[1]);
      for (const pause of pauses) {
        expect(pause).toBeGreaterThan(0.75 * longestPause(1));
        expect(pause).toBeLessThanOrEqual(longestPause(1));
      }
    }),
  );
});
