import { type Kysely, PostgresAdapter } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Reasons of closed days, days that are open in spite of the rules, a pause, who has changed what, and
 * from which day items were moved. A server of the previous version keeps extra days closed and knows
 * no pause.
 */
export const calendar: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await db.schema.alterTable('forbidden_days').addColumn('reason', 'text').execute();
    await db.schema
      .createTable('extra_days')
      .addColumn('day', 'text', (column) => column.notNull().primaryKey())
      .execute();
    await db.schema.alterTable('calendar_rules').addColumn('pause', 'text').execute();
    await db.schema
      .createTable('calendar_changes')
      // SQLite numbers the rows of such a column itself.
      .addColumn('id', 'integer', (column) =>
        isPostgres
          ? column.generatedAlwaysAsIdentity().primaryKey()
          : column.notNull().primaryKey(),
      )
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text')
      .addColumn('facts', 'text', (column) => column.notNull())
      .execute();
    await db.schema.alterTable('order_items').addColumn('first_day', 'text').execute();
    await db.schema
      .alterTable('order_items')
      .addColumn('moves', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
