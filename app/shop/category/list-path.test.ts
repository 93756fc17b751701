import { expect, test } from 'vitest';
import { type ListChoice, listPath, readChoice } from './list-path.ts';

test.each<[ListChoice, string]>([
  [{ diets: [] }, '/cakes'],
  [{ diets: ['no-nuts', 'vegan'] }, '/cakes?diet=vegan&diet=no-nuts'],
  [{ diets: ['vegan'], sort: 'price' }, '/cakes?diet=vegan&sort=price'],
])('the choice %j has the one URL %s', (choice, path) => {
  expect(listPath('/cakes', choice)).toBe(path);
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
