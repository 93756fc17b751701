import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Log } from '#domain/ports.ts';
import { type LimitName, limits, type RateLimiter } from '#server/http/limits.ts';
import { type Query, type SharedCounts, sharedCountsOptions } from './shared-counts.ts';

interface RateLimiterSettings {
  /** Multiplies every limit. */
  factor: number;
  /** Asks the PostgreSQL that the servers share; without it there is one server, with its memory. */
  query: Query | undefined;
  log: Log;
}

/** The clocks of two servers may differ by less. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** Counts in fixed windows, each of which begins with a caller's first request. */
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
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        // The window began by a clock that was ahead: a new one begins, not a longer wait.
        if (refused.msBeforeNext > limits[limit].seconds * 1_000 + CLOCK_MARGIN_MS) {
          await limiterOf(limit).delete(key);
          return { ok: true };
        }
        return { ok: false, waitSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)) };
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
    // Whoever has used up theirs is known here from then on, and costs no query.
    inMemoryBlockOnConsumed: points,
    // A store that fails must neither close the shop nor open it to everything.
    insuranceLimiter: inMemory,
  });
}
