import { expect, test } from 'vitest';
import { dietQuery, readDiets } from './diet-query.ts';

test('each choice of diets has one URL', () => {
  expect(dietQuery([])).toBe('');
  expect(dietQuery(['no-nuts', 'vegan'])).toBe('?diet=vegan&diet=no-nuts');
});

test.each([
  ['', []],
  ['diet=no-nuts&diet=vegan', ['vegan', 'no-nuts']],
  ['diet=vegan&diet=vegan', ['vegan']],
  ['diet=keto&diet=&diet=%00&diet=VEGAN', []],
  ['vegan=1', []],
])('%j chooses %j', (query, chosen) => {
  expect(readDiets(new URLSearchParams(query))).toEqual(chosen);
});
