import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Uploaded photos, and what the owner has changed of those of `cafe/`. The files are elsewhere. */
export const photos: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('photos')
      .addColumn('file', 'text', (column) => column.notNull().primaryKey())
      .addColumn('uploaded', 'integer', (column) => column.notNull())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('colour', 'text')
      .addColumn('alt', 'text', (column) => column.notNull())
      .addColumn('focus_x', 'integer')
      .addColumn('focus_y', 'integer')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('added_at', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'text')
      .execute();
  },
};
