import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What staff have edited of the cafe's words. */
export const words: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('words')
      .addColumn('key', 'text', (column) => column.notNull().primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .execute();
  },
};
