import { expect, test } from 'vitest';
import { type ListedItem, updateStableList } from './use-stable-list.ts';

const words = (shown: ListedItem<{ id: string; price: number }>[]) =>
  shown.map(({ item, isGone }) => `${item.id} ${item.price}${isGone ? ' gone' : ''}`);
const [ganache, velvet, carrot] = [
  { id: 'ganache', price: 48 },
  { id: 'velvet', price: 47 },
  { id: 'carrot', price: 40 },
];

test('a list that is new is shown as it comes', () => {
  expect(words(updateStableList([], [velvet, ganache]))).toEqual(['velvet 47', 'ganache 48']);
});

test('who leaves keeps the place, who comes stands at the end, and who is there is up to date', () => {
  const before = updateStableList([], [ganache, velvet]);
  const after = updateStableList(before, [carrot, { ...velvet, price: 50 }]);
  expect(words(after)).toEqual(['ganache 48 gone', 'velvet 50', 'carrot 40']);
  expect(words(updateStableList(after, [ganache, velvet, carrot]))).toEqual([
    'ganache 48',
    'velvet 47',
    'carrot 40',
  ]);
});
