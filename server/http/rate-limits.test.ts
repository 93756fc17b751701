import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCounts, limits } from './rate-limits.ts';

const ORDERS = 'orders of a caller';
const requests = limits[ORDERS];
const WINDOW_SECONDS = 600;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('lets so many through, then says how long to wait, then lets through again', () => {
  const take = createCounts(1);
  for (let order = 0; order < requests; order++) expect(take(ORDERS, 'an office')).toBeUndefined();
  vi.advanceTimersByTime(100_500);
  expect(take(ORDERS, 'an office')).toBe(WINDOW_SECONDS - 100);
  vi.advanceTimersByTime(WINDOW_SECONDS * 1_000);
  expect(take(ORDERS, 'an office')).toBeUndefined();
});

test('a clock that is put back does not make a caller wait longer than the window', () => {
  const take = createCounts(1 / requests);
  take(ORDERS, 'Ada');
  vi.setSystemTime(Date.now() - 2 * 60 * 60 * 1_000);
  expect(take(ORDERS, 'Ada')).toBeLessThanOrEqual(WINDOW_SECONDS);
});

test('counts each caller and each limit for itself', () => {
  const take = createCounts(1 / requests);
  expect(take(ORDERS, 'Ada')).toBeUndefined();
  expect(take(ORDERS, 'Ada')).toBeGreaterThan(0);
  expect(take(ORDERS, 'Grace')).toBeUndefined();
  expect(take('proofs of a caller', 'Ada')).toBeUndefined();
});

test('a factor raises every limit, and never lowers one to nothing', () => {
  const doubled = createCounts(2);
  for (let order = 0; order < 2 * requests; order++) doubled(ORDERS, 'an office');
  expect(doubled(ORDERS, 'an office')).toBeGreaterThan(0);
  expect(createCounts(0.0001)(ORDERS, 'an office')).toBeUndefined();
});
