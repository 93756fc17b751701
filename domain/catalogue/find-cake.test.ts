import { expect, test } from 'vitest';
import { sampleCake } from '#test/samples.ts';
import { findCake, findSize } from './find-cake.ts';

const berry = sampleCake('berry-drip', { title: 'Berry Drip Cake' });
const twins = ['twin-1', 'twin-2'].map((id) => sampleCake(id, { title: 'Twin' }));
const entries = [berry, ...twins].map((cake) => ({
  cake,
  hidden: false,
  archived: false,
  points: {},
}));

test.each(['berry-drip', 'Berry-Drip', 'Berry Drip Cake', ' berry  drip cake '])(
  'a cake is found by %j',
  (name) => expect(findCake(entries, name)).toMatchObject({ ok: true, cake: berry }),
);

const NOT_FOUND = { ok: false, cakeIds: ['berry-drip', 'twin-1', 'twin-2'] };

test('an unknown cake is not found, and all ids are returned', () => {
  expect(findCake(entries, 'bery drip')).toMatchObject(NOT_FOUND);
});

test('a title that two cakes share finds neither', () => {
  expect(findCake(entries, 'Twin')).toMatchObject(NOT_FOUND);
});

test.each([
  ['8', 'berry-drip-8'],
  ['8 inches', 'berry-drip-8'],
  ['8"', 'berry-drip-8'],
  ['8in', 'berry-drip-8'],
  ['berry-drip-8', 'berry-drip-8'],
  ['box of 6', 'berry-drip-box'],
  ['Box  of 6', 'berry-drip-box'],
  ['9', undefined],
  ['', undefined],
])('a size is found by %j', (name, id) => {
  expect(findSize(berry, name)?.id).toBe(id);
});
