import { expect, test } from 'vitest';
import { type Shown, steadied } from './use-steady-list.ts';

const words = (shown: Shown<{ id: string; price: number }>[]) =>
  shown.map(({ item, isGone }) => `${item.id} ${item.price}${isGone ? ' gone' : ''}`);
const [ganache, velvet, carrot] = [
  { id: 'ganache', price: 48 },
  { id: 'velvet', price: 47 },
  { id: 'carrot', price: 40 },
];

test('a list that is new is shown as it comes', () => {
  expect(words(steadied([], [velvet, ganache]))).toEqual(['velvet 47', 'ganache 48']);
});

test('who leaves keeps the place, who comes stands at the end, and who is there is up to date', () => {
  const before = steadied([], [ganache, velvet]);
  const after = steadied(before, [carrot, { ...velvet, price: 50 }]);
  expect(words(after)).toEqual(['ganache 48 gone', 'velvet 50', 'carrot 40']);
  expect(words(steadied(after, [ganache, velvet, carrot]))).toEqual([
    'ganache 48',
    'velvet 47',
    'carrot 40',
  ]);
});
