import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What the owner edits of a cake besides the columns of before, its versions and its addresses. Servers of
 * the previous version read and write cakes without them.
 */
export const cakes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of [
      'ingredients',
      'unavailable_until',
      // Null where the id is the address.
      'slug',
      'archived_at',
      'former_categories',
    ]) {
      await db.schema.alterTable('cakes').addColumn(column, 'text').execute();
    }
    await db.schema.alterTable('cakes').addColumn('lead_days', 'integer').execute();
    await db.schema.alterTable('sizes').addColumn('points', 'integer').execute();
    await db.schema
      .createTable('cake_addresses')
      .addColumn('slug', 'text', (column) => column.notNull().primaryKey())
      .addColumn('cake_id', 'text', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('cake_versions')
      .addColumn('cake_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text')
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('cake_versions_pk', ['cake_id', 'number'])
      .execute();
  },
};
