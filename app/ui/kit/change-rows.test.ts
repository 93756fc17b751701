import { expect, test } from 'vitest';
import { changeRows, rowChange } from './change-rows.ts';

const VALUES = { size: ['a', 'b', 'c'], price: ['1', '2', '3'], title: ['Cake'] };

test.each([
  ['up', 1, ['b', 'a', 'c'], ['2', '1', '3']],
  ['down', 1, ['a', 'c', 'b'], ['1', '3', '2']],
  ['up', 0, ['a', 'b', 'c'], ['1', '2', '3']],
  ['down', 2, ['a', 'b', 'c'], ['1', '2', '3']],
  ['down', 7, ['a', 'b', 'c'], ['1', '2', '3']],
  ['remove', 1, ['a', 'c'], ['1', '3']],
  ['add', 0, ['a', 'b', 'c', ''], ['1', '2', '3', '']],
] as const)('%s %s', (way, row, size, price) => {
  const changed = changeRows(VALUES, rowChange(['size', 'price'], way, row));
  expect(changed).toEqual({ size, price, title: ['Cake'] });
});

test('a button that is none changes nothing', () => {
  expect(changeRows(VALUES, 'turn 1 size')).toEqual(VALUES);
});
