import { expect, test } from 'vitest';
import { closest } from './closest.ts';

const cakes = ['berry-drip-cake', 'salted-caramel-drip-cake', 'red-velvet-cake', 'macaron-box'];

test.each([
  ['berry-drip-cake', ['berry-drip-cake']],
  ['bery-drip', ['berry-drip-cake']],
  ['drip', ['berry-drip-cake', 'salted-caramel-drip-cake']],
  ['red-velvte', ['red-velvet-cake']],
  ['berry-drip-cake-large', ['berry-drip-cake']],
  ['cake', ['berry-drip-cake', 'red-velvet-cake', 'salted-caramel-drip-cake']],
  ['lasagne', []],
])('to %j is what somebody may have meant', (typed, meant) => {
  expect(closest(typed, cakes)).toEqual(meant);
});

test('is nothing where there is nothing', () => {
  expect(closest('cake', [])).toEqual([]);
});
