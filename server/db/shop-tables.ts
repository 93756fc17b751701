import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Every table that a migration has ever created; backups contain dropped ones too. `true` if some
 * version created the table without the comment.
 */
const SHOP_TABLES: Record<
  keyof Tables | 'outbox' | 'customer_emails' | 'rate_limits' | 'kysely_migration_lock',
  boolean
> = {
  categories: true,
  cakes: true,
  cake_categories: true,
  cake_addresses: false,
  cake_versions: false,
  sizes: true,
  calendar_rules: true,
  forbidden_days: true,
  extra_days: false,
  calendar_changes: false,
  days: false,
  bookings: false,
  catalogue_version: true,
  changes: true,
  orders: true,
  order_items: true,
  outbox: true,
  customer_emails: false,
  emails: false,
  customer_links: false,
  text_changes: false,
  problems: false,
  alerts: false,
  printed_sheets: false,
  photos: false,
  order_events: false,
  ledger: false,
  refunds: false,
  pay_links: false,
  collections: false,
  payment_events: true,
  bot_check_keys: true,
  bot_check_spent: true,
  bot_check_served: true,
  rate_limits: true,
  email_throttle: false,
  people: false,
  sessions: false,
  sign_in_codes: false,
  sign_in_links: false,
  recovery_codes: false,
  passkeys: false,
  passkey_challenges: false,
  calendar_feeds: false,
  words: false,
  kysely_migration: true,
  kysely_migration_lock: true,
};

/** By this comment older versions too recognize the shop's tables. */
export const SHOP_TABLE_COMMENT = 'Table of the Battenberg shop. npm run db:restore replaces it.';
const MARKING_LOCK = 7_239_114;

export function isShopTableName(table: string): boolean {
  return Object.hasOwn(SHOP_TABLES, table);
}

/** Comments on the shop's tables, to tell them from those of other applications. Call it after migrating. */
export async function markTables(db: Kysely<Tables>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await db.transaction().execute(async (trx) => {
    // Concurrent comments on one table fail.
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
 * Selects the shop's tables by their comment. Without any comments it selects them by name, if `migrated`
 * confirms that the shop's migrations created them.
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
