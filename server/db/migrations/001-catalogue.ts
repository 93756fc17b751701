import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The catalogue and the calendar. Do not edit applied migrations: a schema change is a new migration. */
export const catalogue: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('categories')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('img', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('cakes')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('img', 'text', (column) => column.notNull())
      .addColumn('imgs', 'text', (column) => column.notNull())
      .addColumn('allergens', 'text', (column) => column.notNull())
      .addColumn('serving_info', 'text', (column) => column.notNull())
      .addColumn('off_message', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addCheckConstraint('cakes_kind', sql`kind in ('cake', 'personal-touch')`)
      .addCheckConstraint('cakes_off_message', sql`off_message in (0, 1)`)
      .execute();

    await db.schema
      .createTable('cake_categories')
      .addColumn('cake_id', 'text', (column) =>
        column.notNull().references('cakes.id').onDelete('cascade'),
      )
      .addColumn('slug', 'text', (column) => column.notNull().references('categories.slug'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('cake_categories_pk', ['cake_id', 'slug'])
      .execute();
    await db.schema
      .createIndex('cake_categories_by_slug')
      .on('cake_categories')
      .columns(['slug', 'cake_id'])
      .execute();

    await db.schema
      .createTable('sizes')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('cake_id', 'text', (column) =>
        column.notNull().references('cakes.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('size', 'text', (column) => column.notNull())
      .addColumn('slices', 'text')
      .addColumn('price', 'integer', (column) => column.notNull())
      .addColumn('api', 'text')
      .addCheckConstraint('sizes_price', sql`price > 0`)
      .execute();
    await db.schema
      .createIndex('sizes_by_cake')
      .on('sizes')
      .columns(['cake_id', 'position'])
      .execute();

    await db.schema
      .createTable('calendar_rules')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('lead_days', 'integer', (column) => column.notNull())
      .addColumn('closed_weekdays', 'text', (column) => column.notNull())
      .addColumn('closed_periods', 'text', (column) => column.notNull())
      .addCheckConstraint('calendar_rules_only_one', sql`id = 1`)
      .execute();

    await db.schema
      .createTable('forbidden_days')
      .addColumn('day', 'text', (column) => column.notNull().primaryKey())
      .execute();
  },
};
