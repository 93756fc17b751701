import type { Kysely } from 'kysely';
import type { Clock, Instant } from '#domain/clock.ts';
import type { Tables } from '#server/db/tables.ts';

/**
 * Records what a challenge or a token is used for. The same purpose counts once.
 * @returns false if it has served `most` other purposes.
 */
export async function recordUse(
  db: Kysely<Tables>,
  { id, expiresAt }: { id: string; expiresAt: Instant },
  purpose: string,
  most: number,
): Promise<boolean> {
  // Terminates: an insert fails only if a concurrent use has taken the place.
  for (;;) {
    const uses = await db
      .selectFrom('bot_check_uses')
      .select('purpose')
      .where('id', '=', id)
      .execute();
    if (uses.some((use) => use.purpose === purpose)) return true;
    if (uses.length >= most) return false;
    const { numInsertedOrUpdatedRows: inserted } = await db
      .insertInto('bot_check_uses')
      .values({ id, place: uses.length, purpose, expires_at: expiresAt })
      .onConflict((taken) => taken.doNothing())
      .executeTakeFirstOrThrow();
    if (inserted === 1n) return true;
  }
}

export async function deleteExpiredUses({
  db,
  clock,
}: {
  db: Kysely<Tables>;
  clock: Clock;
}): Promise<void> {
  await db.deleteFrom('bot_check_uses').where('expires_at', '<=', clock.now()).execute();
}
