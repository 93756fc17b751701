import fc from 'fast-check';
import { expect, test } from 'vitest';
import { titleWithSize } from '#domain/catalogue/sizes.ts';
import { sampleItem } from '#test/samples.ts';
import {
  additionInWords,
  cakesFirst,
  groupItems,
  itemsInWords,
  makingInWords,
  titleWithOptions,
} from './items-in-words.ts';

const cake = (title: string, size: string, units: number) => sampleItem({ title, size, units });
const addOn = (title: string) => sampleItem({ title, size: 'Box', isAddOn: true });
const velvet = cake('Red Velvet', '10', 3);
const sponge = cake('Victoria Sponge', '8', 2);
const lemon = cake('Lemon Drizzle', '6', 1);
const buns = cake('Buns', 'Box of 6', 1);
const candles = addOn('16 Rainbow Tall Candles (18 cm)');
const gold = addOn('16 Navy & Gold Tall Candles (18 cm)');

test.each([
  [
    'the largest cake first',
    [candles, lemon, velvet],
    'Red Velvet 10 in, Lemon Drizzle 6 in + candles',
  ],
  ['equal ones counted', [sponge, candles, sponge, gold], '2 × Victoria Sponge 8 in + 2 × candles'],
  ['a box after a round of its points', [buns, lemon], 'Lemon Drizzle 6 in, Buns Box of 6'],
  [
    'the rest counted',
    [buns, buns, lemon, sponge, velvet],
    'Red Velvet 10 in, Victoria Sponge 8 in, Lemon Drizzle 6 in, 2 more',
  ],
  [
    'another add-on by its name',
    [addOn('Macaron Crown (gold)'), addOn('Candle holder'), sponge],
    'Victoria Sponge 8 in + candle holder + macaron crown',
  ],
  [
    'many add-ons counted',
    [sponge, ...['Crown', 'Topper', 'Ribbon', 'Candles'].map(addOn)],
    'Victoria Sponge 8 in + 4 personal touches',
  ],
  ['add-ons alone', [candles, candles], '2 × 16 Rainbow Tall Candles (18 cm)'],
  ['nothing', [], ''],
])('an order is called by %s', (_, items, words) => expect(itemsInWords(items)).toBe(words));

const anyItem = fc
  .record({
    title: fc.constantFrom(
      'Red Velvet',
      'Buns',
      'Candles',
      '16 Tall Candles (18 cm)',
      'Crown',
      '(',
    ),
    size: fc.constantFrom('6', '8', '10', '12', 'Box', 'Box of 6', 'Three tiers'),
    units: fc.nat(6),
    isAddOn: fc.boolean(),
  })
  .map(sampleItem);

test('of any items the first named is the largest cake, if there is one, and each is named or counted', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 12 }), (items) => {
      const words = itemsInWords(items);
      const [first] = items.toSorted(cakesFirst);
      const largest = Math.max(
        ...items.filter(({ isAddOn }) => isAddOn === first?.isAddOn).map(({ units }) => units),
      );
      expect(first?.isAddOn).toBe(items.every(({ isAddOn }) => isAddOn));
      expect(first?.units).toBe(largest);
      expect(words.replace(/^\d+ × /, '').startsWith(first ? titleWithSize(first) : '')).toBe(true);
      const counts = words
        .split(/, | \+ /)
        .map((part) => Number(/^(\d+) (×|more|p)/.exec(part)?.[1] ?? 1));
      expect(counts.reduce((sum, count) => sum + count)).toBe(items.length);
    }),
  );
});

test('lists have the same order, whichever order the items were put into the basket', () => {
  const sorted = [velvet, sponge, lemon, buns, gold, candles];
  fc.assert(
    fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (items) => {
      expect(items.toSorted(cakesFirst)).toEqual(sorted);
      expect(groupItems(items).map(({ what }) => what)).toEqual(sorted.map(titleWithSize));
    }),
  );
});

test('items are counted apart by their options, whatever their customers wrote', () => {
  const sponge = (name: string) => ({ groupId: 'sponge', choiceId: name, group: 'Sponge', name });
  const seven = (text: string) => ({ ...sponge('digit'), group: 'Number topper', text });
  const free = { price: 0, api: null };
  const withOptions = (...options: (ReturnType<typeof sponge> & { text?: string })[]) =>
    sampleItem({
      title: 'Red Velvet',
      size: '10',
      options: options.map((one) => ({ ...one, ...free })),
    });
  const chocolate = withOptions(sponge('chocolate'), seven('7'));
  const items = [
    chocolate,
    withOptions(sponge('vanilla')),
    withOptions(sponge('chocolate'), seven('8')),
  ];
  expect(groupItems(items)).toEqual([
    { count: 2, what: 'Red Velvet 10 in (Sponge: chocolate · Number topper)' },
    { count: 1, what: 'Red Velvet 10 in (Sponge: vanilla)' },
  ]);
  expect(itemsInWords(items)).toBe('3 × Red Velvet 10 in');
  expect(makingInWords([...items, candles])).toBe(
    '2 × Red Velvet 10 in (Sponge: chocolate · Number topper), Red Velvet 10 in (Sponge: vanilla) + candles',
  );
  expect(titleWithOptions(chocolate)).toBe(
    'Red Velvet 10 in (Sponge: chocolate · Number topper: “7”)',
  );
});

test('names what was added, and does not name a cake with a new option as another cake', () => {
  const number = { group: 'Number topper', name: '', text: '7' };
  expect(additionInWords([candles, lemon, candles], [{ ...velvet, options: [number] }])).toBe(
    'Lemon Drizzle 6 in, 2 × 16 Rainbow Tall Candles (18 cm), new options for Red Velvet 10 in (Number topper: “7”)',
  );
});
