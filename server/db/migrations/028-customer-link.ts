import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Links by which customers see and change their orders, who collects an order, and what texts of it
 * were before they were changed.
 */
export const customerLink: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('customer_links')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('address_hash', 'text', (column) => column.notNull())
      .addColumn('sent_as', 'text', (column) => column.notNull())
      .addUniqueConstraint('customer_links_sent_as', ['order_id', 'sent_as'])
      .execute();
    await db.schema.alterTable('orders').addColumn('collector', 'text').execute();
    await db.schema
      .alterTable('orders')
      .addColumn('changed_texts', 'integer', (column) =>
        column.notNull().defaultTo(0).check(sql`changed_texts in (0, 1)`),
      )
      .execute();
    // Partial: only while a server of the previous version has left some.
    await sql`create index orders_left_texts on orders (id)
      where changed_texts = 1 and anonymised_at is not null`.execute(db);
    await db.schema
      .createTable('text_changes')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer')
      .addColumn('before', 'text', (column) => column.notNull())
      .addColumn('after', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('text_changes_pk', ['order_id', 'number'])
      .execute();
  },
};
