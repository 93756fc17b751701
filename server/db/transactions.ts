import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Runs several reads on one snapshot. Does not block writers. */
export function readSnapshot<Result>(
  db: Kysely<Tables>,
  read: (snapshot: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read);
}

/** Runs the work in the transaction that `db` is, or in one of its own. */
export function inTransaction<Result>(
  db: Kysely<Tables>,
  work: (trx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
