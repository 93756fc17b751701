import { expect, test } from 'vitest';
import { reconnectPause } from './event-stream.ts';

test('the pause before a reconnection grows from some seconds to about a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map((failures) => reconnectPause(failures, 0.5))).toEqual([
    2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

test('clients that were disconnected together reconnect at different times', () => {
  expect([0, 0.5, 1].map((random) => reconnectPause(0, random))).toEqual([1_000, 2_000, 3_000]);
});
