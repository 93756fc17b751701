import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** What changes together, as the live events name it. */
export type ContentPath = '/cakes' | '/categories' | '/calendar' | '/photos' | '/words';

/** The version of content that last changed each path. */
export function changedPaths(db: Kysely<Tables>): Promise<{ path: string; version: number }[]> {
  return db.selectFrom('changes').select(['path', 'version']).execute();
}

/**
 * Increments the version of content in the transaction that changes something at these paths. Call it last: the
 * row of the version is then locked for the shortest time, and always after all other rows.
 */
export async function bumpContentVersion(
  trx: Transaction<Tables>,
  paths: ContentPath[],
): Promise<void> {
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
}
