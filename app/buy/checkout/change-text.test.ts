import { expect, test } from 'vitest';
import { calendar } from '#cafe/catalogue.ts';
import type { BasketItem } from '#domain/basket/basket.ts';
import { Day } from '#domain/calendar/day.ts';
import { asDay } from '#domain/calendar/days.ts';
import type { Allergen } from '#domain/catalogue/catalogue.ts';
import { changeText } from './basket-changes.ts';

const TODAY = Day.parse('2026-12-01');

test.each<[before: Allergen[], now: Allergen[], text: string]>([
  [
    ['Eggs', 'Dairy'],
    ['Eggs', 'Dairy', 'Nuts'],
    'now contains Nuts as well. Contains: Eggs, Dairy, Nuts.',
  ],
  [['Eggs', 'Soya'], ['Eggs'], 'no longer contains Soya. Contains: Eggs.'],
  [
    ['Eggs', 'Soya'],
    ['Eggs', 'Gluten', 'Nuts'],
    'now contains Gluten and Nuts as well and no longer contains Soya. Contains: Eggs, Gluten, Nuts.',
  ],
  [[], ['Nuts'], 'now contains Nuts. Contains: Nuts.'],
  [['Nuts'], [], 'no longer contains Nuts. Contains: none of the allergens we name.'],
])('allergens %j that are now %j', (before, now, text) => {
  const item = itemWith(before, '2026-12-12');
  const change = { item, difference: { kind: 'allergens' as const, item: 0, allergens: now } };
  expect(changeText(change, TODAY, calendar)).toBe(`Red Velvet, 8 inches ${text}`);
});

test.each<[before: string[], now: string[], text: string]>([
  [
    [],
    ['Nuts (hazelnuts)', 'Sesame'],
    'may now contain Nuts (hazelnuts) and Sesame. Contains: Eggs. May contain: Nuts (hazelnuts), Sesame.',
  ],
  [['Sesame'], [], 'is no longer marked with traces of Sesame. Contains: Eggs.'],
])('traces %j that are now %j', (before, mayContain, text) => {
  const plain = itemWith(['Eggs'], '2026-12-12');
  const item = { ...plain, cake: { ...plain.cake, mayContain: before } };
  const kind = 'allergens' as const;
  const difference = { kind, item: 0, allergens: ['Eggs' as const], mayContain };
  expect(changeText({ item, difference }, TODAY, calendar)).toBe(`Red Velvet, 8 inches ${text}`);
});

test('an option that is sold out, and what the cake costs without', () => {
  const [chocolate, vanilla] = ['chocolate', 'vanilla'].map((choiceId) => ({
    groupId: 'sponge',
    choiceId,
    group: 'Sponge',
    name: choiceId,
    price: choiceId === 'vanilla' ? 0 : 300,
    api: null,
  }));
  if (!chocolate || !vanilla) throw new Error('No options.');
  const item = { ...itemWith([], '2026-12-12'), options: [chocolate], price: 300 };
  const difference = {
    kind: 'options' as const,
    item: 0,
    options: [vanilla],
    changes: [{ group: 'sponge', choice: 'chocolate', why: 'sold-out' as const }],
  };
  expect(changeText({ item, difference }, TODAY, calendar)).toBe(
    'Red Velvet, 8 inches: Sponge: chocolate is sold out, so it comes with Sponge: vanilla. It was £71 and is now £68.',
  );
});

test('a day that is too far ahead', () => {
  const item = itemWith([], '2027-12-11');
  const difference = { kind: 'day' as const, item: 0, reason: 'too-far' as const, offered: [] };
  expect(changeText({ item, difference }, TODAY, calendar)).toBe(
    'Red Velvet, 8 inches: Sat 11 Dec can no longer be chosen: You can order up to 180 days ahead, until Sat 29 May.',
  );
});

function itemWith(allergens: Allergen[], selectedDay: string): BasketItem {
  return {
    id: 1,
    cake: { id: 'velvet', title: 'Red Velvet', img: 'x.jpg', category: [], allergens },
    size: { id: 'velvet-8', size: '8', slices: '14–18', price: 6800, api: 'price_1' },
    messageOnCake: '',
    selectedDay: asDay(selectedDay),
    price: 0,
  };
}
