import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { type ClaimedEmail, claimEmails, type EmailRevision } from '#server/emails/queue.ts';
import type { TestDatabase } from './both-databases.ts';
import { clockOffset } from './clock.ts';

export const LEASE_SECONDS = 120;

export function claim(
  { db }: { db: Kysely<Tables> },
  most: number,
  leaseSeconds = LEASE_SECONDS,
): Promise<ClaimedEmail[]> {
  return claimEmails(db, most, leaseSeconds);
}

/** The database's time in so many seconds: it keeps the machine's clock (test/clock.ts). */
export function databaseTime(seconds: number): string {
  return new Date(Date.now() - clockOffset + seconds * 1_000).toISOString();
}

/** The e-mail that makes an order paid. */
export function cafesEmail(orderId: string, revision = 0): EmailRevision {
  return { about: orderId, kind: 'cafe', revision };
}

/** The same as it is first claimed. */
export function firstClaim(orderId: string): ClaimedEmail {
  return { ...cafesEmail(orderId), attempt: 1, lastReason: null, words: null };
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
  await run(
    `update emails set next_attempt_at = ${earlier('next_attempt_at')} where next_attempt_at <> ''`,
  );
  for (const column of ['failing_since', 'failed_at', 'sent_at']) {
    await run(`update emails set ${column} = ${earlier(column)} where ${column} is not null`);
  }
  await run(`update email_throttle set next_email_at = ${earlier('next_email_at')}`);
}
