import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { type EmailTurns, LONGEST_PAUSE_SECONDS } from '#server/emails/email-ports.ts';
import type { DatabaseClock, DatabaseSettings } from './database-settings.ts';
import type { Tables } from './tables.ts';

/** A time later than this was written by a clock that was set back since. */
const CLOCK_MARGIN_SECONDS = 60;

export function createEmailTurns(
  db: Kysely<Tables>,
  { clock }: Pick<DatabaseSettings, 'clock'>,
): EmailTurns {
  return {
    async untilNext(spacingSeconds) {
      return secondsBetween(await readTurn(db, spacingSeconds, clock));
    },

    async take(spacingSeconds, mostSeconds) {
      const wait = await db.transaction().execute(async (trx) => {
        const { now, next } = await readTurn(trx, spacingSeconds, clock, { isLocked: true });
        const seconds = secondsBetween({ now, next });
        if (seconds > mostSeconds) return undefined;
        await writeTurn(trx, plusSeconds(next, spacingSeconds));
        return seconds;
      });
      if (wait === undefined) return false;
      if (wait > 0) await pause(wait * 1_000);
      return true;
    },

    async hold(spacingSeconds, seconds) {
      await db.transaction().execute(async (trx) => {
        const { now, next } = await readTurn(trx, spacingSeconds, clock, { isLocked: true });
        const until = plusSeconds(now, Math.min(seconds, LONGEST_PAUSE_SECONDS));
        if (until > next) await writeTurn(trx, until);
      });
    },
  };
}

interface Turn {
  now: Instant;
  /** Not before now. */
  next: Instant;
}

/** Both by the database's clock. */
async function readTurn(
  db: Kysely<Tables>,
  spacingSeconds: number,
  clock: DatabaseClock,
  { isLocked = false } = {},
): Promise<Turn> {
  const furthest = Math.max(spacingSeconds, LONGEST_PAUSE_SECONDS) + CLOCK_MARGIN_SECONDS;
  const { now, next } = await db
    .selectFrom('email_throttle')
    .select([clock(0).as('now'), 'next_email_at as next'])
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  const isAhead = next > now && next < plusSeconds(now, furthest);
  return { now, next: isAhead ? next : now };
}

async function writeTurn(trx: Kysely<Tables>, next: Instant): Promise<void> {
  await trx.updateTable('email_throttle').set({ next_email_at: next }).execute();
}

function secondsBetween({ now, next }: Turn): number {
  return (Date.parse(next) - Date.parse(now)) / 1_000;
}
