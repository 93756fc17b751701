import type { Kysely, Transaction } from 'kysely';
import type { Changes } from '#domain/ports.ts';
import { announceVersion } from './announce-version.ts';
import { readSnapshot } from './read-snapshot.ts';
import type { Tables } from './tables.ts';

/** @param read a quicker way to the version than a query of Kysely's, where there is one. */
export function createChanges(
  db: Kysely<Tables>,
  read: () => number | Promise<number> = () => readVersion(db),
): Changes {
  let asked: Promise<number> | undefined;
  return {
    version() {
      // Whoever asks before the question has been sent shares it, and nobody who asks later.
      asked ??= Promise.resolve().then(() => {
        asked = undefined;
        return read();
      });
      return asked;
    },

    since: (version) =>
      readSnapshot(db, async (moment) => {
        const rows = await moment
          .selectFrom('changes')
          .select('path')
          .where('version', '>', version)
          .orderBy('path')
          .execute();
        return { version: await readVersion(moment), paths: rows.map(({ path }) => path) };
      }),
  };
}

/**
 * Gives the catalogue its next version, in the transaction that changes these records. To be called
 * last: the one row that counts is then held for as short as can be, and always after all others.
 */
export async function noteChange(trx: Transaction<Tables>, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  const { version } = await trx
    .updateTable('catalogue_version')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('changes')
    .values(paths.map((path) => ({ path, version })))
    .onConflict((there) => there.column('path').doUpdateSet({ version }))
    .execute();
  await announceVersion(trx);
}

async function readVersion(db: Kysely<Tables>): Promise<number> {
  const { version } = await db
    .selectFrom('catalogue_version')
    .select('version')
    .executeTakeFirstOrThrow();
  return version;
}
