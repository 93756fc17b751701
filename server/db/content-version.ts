import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The version of all content, which each change increments. */
export async function readContentVersion(db: Kysely<Tables>): Promise<number> {
  const { version } = await db
    .selectFrom('content_version')
    .select('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Concurrent calls share one read, but never one that has already begun. */
export function shareReads(read: () => number | Promise<number>): () => Promise<number> {
  let waiting: Promise<number> | undefined;
  return () => {
    waiting ??= Promise.resolve().then(() => {
      waiting = undefined;
      return read();
    });
    return waiting;
  };
}
