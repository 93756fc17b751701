import { expect, test } from 'vitest';
import { backoff } from './wait.ts';

test('the pause doubles with each failure, up to its limit', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map((failures) => backoff(2_000, 60_000, failures))).toEqual([
    2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

test('clients that failed together retry at different times, none later than the limit', () => {
  const pauses = (failures: number) =>
    [0, 0.5, 1].map((random) => backoff(2_000, 60_000, failures, random));
  expect(pauses(0)).toEqual([1_000, 2_000, 3_000]);
  expect(pauses(60)).toEqual([30_000, 60_000, 60_000]);
});
