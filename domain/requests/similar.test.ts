import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostAlike, type Wish } from './similar.ts';

const rocket = { occasion: 'Birthday', people: 12, ideas: 'A rocket with stars, please.' };
const space = { occasion: '5th birthday', people: 14, ideas: 'Space! Could you make a ROCKET?' };
const wedding = { occasion: 'Wedding', people: 80, ideas: 'Three tiers with dried flowers' };
const birthday = { occasion: 'Birthday', people: 40, ideas: 'Something with lemon' };

test('the likest wish comes first, by rare words and the number of people', () => {
  expect(mostAlike(rocket, [wedding, birthday, space], 3)).toEqual([space, birthday]);
  expect(mostAlike(rocket, [birthday, { ...birthday, people: 10 }], 1)).toEqual([
    { ...birthday, people: 10 },
  ]);
});

test('words that every wish has make none alike', () => {
  const [one, other] = ['We would like a cake, please', 'Could you make us a cake?'];
  const wish = { occasion: 'Wedding', people: 20, ideas: one };
  expect(mostAlike(wish, [{ occasion: 'Funeral', people: 20, ideas: other }], 3)).toEqual([]);
});

test('any texts can be compared, and none but the given ones is found', () => {
  const wish: fc.Arbitrary<Wish> = fc.record({
    occasion: fc.string({ unit: 'grapheme' }),
    people: fc.integer({ min: 1, max: 10_000 }),
    ideas: fc.string({ unit: 'grapheme' }),
  });
  fc.assert(
    fc.property(wish, fc.array(wish), (own, others) => {
      const found = mostAlike(own, others, 3);
      expect(found.length).toBeLessThanOrEqual(3);
      for (const each of found) expect(others).toContain(each);
    }),
  );
});
