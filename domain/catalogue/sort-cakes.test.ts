import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleCake } from '#test/samples.ts';
import { sortCakes } from './sort-cakes.ts';

const anySize = fc.record({
  size: fc.constantFrom('6', '8', 'Box', 'Box of 6', 'Box of 24'),
  slices: fc.constantFrom(null, '8', '14–18'),
  price: fc.integer({ min: 1, max: 4 }),
});
const anyCakes = fc
  .array(fc.array(anySize, { minLength: 1, maxLength: 3 }), { maxLength: 6 })
  .map((all) =>
    all.map((sizes, index) =>
      sampleCake(String(index), {
        sizes: sizes.map((size) => ({ ...size, id: size.size, api: null })),
      }),
    ),
  );

test('any cakes stay the same ones, in the order of their lowest prices', () => {
  fc.assert(
    fc.property(anyCakes, (cakes) => {
      const sorted = sortCakes(cakes, 'price');
      const prices = sorted.map(({ sizes }) => Math.min(...sizes.map(({ price }) => price)));
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      expect(new Set(sorted)).toEqual(new Set(cakes));
      expect(sortCakes(sorted, 'price')).toEqual(sorted);
      expect(sortCakes(cakes, undefined)).toEqual(cakes);
    }),
  );
});

test('the largest comes first, by slices or pieces, and what does not say comes last', () => {
  const cake = (id: string, size: string, slices: string | null) =>
    sampleCake(id, { sizes: [{ id, size, slices, price: 1000, api: null }] });
  const cakes = [
    cake('plain', 'Box', null),
    cake('small', '6', '8–10'),
    cake('box', 'Box of 24', null),
    cake('also small', '6', '10'),
    cake('large', '12', '36–40'),
  ];
  expect(sortCakes(cakes, 'servings').map(({ id }) => id)).toEqual([
    'large',
    'box',
    'small',
    'also small',
    'plain',
  ]);
});
