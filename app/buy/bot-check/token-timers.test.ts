import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refreshTime, retryDelay, type Throttle, throttleAfter } from './token-timers.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const moment = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
const random = fc.double({ min: 0, max: 1, noNaN: true });
const badStatus = fc
  .integer({ min: 400, max: 599 })
  .filter((status) => status !== 403 && status !== 404);

describe('a token is renewed', () => {
  /** Half an hour to a week, as the hosted service allows. */
  const life = fc.integer({ min: 30 * MINUTE, max: 7 * 24 * HOUR });

  test('at half its lifetime plus 5 minutes, but at least 5 minutes before it expires', () => {
    fc.assert(
      fc.property(moment, life, (issuedAt, lifetime) => {
        const expiresAt = issuedAt + lifetime;
        expect(refreshTime({ issuedAt, expiresAt })).toBe(
          Math.min(issuedAt + lifetime / 2 + 5 * MINUTE, expiresAt - 5 * MINUTE),
        );
      }),
    );
  });

  test('after 35 minutes of an hour, after 10 minutes of a quarter of an hour', () => {
    expect(refreshTime({ issuedAt: 0, expiresAt: HOUR })).toBe(35 * MINUTE);
    expect(refreshTime({ issuedAt: 0, expiresAt: 15 * MINUTE })).toBe(10 * MINUTE);
  });

  test('at least 30 seconds after it was issued', () => {
    fc.assert(
      fc.property(moment, fc.nat({ max: 30 * MINUTE }), (issuedAt, lifetime) => {
        const at = refreshTime({ issuedAt, expiresAt: issuedAt + lifetime });
        expect(at - issuedAt).toBeGreaterThanOrEqual(30_000);
      }),
    );
  });
});

describe('a failed renewal is retried', () => {
  test('after 30 s, doubling to 16 minutes', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => retryDelay(failures) / 1000);
    expect(seconds).toEqual([30, 60, 120, 240, 480, 960, 960, 960]);
  });

  test('with delays that never decrease and never exceed 16 minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (failures) => {
        const wait = retryDelay(failures);
        expect(wait).toBeLessThanOrEqual(16 * MINUTE);
        expect(retryDelay(failures + 1)).toBe(Math.min(2 * wait, 16 * MINUTE));
      }),
    );
  });
});

describe('after a bad status', () => {
  test('403 and 404 block for 24 hours', () => {
    fc.assert(
      fc.property(fc.constantFrom(403, 404), moment, random, fc.nat(50), (status, now, luck, n) => {
        const before: Throttle | undefined =
          n === 0 ? undefined : { until: now, failures: n, status };
        expect(throttleAfter(status, before, now, luck).until).toBe(now + 24 * HOUR);
      }),
    );
  });

  test('any other blocks for 1 s · 2^n, ± 50 %', () => {
    fc.assert(
      fc.property(badStatus, moment, random, fc.nat(12), (status, now, luck, n) => {
        const { until } = afterInARow(n + 1, status, now, luck);
        const wait = 1000 * 2 ** n;
        expect(until - now).toBeGreaterThanOrEqual(wait * 0.5 - 1);
        expect(until - now).toBeLessThanOrEqual(wait * 1.5 + 1);
      }),
    );
  });

  test('the random number covers the whole range', () => {
    expect(throttleAfter(500, undefined, 0, 0).until).toBe(500);
    expect(throttleAfter(500, undefined, 0, 0.5).until).toBe(1000);
    expect(throttleAfter(500, undefined, 0, 1).until).toBe(1500);
  });

  test('any other blocks for at most 4 hours', () => {
    fc.assert(
      fc.property(badStatus, moment, random, fc.integer({ min: 1, max: 2000 }), (...given) => {
        const [status, now, luck, failures] = given;
        const { until } = throttleAfter(status, { until: now, failures, status }, now, luck);
        expect(until - now).toBeLessThanOrEqual(4 * HOUR);
      }),
    );
  });

  function afterInARow(times: number, status: number, now: number, luck: number): Throttle {
    let throttle = throttleAfter(status, undefined, now, luck);
    for (let time = 1; time < times; time++) throttle = throttleAfter(status, throttle, now, luck);
    return throttle;
  }
});
