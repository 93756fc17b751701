import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The version at which each record of the catalogue or the calendar last changed, for live events. */
export const changes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('catalogue_version')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await sql`insert into catalogue_version (id, version) values (1, 1)`.execute(db);

    // One row per record, however often it changes, so it needs no cleaning.
    await db.schema
      .createTable('changes')
      .addColumn('path', 'text', (column) => column.primaryKey())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('changes_version').on('changes').column('version').execute();
  },
};
