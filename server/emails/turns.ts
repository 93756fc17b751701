import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { LONGEST_PAUSE_SECONDS } from './mailer.ts';

// The service may take one e-mail in `emailSpacingSeconds`, from all servers together; 0: any number at once. All times
// are the database's.

/** A server closes within 25 seconds, with the longest timeout of a mailer. */
const LONGEST_WAIT_SECONDS = 5;
/** A time later than this was written by a clock that was set back since. */
const CLOCK_MARGIN_SECONDS = 60;

type TurnsShop = Pick<Shop, 'db' | 'emailSpacingSeconds'>;

/** Seconds until the next turn that is free. */
export async function secondsToTurn({ db, emailSpacingSeconds: spacing }: TurnsShop) {
  return spacing === 0 ? 0 : secondsUntil(await readTurn(db, spacing));
}

/**
 * Waits for a turn to send an e-mail. The queue takes one turn at a time, so that an e-mail for which a person waits (a
 * code to sign in) gets the next one.
 * @returns false if none comes soon: then it must not be sent.
 */
export async function takeTurn({ db, emailSpacingSeconds: spacing }: TurnsShop): Promise<boolean> {
  if (spacing === 0) return true;
  const wait = await db.transaction().execute(async (trx) => {
    const turn = await readTurn(trx, spacing);
    const seconds = secondsUntil(turn);
    if (seconds > LONGEST_WAIT_SECONDS) return undefined;
    await setNextTurn(trx, plusSeconds(turn.next, spacing));
    return seconds;
  });
  if (wait !== undefined) await pause(wait * 1_000);
  return wait !== undefined;
}

/** Gives no turns for so many seconds, on any server: the service has asked for it. */
export async function holdTurns(
  { db, emailSpacingSeconds: spacing }: TurnsShop,
  seconds: number,
): Promise<void> {
  if (spacing === 0) return;
  await db.transaction().execute(async (trx) => {
    const { now, next } = await readTurn(trx, spacing);
    const until = plusSeconds(now, Math.min(seconds, LONGEST_PAUSE_SECONDS));
    if (until > next) await setNextTurn(trx, until);
  });
}

interface Turn {
  now: Instant;
  /** Not before now. */
  next: Instant;
}

/** In a transaction, no other server reads it until the end. */
async function readTurn(db: Kysely<Tables>, spacingSeconds: number): Promise<Turn> {
  const furthest = Math.max(spacingSeconds, LONGEST_PAUSE_SECONDS) + CLOCK_MARGIN_SECONDS;
  const { now, next } = await db
    .selectFrom('email_throttle')
    .select([dbTime(db).as('now'), 'next_email_at as next'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isAhead = next > now && next < plusSeconds(now, furthest);
  return { now, next: isAhead ? next : now };
}

async function setNextTurn(trx: Kysely<Tables>, next: Instant): Promise<void> {
  await trx.updateTable('email_throttle').set({ next_email_at: next }).execute();
}

function secondsUntil({ now, next }: Turn): number {
  return (Date.parse(next) - Date.parse(now)) / 1_000;
}
