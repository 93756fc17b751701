import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { sampleCake, sampleOptions } from '#test/samples.ts';
import { choicesOf, chosenAtFirst, declaredWith, isSoldOut, optionsInWords } from './options.ts';

const today = Day.parse('2026-11-20');
const cake = sampleCake('victoria', {
  contains: ['Eggs', 'Gluten (wheat)'],
  mayContain: ['Sesame'],
  options: sampleOptions(),
});

test('of a required group the first choice that is not sold out is chosen at first', () => {
  expect(chosenAtFirst(sampleCake('plain'), today)).toEqual([]);
  expect(chosenAtFirst(cake, today)).toEqual([{ group: 'sponge', choice: 'vanilla' }]);
  const [sponge, ...others] = sampleOptions({ soldOutUntil: Day.parse('2026-11-21') });
  const soldOut = { ...cake, options: sponge ? [sponge, ...others] : [] };
  expect(chosenAtFirst(soldOut, today)).toEqual([{ group: 'sponge', choice: 'lemon' }]);
  expect(chosenAtFirst(soldOut, Day.parse('2026-11-21'))).toEqual(chosenAtFirst(cake, today));
});

test('a choice that costs something is sold out while the payment provider has no price of it', () => {
  expect(isSoldOut({ price: 300, api: null }, today)).toBe(true);
  expect(isSoldOut({ price: 300, api: 'price_1' }, today)).toBe(false);
  expect(isSoldOut({ price: 0, api: null }, today)).toBe(false);
});

test('a cake contains what its choices add, and nothing of those that it does not have', () => {
  const chosen = [
    { group: 'topping', choice: 'praline' },
    { group: 'topping', choice: 'gone' },
  ];
  expect(declaredWith(cake, chosen)).toEqual({
    allergens: ['Eggs', 'Gluten (wheat)', 'Nuts (hazelnuts)'],
    mayContain: ['Sesame', 'Nuts (almonds)'],
  });
  expect(declaredWith(cake, [])).toEqual({
    allergens: ['Eggs', 'Gluten (wheat)'],
    mayContain: ['Sesame'],
  });
});

test('choices are in the order of the cake, with their texts', () => {
  const chosen = [
    { group: 'number', choice: 'number', text: '7' },
    { group: 'sponge', choice: 'lemon' },
  ];
  const found = choicesOf(cake, chosen).map(({ group, choice, text }) => [
    group.id,
    choice.id,
    text,
  ]);
  expect(found).toEqual([
    ['sponge', 'lemon', undefined],
    ['number', 'number', '7'],
  ]);
});

test('options are named by their groups', () => {
  expect(
    optionsInWords([
      { group: 'Sponge', name: 'chocolate' },
      { group: 'Toppings', name: 'praline' },
      { group: 'Toppings', name: 'berries' },
      { group: 'Number topper', name: 'Number topper', text: '7' },
    ]),
  ).toBe('Sponge: chocolate · Toppings: praline, berries · Number topper: “7”');
});
