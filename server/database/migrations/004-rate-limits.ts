import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * As rate-limiter-flexible wants it (server/rate-limits). It would make the table itself, but servers
 * that start at once would be in one another's way. On SQLite it stays empty.
 */
export const rateLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rate_limits')
      .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
      .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
      // Milliseconds since 1970, which no integer holds on PostgreSQL.
      .addColumn('expire', 'bigint')
      .execute();
  },
};
