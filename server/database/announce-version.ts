import { PostgresAdapter, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** For those who listen (postgres-changes.ts). */
export const CATALOGUE_CHANNEL = 'catalogue_changed';

/**
 * Tells all servers that listen, when and only when the transaction is committed. SQLite has nobody to
 * tell: there whoever wants to know looks for himself.
 */
export async function announceVersion(trx: Transaction<Tables>): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select pg_notify(${CATALOGUE_CHANNEL}, '')`.execute(trx);
}
