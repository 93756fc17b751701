import { expect, test } from 'vitest';
import { type ListChoice, listPath, readChoice } from './list-path.ts';

test.each<[ListChoice, number, string]>([
  [{ diets: [] }, 1, '/cakes'],
  [{ diets: ['no-nuts', 'vegan'] }, 1, '/cakes?diet=vegan&diet=no-nuts'],
  [{ diets: ['vegan'], sort: 'price' }, 3, '/cakes?diet=vegan&sort=price&page=3'],
])('the choice %j on page %i has the one URL %s', (choice, page, path) => {
  expect(listPath('/cakes', choice, page)).toBe(path);
});

test.each<[string, ListChoice]>([
  ['', { diets: [] }],
  ['diet=no-nuts&diet=vegan&sort=servings', { diets: ['vegan', 'no-nuts'], sort: 'servings' }],
  ['diet=vegan&diet=vegan', { diets: ['vegan'] }],
  ['diet=keto&diet=&diet=%00&diet=VEGAN&sort=name&sort=price', { diets: [] }],
  ['vegan=1', { diets: [] }],
])('%j chooses %j', (query, choice) => {
  expect(readChoice(new URLSearchParams(query))).toEqual(choice);
});
