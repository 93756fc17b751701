/** All times are in milliseconds, moments since 1970: they are handed to timers (spec §9). */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Before a token expires it is renewed at least so long, and after half its life so much later. */
const REFRESH_MARGIN = 5 * MINUTE;
const FIRST_RETRY = 30 * SECOND;
const LONGEST_RETRY = 16 * MINUTE;
const THROTTLE_WHEN_REFUSED = 24 * HOUR;
const FIRST_THROTTLE = SECOND;
/** As in the hosted service's own client. Doubling without end would soon be more than a day. */
const LONGEST_THROTTLE = 4 * HOUR;
const THROTTLE_SPREAD = 0.5;
/** Statuses that do not mend by themselves: the app is unknown, or may not ask. */
const REFUSALS = [403, 404];

export interface TokenLife {
  issuedAt: number;
  expiresAt: number;
}

/** When a token is to be renewed. */
export function refreshTime({ issuedAt, expiresAt }: TokenLife): number {
  const afterHalfItsLife = issuedAt + (expiresAt - issuedAt) / 2 + REFRESH_MARGIN;
  const latest = expiresAt - REFRESH_MARGIN;
  // One that lives for minutes only would otherwise be renewed without a pause.
  return Math.max(Math.min(afterHalfItsLife, latest), issuedAt + FIRST_RETRY);
}

/** How long to wait after so many failed attempts in a row. */
export function retryDelay(failures: number): number {
  return doubled(FIRST_RETRY, failures - 1, LONGEST_RETRY);
}

/** Nothing may be sent before `until`. */
export interface Throttle {
  until: number;
  failures: number;
}

/** @param chance from 0 to 1, so that browsers refused together do not come back together. */
export function throttleAfter(
  status: number,
  before: Throttle | undefined,
  now: number,
  chance: number,
): Throttle {
  const failures = before?.failures ?? 0;
  if (REFUSALS.includes(status)) {
    return { until: now + THROTTLE_WHEN_REFUSED, failures: failures + 1 };
  }
  const wait = doubled(FIRST_THROTTLE, failures, LONGEST_THROTTLE);
  const spread = 1 + THROTTLE_SPREAD * (2 * chance - 1);
  return { until: now + Math.min(wait * spread, LONGEST_THROTTLE), failures: failures + 1 };
}

function doubled(first: number, times: number, longest: number): number {
  return Math.min(first * 2 ** times, longest);
}
