import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the bake sheet of a day was last printed, and which event of an order was the last then. */
export const printedSheets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('printed_sheets')
      .addColumn('day', 'text', (column) => column.notNull().primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull())
      .addColumn('printed_at', 'text', (column) => column.notNull())
      .execute();
  },
};
