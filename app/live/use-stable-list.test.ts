import { expect, test } from 'vitest';
import { type ListedItem, updateStableList } from './use-stable-list.ts';

const words = (shown: ListedItem<{ id: string; price: number }>[]) =>
  shown.map(({ item, isGone }) => `${item.id} ${item.price}${isGone ? ' gone' : ''}`);
const [ganache, velvet, carrot] = [
  { id: 'ganache', price: 48 },
  { id: 'velvet', price: 47 },
  { id: 'carrot', price: 40 },
];

test('a new list is shown unchanged', () => {
  expect(words(updateStableList([], [velvet, ganache]))).toEqual(['velvet 47', 'ganache 48']);
});

test('a removed item keeps its place, a new one is appended, and the others are updated', () => {
  const before = updateStableList([], [ganache, velvet]);
  const after = updateStableList(before, [carrot, { ...velvet, price: 50 }]);
  expect(words(after)).toEqual(['ganache 48 gone', 'velvet 50', 'carrot 40']);
  expect(words(updateStableList(after, [ganache, velvet, carrot]))).toEqual([
    'ganache 48',
    'velvet 47',
    'carrot 40',
  ]);
});
