import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The address at which a person's calendar program reads the days of the cafe. Only its hash is stored. */
export const calendarFeeds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('calendar_feeds')
      .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .execute();
  },
};
