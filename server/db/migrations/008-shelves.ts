import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * One index returns a page of a category: its visible cakes in order. An index covers one table, so
 * `cake_categories` has copies of columns of `cakes`, which `on update cascade` maintains.
 */
export const shelves: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('cakes_shelf')
      .unique()
      .on('cakes')
      .columns(['id', 'hidden', 'position'])
      .execute();
    // For pages of all cakes or of all personal touches.
    await db.schema
      .createIndex('cakes_by_kind')
      .on('cakes')
      .columns(['kind', 'hidden', 'position', 'id'])
      .execute();

    // A new table, because SQLite cannot add a foreign key to an existing one.
    await db.schema
      .createTable('cake_shelves')
      .addColumn('cake_id', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull().references('categories.slug'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('cake_hidden', 'integer', (column) => column.notNull())
      .addColumn('cake_position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('cake_shelves_pk', ['cake_id', 'slug'])
      .addForeignKeyConstraint(
        'cake_shelves_cake',
        ['cake_id', 'cake_hidden', 'cake_position'],
        'cakes',
        ['id', 'hidden', 'position'],
        (key) => key.onDelete('cascade').onUpdate('cascade'),
      )
      .execute();
    await sql`insert into cake_shelves (cake_id, slug, position, cake_hidden, cake_position)
      select cake_id, slug, cake_categories.position, cakes.hidden, cakes.position
      from cake_categories join cakes on cakes.id = cake_categories.cake_id
      where cakes.kind = 'cake'`.execute(db);
    await db.schema.dropTable('cake_categories').execute();
    await db.schema.alterTable('cake_shelves').renameTo('cake_categories').execute();
    await db.schema
      .createIndex('cake_categories_shelf')
      .on('cake_categories')
      .columns(['slug', 'cake_hidden', 'cake_position', 'cake_id'])
      .execute();
  },
};
