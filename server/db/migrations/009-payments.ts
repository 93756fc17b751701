import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The payment provider's reports on orders, and problems for the owner. */
export const payments: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('orders')
      .addColumn('payment', 'text', (column) => column.notNull().defaultTo('none'))
      .execute();
    // JSON: refunds and disputes from the payment provider.
    await db.schema
      .alterTable('orders')
      .addColumn('reversals', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await db.schema.alterTable('orders').addColumn('replaced_by', 'text').execute();
    // Empty sorts first: orders of the previous version are checked at once.
    await db.schema
      .alterTable('orders')
      .addColumn('check_at', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('orders')
      .addColumn('checks', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('orders_to_check')
      .on('orders')
      .columns(['check_at', 'id'])
      .where(sql.ref('state'), '=', 'placed')
      .execute();
    await db.schema
      .createIndex('orders_checkout')
      .on('orders')
      .column('checkout_id')
      .where(sql.ref('checkout_id'), 'is not', null)
      .execute();

    await db.schema
      .createTable('problems')
      .addColumn('key', 'text', (column) => column.notNull().primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text')
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('raised_at', 'text', (column) => column.notNull())
      .addColumn('closed_at', 'text')
      .execute();
    await db.schema
      .createIndex('problems_open')
      .on('problems')
      .columns(['raised_at', 'key'])
      .where(sql.ref('closed_at'), 'is', null)
      .execute();
  },
};
