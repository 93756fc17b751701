import { expect, test } from 'vitest';
import { suggest } from './suggest.ts';

const cakes = ['berry-drip-cake', 'salted-caramel-drip-cake', 'red-velvet-cake', 'macaron-box'];

test.each([
  ['berry-drip-cake', ['berry-drip-cake']],
  ['bery-drip', ['berry-drip-cake']],
  ['drip', ['berry-drip-cake', 'salted-caramel-drip-cake']],
  ['red-velvte', ['red-velvet-cake']],
  ['berry-drip-cake-large', ['berry-drip-cake']],
  ['cake', ['berry-drip-cake', 'red-velvet-cake', 'salted-caramel-drip-cake']],
  ['lasagne', []],
])('%j suggests %j', (typed, suggestions) => {
  expect(suggest(typed, cakes)).toEqual(suggestions);
});

test('suggests nothing without candidates', () => {
  expect(suggest('cake', [])).toEqual([]);
});
