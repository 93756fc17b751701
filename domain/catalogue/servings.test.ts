import { expect, test } from 'vitest';
import { describeServings } from './servings.ts';

const size = (name: string, slices: string | null) => ({
  id: name,
  size: name,
  slices,
  price: 1000,
  api: null,
});

test.each([
  [[size('6', '8–10'), size('8', '14–18'), size('12', '36–40')], 'Serves 8–40'],
  [[size('6', '8')], 'Serves 8'],
  [[size('Box of 6', null), size('Box of 24', null)], 'Box of 6–24'],
  [[size('Box of 12', null)], 'Box of 12'],
  [[size('8', '14–18'), size('Box of 6', null)], 'Serves 14–18'],
  [[size('Box', null)], ''],
])('%j', (sizes, text) => {
  expect(describeServings({ sizes })).toBe(text);
});
