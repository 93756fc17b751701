import { expect, test } from 'vitest';
import { createSeats } from './listener-limits.ts';

test('a caller takes so many seats, and has them again when they are left', () => {
  const seats = createSeats();
  for (let seat = 0; seat < 1_000; seat += 1) seats.take('an office');
  expect(seats.whyFull('an office')).toBe('caller');
  expect(seats.whyFull('somebody else')).toBeUndefined();
  seats.leave('an office');
  expect(seats.whyFull('an office')).toBeUndefined();
});

test('a server has so many for all', () => {
  const seats = createSeats();
  for (let caller = 0; caller < 20_000; caller += 1) seats.take(`caller ${caller}`);
  expect(seats.whyFull('one more')).toBe('server');
  seats.leave('caller 7');
  expect(seats.whyFull('one more')).toBeUndefined();
});
