import type { Claim, Notification, Resend } from '#domain/orders/order-ports.ts';
import type { TestDatabase } from './both-databases.ts';
import { clockOffset } from './clock.ts';

export const LEASE_SECONDS = 120;

export function claimRequest(most: number, changes: Partial<Claim> = {}): Claim {
  return {
    most,
    leaseSeconds: LEASE_SECONDS,
    longestWaitSeconds: 900,
    throttleSeconds: 0,
    ...changes,
  };
}

/** A request to send an e-mail again, however lately it was sent. */
export const AT_ONCE: Resend = { pauseSeconds: 0 };

/** The database's time in so many seconds: it keeps the machine's clock (test/clock.ts). */
export function databaseTime(seconds: number): string {
  return new Date(Date.now() - clockOffset + seconds * 1_000).toISOString();
}

/** The notification that the first `claim` returns. */
export function firstClaim(orderId: string): Notification {
  return { orderId, revision: 0, attempt: 1, lastReason: null };
}

/**
 * Moves all times in the outbox into the past, because tests cannot set the clock of the database, which
 * the outbox uses. A negative number acts like a clock that was set back.
 */
export async function advanceTime({ where, run }: TestDatabase, seconds: number): Promise<void> {
  const earlier = (column: string) =>
    where.databaseUrl
      ? `to_char((${column}::timestamptz - interval '${seconds} seconds') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '${-seconds} seconds')`;
  await run(`update outbox set next_attempt_at = ${earlier('next_attempt_at')}`);
  await run(
    `update customer_emails set next_attempt_at = ${earlier('next_attempt_at')} where next_attempt_at <> ''`,
  );
  await run(`update email_throttle set next_email_at = ${earlier('next_email_at')}`);
}
