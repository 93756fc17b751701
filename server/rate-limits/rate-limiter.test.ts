import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#server/http/limits.ts';
import { createLog } from '#server/log.ts';
import { createRateLimiter } from './rate-limiter.ts';

const log = createLog('silent');
const ORDERS = 'orders of a caller';
const { requests, seconds } = limits[ORDERS];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('lets so many through, then says how long to wait, then lets through again', async () => {
  const limiter = createRateLimiter({ factor: 1, query: undefined, log });
  for (let order = 0; order < requests; order++) {
    expect(await limiter.take(ORDERS, 'an office')).toEqual({ ok: true });
  }
  vi.advanceTimersByTime(100_500);
  expect(await limiter.take(ORDERS, 'an office')).toEqual({
    ok: false,
    waitSeconds: seconds - 100,
  });
  vi.advanceTimersByTime(seconds * 1_000);
  expect(await limiter.take(ORDERS, 'an office')).toEqual({ ok: true });
});

test('a clock that is put back does not make a caller wait longer than the window', async () => {
  const limiter = createRateLimiter({ factor: 1 / requests, query: undefined, log });
  await limiter.take(ORDERS, 'Ada');
  vi.setSystemTime(Date.now() - 2 * 60 * 60 * 1_000);
  expect(await limiter.take(ORDERS, 'Ada')).toEqual({ ok: true });
  expect(await limiter.take(ORDERS, 'Ada')).toEqual({ ok: true });
  expect(await limiter.take(ORDERS, 'Ada')).toMatchObject({ ok: false });
});

test('counts each caller and each limit for itself', async () => {
  const limiter = createRateLimiter({ factor: 1 / requests, query: undefined, log });
  expect(await limiter.take(ORDERS, 'Ada')).toEqual({ ok: true });
  expect(await limiter.take(ORDERS, 'Ada')).toMatchObject({ ok: false });
  expect(await limiter.take(ORDERS, 'Grace')).toEqual({ ok: true });
  expect(await limiter.take('proofs of a caller', 'Ada')).toEqual({ ok: true });
});

test('a factor raises every limit, and never lowers one to nothing', async () => {
  const doubled = createRateLimiter({ factor: 2, query: undefined, log });
  for (let order = 0; order < 2 * requests; order++) await doubled.take(ORDERS, 'an office');
  expect(await doubled.take(ORDERS, 'an office')).toMatchObject({ ok: false });
  const tiny = createRateLimiter({ factor: 0.0001, query: undefined, log });
  expect(await tiny.take(ORDERS, 'an office')).toEqual({ ok: true });
});
