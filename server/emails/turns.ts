import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';

// The service may take one e-mail in `emailSpacingSeconds`, from all servers together; 0: any number at once. All times
// are the database's.

/** A server closes within 25 seconds, with the longest timeout of a mailer. */
const LONGEST_WAIT_SECONDS = 5;
/** A time so much later than the turn of the last e-mail was written by a clock that was set back since. */
const FURTHEST_SECONDS = 60;

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
    const next = plusSeconds(turn.next, spacing);
    await trx.updateTable('email_throttle').set({ next_email_at: next }).execute();
    return seconds;
  });
  if (wait !== undefined) await pause(wait * 1_000);
  return wait !== undefined;
}

interface Turn {
  now: Instant;
  /** Not before now. */
  next: Instant;
}

/** In a transaction, no other server reads it until the end. */
async function readTurn(db: Kysely<Tables>, spacingSeconds: number): Promise<Turn> {
  const { now, next } = await db
    .selectFrom('email_throttle')
    .select([dbTime(db).as('now'), 'next_email_at as next'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isAhead = next > now && next < plusSeconds(now, spacingSeconds + FURTHEST_SECONDS);
  return { now, next: isAhead ? next : now };
}

function secondsUntil({ now, next }: Turn): number {
  return (Date.parse(next) - Date.parse(now)) / 1_000;
}
