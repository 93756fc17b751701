import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostServed, pricePerServing, servingsOf, smallestFor } from './sizes.ts';

test.each([
  ['8', '8–10', { fewest: 8, most: 10 }],
  ['8', '8 to 10', { fewest: 8, most: 10 }],
  ['8', '8-10 generous', { fewest: 8, most: 10 }],
  ['8', '10 or 8', { fewest: 8, most: 10 }],
  ['8', 'about 12 (2 tiers)', { fewest: 12, most: 12 }],
  ['Box of 6', null, { fewest: 6, most: 6 }],
  // Only its pieces count (spec §2: no slices).
  ['Box of 6', '8–10', { fewest: 6, most: 6 }],
  ['Box', null, undefined],
  ['8', null, undefined],
  ['8', 'plenty', undefined],
  ['8', '0', undefined],
])('%s with the slices %j serves %j', (size, slices, servings) => {
  expect(servingsOf({ size, slices })).toEqual(servings);
});

test.each([
  ['8', '14–18', 6800, 'from £3.78 a slice'],
  ['6', '8', 4800, '£6 a slice'],
  ['Box of 6', null, 1300, '£2.17 each'],
  ['Box', null, 600, undefined],
])('%s with the slices %j for %i pence costs %j', (size, slices, price, text) => {
  expect(pricePerServing({ size, slices, price })).toBe(text);
});

const size = fc
  .record({
    fewest: fc.nat(60),
    more: fc.nat(10),
    sign: fc.constantFrom('–', ' to ', '-', ' or '),
    price: fc.integer({ min: 100, max: 50_000 }),
  })
  .map(({ fewest, more, sign, price }) => ({
    size: '8',
    slices: `${fewest}${sign}${fewest + more}`,
    price,
  }));

test('the smallest size for some people serves them, and no smaller or cheaper one does', () => {
  fc.assert(
    fc.property(fc.array(size), fc.integer({ min: 1, max: 80 }), (sizes, people) => {
      const enough = sizes.filter((each) => mostServed(each) >= people);
      const chosen = smallestFor(people, sizes);
      if (chosen) expect(enough).toContain(chosen);
      else expect(enough).toEqual([]);
      for (const other of enough) {
        const more = chosen ? mostServed(other) - mostServed(chosen) : -1;
        expect(more).toBeGreaterThanOrEqual(0);
        if (more === 0) expect(chosen?.price).toBeLessThanOrEqual(other.price);
      }
    }),
  );
});
