import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { type LimitName, limits, type RateLimiter } from '#server/http/limits.ts';
import type { Log } from '#server/ports.ts';
import { type Query, type SharedCounts, sharedCountsOptions } from './shared-counts.ts';

interface RateLimiterSettings {
  /** Multiplies every limit. */
  factor: number;
  /** Queries the shared PostgreSQL; undefined with SQLite, where one server counts in memory. */
  query: Query | undefined;
  log: Log;
}

/** More than the clocks of two servers differ. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** Counts in fixed windows, which start with a caller's first request. */
export function createRateLimiter({ factor, query, log }: RateLimiterSettings): RateLimiter {
  const counts = query && sharedCountsOptions(query, log);
  const made = new Map<LimitName, RateLimiterAbstract>();

  function limiterOf(name: LimitName): RateLimiterAbstract {
    const limiter = made.get(name) ?? create(name, factor, counts);
    made.set(name, limiter);
    return limiter;
  }

  return {
    async take(limit, key) {
      try {
        await limiterOf(limit).consume(key);
        return { ok: true };
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        // The window was started by a clock that was ahead: start a new one.
        if (rejection.msBeforeNext > limits[limit].seconds * 1_000 + CLOCK_MARGIN_MS) {
          await limiterOf(limit).delete(key);
          return { ok: true };
        }
        return { ok: false, waitSeconds: Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000)) };
      }
    },
  };
}

function create(name: LimitName, factor: number, counts: SharedCounts | undefined) {
  const { requests, seconds, shared } = limits[name];
  const points = Math.max(1, Math.round(requests * factor));
  const options = { points, duration: seconds, keyPrefix: name };
  const inMemory = new RateLimiterMemory(options);
  if (!shared || !counts) return inMemory;
  return new RateLimiterPostgres({
    ...options,
    ...counts,
    // Callers above the limit are rejected from memory, without a query.
    inMemoryBlockOnConsumed: points,
    // If the table fails, memory counts: the shop neither closes nor drops its limits.
    insuranceLimiter: inMemory,
  });
}
