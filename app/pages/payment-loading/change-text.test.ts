import { expect, test } from 'vitest';
import { calendar } from '#demo/catalogue.ts';
import { BasketItem } from '#domain/basket/basket-item.ts';
import type { Allergen } from '#domain/catalogue/catalogue.ts';
import { changeText } from './change-text.ts';

test.each<[before: Allergen[], now: Allergen[], text: string]>([
  [
    ['Eggs', 'Dairy'],
    ['Eggs', 'Dairy', 'Nuts'],
    'now contains Nuts as well. It contains Eggs, Dairy, Nuts.',
  ],
  [['Eggs', 'Soya'], ['Eggs'], 'no longer contains Soya. It contains Eggs.'],
  [
    ['Eggs', 'Soya'],
    ['Eggs', 'Gluten', 'Nuts'],
    'now contains Gluten and Nuts as well and no longer contains Soya. It contains Eggs, Gluten, Nuts.',
  ],
  [[], ['Nuts'], 'now contains Nuts. It contains Nuts.'],
  [['Nuts'], [], 'no longer contains Nuts. No allergens are named for it.'],
])('allergens %j that are now %j', (before, now, text) => {
  const item = BasketItem.parse({
    id: 1,
    cake: { id: 'velvet', title: 'Red Velvet', img: 'x.jpg', category: [], allergens: before },
    size: { id: 'velvet-8', size: '8', slices: '14–18', price: 6800, api: 'price_1' },
    messageOnCake: '',
    selectedDay: '2026-12-12',
    price: 0,
  });
  const change = { item, difference: { kind: 'allergens' as const, item: 0, allergens: now } };
  expect(changeText(change, calendar)).toBe(`Red Velvet, 8 inches ${text}`);
});
