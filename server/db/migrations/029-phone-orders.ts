import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Orders that were agreed on the phone, and the links with which they are paid. */
export const phoneOrders: Migration = {
  async up(db: Kysely<unknown>) {
    // Beside `state`, in which a server of the previous version would not know another value.
    await db.schema.alterTable('orders').addColumn('agreed_at', 'text').execute();
    await db.schema
      .createTable('pay_links')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('made_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('pay_links_order').on('pay_links').column('order_id').execute();
  },
};
