import type { Claim, Notification } from '#domain/orders/order-ports.ts';
import type { Place } from './both-databases.ts';

export const LEASE_SECONDS = 120;

export function claimOf(most: number, changes: Partial<Claim> = {}): Claim {
  return {
    most,
    leaseSeconds: LEASE_SECONDS,
    longestWaitSeconds: 900,
    throttleSeconds: 0,
    ...changes,
  };
}

/** As `claim` returns it the first time. */
export function firstClaim(orderId: string): Notification {
  return { orderId, revision: 0, attempt: 1, lastReason: null };
}

/**
 * Moves every time in the outbox so many seconds back: the outbox counts by the clock of the database,
 * which tests cannot set. Below 0, the clock has been put back.
 */
export async function letPass({ where, run }: Place, seconds: number): Promise<void> {
  const earlier = (column: string) =>
    where.databaseUrl
      ? `to_char((${column}::timestamptz - interval '${seconds} seconds') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '${-seconds} seconds')`;
  await run(`update outbox set next_attempt_at = ${earlier('next_attempt_at')}`);
  await run(`update email_throttle set next_email_at = ${earlier('next_email_at')}`);
}
