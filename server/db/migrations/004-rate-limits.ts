import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The table of rate-limiter-flexible (server/rate-limits). The library would create it itself, but not
 * safely on several servers at once. On SQLite it stays empty.
 */
export const rateLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rate_limits')
      .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
      .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
      // Milliseconds since 1970 do not fit PostgreSQL's integer.
      .addColumn('expire', 'bigint')
      .execute();
  },
};
