import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Every table that a migration has ever created, also one that a later migration drops: backups have it.
 * `true` where versions exist that created the table without marking it.
 */
const SHOP_TABLES: Record<keyof Tables | 'rate_limits' | 'kysely_migration_lock', boolean> = {
  categories: true,
  cakes: true,
  cake_categories: true,
  sizes: true,
  calendar_rules: true,
  forbidden_days: true,
  catalogue_version: true,
  changes: true,
  orders: true,
  order_items: true,
  outbox: true,
  problems: false,
  payment_events: true,
  bot_check_keys: true,
  bot_check_spent: true,
  bot_check_served: true,
  rate_limits: true,
  email_throttle: false,
  kysely_migration: true,
  kysely_migration_lock: true,
};

/** The comment by which also an older version knows a table of the shop. */
export const SHOP_TABLE_COMMENT = 'Table of the Battenberg shop. npm run db:restore replaces it.';
const MARKING_LOCK = 7_239_114;

export function isShopTableName(table: string): boolean {
  return Object.hasOwn(SHOP_TABLES, table);
}

/** Marks the shop's tables among those of other applications. Call it after the migrations only. */
export async function markTables(db: Kysely<Tables>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await db.transaction().execute(async (trx) => {
    // Two servers that comment on one table at once fail.
    await sql`select pg_advisory_xact_lock(${sql.lit(MARKING_LOCK)})`.execute(trx);
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and obj_description(oid, 'pg_class') is distinct from ${sql.lit(SHOP_TABLE_COMMENT)}`.execute(
      trx,
    );
    for (const { name } of rows.filter((row) => isShopTableName(row.name))) {
      await sql`comment on table ${sql.table(`public.${name}`)} is ${sql.lit(SHOP_TABLE_COMMENT)}`.execute(
        trx,
      );
    }
  });
}

interface FoundTable {
  name: string;
  comment: string | null;
}

/**
 * Which of the tables in a database are the shop's. Those of a version from before the marks are known by
 * name, but only where `migrated` says that the shop's migrations created them.
 */
export function findShopTables(found: FoundTable[], migrated: boolean): string[] {
  const marked = found.filter(({ comment }) => comment === SHOP_TABLE_COMMENT);
  const known = migrated
    ? found.filter(({ name }) =>
        Object.entries(SHOP_TABLES).some(([own, old]) => old && own === name),
      )
    : [];
  return (marked.length > 0 ? marked : known).map(({ name }) => name);
}
