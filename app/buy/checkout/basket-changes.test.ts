import { expect, test } from 'vitest';
import type { BasketItem } from '#domain/basket/basket.ts';
import { Day } from '#domain/calendar/day.ts';
import { asDay } from '#domain/calendar/days.ts';
import { applyChanges, changesOf, isInvisible } from './basket-changes.ts';

const cake = basketItem(1, 'Berry Drip Cake', 'Happy Birthday');
const candles = basketItem(2, 'Candles', '');
const loaf = basketItem(3, 'Lemon Drizzle Loaf', '');
const basket = [cake, candles, loaf];
const none = { days: new Map<number, Day>(), times: new Map<Day, string>() };
const monday = Day.parse('2026-12-14');

test('the server names items by their place; a place that is not there is no change', () => {
  const changes = changesOf(basket, [
    { kind: 'gone', item: 1 },
    { kind: 'gone', item: 3 },
  ]);
  expect(changes).toEqual([{ item: candles, difference: { kind: 'gone', item: 1 } }]);
});

test('a new price replaces the size it belongs to, what has gone is taken out, the rest stays', () => {
  const size = { ...cake.size, price: 7000, api: 'price_new' };
  const changes = changesOf(basket, [
    { kind: 'price', item: 0, size },
    { kind: 'gone', item: 1 },
  ]);
  expect(applyChanges(basket, changes, none)).toEqual([{ ...cake, size }, loaf]);
});

test('several changes of one item are all applied', () => {
  const changes = changesOf(basket, [
    { kind: 'no-message', item: 0 },
    { kind: 'day', item: 0, reason: 'closed-weekday', offered: [monday] },
  ]);
  const [changed] = applyChanges(basket, changes, {
    ...none,
    days: new Map([[cake.id, monday]]),
  });
  expect(changed).toEqual({ ...cake, messageOnCake: '', selectedDay: monday });
});

test('options that have changed are those of the item from then on, at their price', () => {
  const option = { groupId: 'sponge', choiceId: 'vanilla', group: 'Sponge', name: 'vanilla' };
  const [sponge, dearer] = [
    { ...option, price: 300, api: 'price_3' },
    { ...option, price: 350, api: 'price_4' },
  ];
  const item = { ...cake, options: [sponge], price: 300 };
  const change = { group: 'sponge', choice: 'vanilla', why: 'price' } as const;
  const changeTo = (option: typeof sponge) =>
    changesOf([item], [{ kind: 'options', item: 0, options: [option], changes: [change] }]);
  const changes = changeTo(dearer);
  expect(applyChanges([item], changes, none)).toEqual([{ ...item, options: [dearer], price: 350 }]);
  expect(changes.some(isInvisible)).toBe(false);
  expect(changeTo({ ...sponge, api: 'price_5' }).every(isInvisible)).toBe(true);
});

test('a message that cannot be piped loses what cannot', () => {
  const changes = changesOf(basket, [{ kind: 'message', item: 0, message: 'For Ada' }]);
  expect(applyChanges(basket, changes, none)[0]).toEqual({ ...cake, messageOnCake: 'For Ada' });
});

test('the allergens agreed to are those of the item from then on', () => {
  const changes = changesOf(basket, [{ kind: 'allergens', item: 0, allergens: ['Eggs', 'Nuts'] }]);
  const [changed] = applyChanges(basket, changes, none);
  expect(changed).toEqual({ ...cake, cake: { ...cake.cake, allergens: ['Eggs', 'Nuts'] } });
  expect(changes.some(isInvisible)).toBe(false);
});

test('an item whose day has closed and that was given no other leaves the basket', () => {
  const changes = changesOf(basket, [{ kind: 'day', item: 2, reason: 'too-soon', offered: [] }]);
  expect(applyChanges(basket, changes, none)).toEqual([cake, candles]);
});

test('what was added since the basket was sent stays', () => {
  const changes = changesOf([cake], [{ kind: 'gone', item: 0 }]);
  expect(applyChanges(basket, changes, none)).toEqual([candles, loaf]);
});

test('a price id that names the same price is a change nobody can see', () => {
  const [renamed] = changesOf(basket, [
    { kind: 'price', item: 0, size: { ...cake.size, api: 'price_new' } },
  ]);
  const [dearer] = changesOf(basket, [
    { kind: 'price', item: 0, size: { ...cake.size, price: 7000 } },
  ]);
  expect(renamed && isInvisible(renamed)).toBe(true);
  expect(dearer && isInvisible(dearer)).toBe(false);
});

function basketItem(id: number, title: string, messageOnCake: string): BasketItem {
  return {
    id,
    cake: { id: `cake-${id}`, title, img: 'battenberg.jpg', category: [], allergens: ['Eggs'] },
    size: { id: `size-${id}`, size: '8', slices: '14–18', price: 6800, api: 'price_old' },
    messageOnCake,
    selectedDay: asDay('2026-12-12'),
    price: 0,
  };
}
