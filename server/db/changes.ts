import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** What changes together, as the live events name it. */
export type ContentPath = '/cakes' | '/categories' | '/calendar' | '/photos' | '/words';

/** The version of the catalogue, the calendar and the words: each change increments it. */
export interface Changes {
  version(): Promise<number>;
  /** The version that last changed each path. */
  versions(): Promise<{ path: string; version: number }[]>;
}

/** @param read reads the version in a faster way than Kysely, if given. */
export function createChanges(
  db: Kysely<Tables>,
  read: () => number | Promise<number> = () => readVersion(db),
): Changes {
  let asked: Promise<number> | undefined;
  return {
    version() {
      // Concurrent calls share one query, but never one that has already been sent.
      asked ??= Promise.resolve().then(() => {
        asked = undefined;
        return read();
      });
      return asked;
    },

    versions: () => db.selectFrom('changes').select(['path', 'version']).execute(),
  };
}

/**
 * Increments the catalogue's version in the transaction that changes something at these paths. Call it last: the
 * row of the version is then locked for the shortest time, and always after all other rows.
 * @returns the new version; undefined if there is no change.
 */
export async function bumpContentVersion(
  trx: Transaction<Tables>,
  paths: ContentPath[],
): Promise<number | undefined> {
  if (paths.length === 0) return undefined;
  const { version } = await trx
    .updateTable('content_version')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('changes')
    .values(paths.map((path) => ({ path, version })))
    .onConflict((there) => there.column('path').doUpdateSet({ version }))
    .execute();
  return version;
}

async function readVersion(db: Kysely<Tables>): Promise<number> {
  const { version } = await db
    .selectFrom('content_version')
    .select('version')
    .executeTakeFirstOrThrow();
  return version;
}
