import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The last collection day, as a number of days after today. */
export const daysAhead: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('calendar_rules')
      .addColumn('days_ahead', 'integer', (column) =>
        column
          .notNull()
          // Servers from before this migration write no such column.
          .defaultTo(180),
      )
      .execute();
  },
};
