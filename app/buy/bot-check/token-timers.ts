import type { Stored } from '#app/ui/stored.ts';
import { backoff } from '#app/ui/wait.ts';
import { storedForBotCheck } from './token-store.ts';

/** Times and durations are in milliseconds, as timers take them (spec §9). */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A token is renewed at half its lifetime plus this, and at least this long before it expires. */
const REFRESH_MARGIN = 5 * MINUTE;
const MIN_RETRY_DELAY = 30 * SECOND;
const MAX_RETRY_DELAY = 16 * MINUTE;
/** These statuses do not go away by themselves: the app is unknown or not allowed. */
const REJECTED_STATUSES = [403, 404];
const REJECTED_THROTTLE = 24 * HOUR;
const MIN_THROTTLE = SECOND;
/** As in the hosted service's own client. */
const MAX_THROTTLE = 4 * HOUR;

/** When to renew a token. */
export function refreshTime(token: { issuedAt: number; expiresAt: number }): number {
  const { issuedAt, expiresAt } = token;
  const afterHalfLife = issuedAt + (expiresAt - issuedAt) / 2 + REFRESH_MARGIN;
  // A token with a lifetime of minutes must not be renewed continuously.
  return Math.max(Math.min(afterHalfLife, expiresAt - REFRESH_MARGIN), issuedAt + MIN_RETRY_DELAY);
}

/** The delay after so many failures in a row. */
export function retryDelay(failures: number): number {
  return backoff(MIN_RETRY_DELAY, MAX_RETRY_DELAY, failures - 1);
}

/** No request is sent before `until`. */
export interface Throttle {
  until: number;
  failures: number;
  /** The last one. */
  status: number;
}

export function isRejection({ status }: Throttle): boolean {
  return REJECTED_STATUSES.includes(status);
}

/** @param random from 0 to 1: spreads the requests of browsers that failed at the same time. */
export function throttleAfter(
  status: number,
  previous: Throttle | undefined,
  now: number,
  random: number,
): Throttle {
  const before = previous?.failures ?? 0;
  const failures = before + 1;
  if (REJECTED_STATUSES.includes(status))
    return { until: now + REJECTED_THROTTLE, failures, status };
  return { until: now + backoff(MIN_THROTTLE, MAX_THROTTLE, before, random), failures, status };
}

/** The throttle after a rejection, which outlasts the page. */
export function storedThrottle(name: string): Stored<Throttle> {
  return storedForBotCheck(`bot-check-throttle:${name}`, isThrottle);
}

/** One that ends later than any is none: the clock of the device was wrong. */
function isThrottle(value: unknown): value is Throttle {
  const throttle = Object(value);
  const isComplete = ['until', 'failures', 'status'].every((name) =>
    Number.isFinite(throttle[name]),
  );
  return isComplete && throttle.until <= Date.now() + REJECTED_THROTTLE;
}
