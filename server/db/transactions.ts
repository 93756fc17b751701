import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely';
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

/** Makes transactions that lock the same key wait for one another. On SQLite all that write do. */
export async function lockKey(trx: Kysely<Tables>, key: string): Promise<void> {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

/** Waits for the transactions that write to the table. On SQLite only one transaction writes. */
export async function waitForWriters(trx: Kysely<Tables>, table: keyof Tables): Promise<void> {
  if (!isPostgres(trx)) return;
  // Writers wait behind this lock: a server that hangs in a transaction must not stop them.
  await sql`set local lock_timeout = '2s'`.execute(trx);
  await sql`lock table ${sql.table(table)} in share mode`.execute(trx);
}

export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
