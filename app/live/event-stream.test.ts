import { expect, test } from 'vitest';
import { pauseAfter } from './event-stream.ts';

test('a connection that breaks waits some seconds, and longer each time up to a minute and a half', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map((failures) => pauseAfter(failures, 0.5))).toEqual([
    2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

test('those who were cut off together come back at different times', () => {
  expect([0, 0.5, 1].map((chance) => pauseAfter(0, chance))).toEqual([1_000, 2_000, 3_000]);
});
