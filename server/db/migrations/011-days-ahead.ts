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
          // The default serves servers of the previous version, which do not write the column.
          .defaultTo(180),
      )
      .execute();
  },
};
