import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Orders and the outbox of their notifications. */
export const orders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('orders')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('placed_at', 'text', (column) => column.notNull())
      .addColumn('pay_by', 'text', (column) => column.notNull())
      .addColumn('checkout_id', 'text')
      .addCheckConstraint('orders_state', sql`state in ('placed', 'funded', 'paid', 'expired')`)
      .addCheckConstraint('orders_total', sql`total >= 0`)
      .execute();
    // Partial: few of all orders are pending.
    await db.schema
      .createIndex('orders_waiting')
      .on('orders')
      .columns(['placed_at', 'id'])
      .where(sql.ref('state'), '=', 'placed')
      .execute();

    // No foreign key to cakes or sizes: an order keeps its copy after they are deleted.
    await db.schema
      .createTable('order_items')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('cake_id', 'text', (column) => column.notNull())
      .addColumn('size_id', 'text', (column) => column.notNull())
      .addColumn('api', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('img', 'text', (column) => column.notNull())
      .addColumn('size', 'text', (column) => column.notNull())
      .addColumn('slices', 'text')
      .addColumn('price', 'integer', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('allergens', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('order_items_pk', ['order_id', 'position'])
      .execute();

    await db.schema
      .createTable('outbox')
      .addColumn('order_id', 'text', (column) =>
        column.notNull().primaryKey().references('orders.id'),
      )
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'text', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .addColumn('delivered_at', 'text')
      .addCheckConstraint('outbox_attempts', sql`attempts >= 0`)
      .execute();
    await db.schema
      .createIndex('outbox_due')
      .on('outbox')
      .columns(['next_attempt_at', 'order_id'])
      .where(sql.ref('delivered_at'), 'is', null)
      .execute();

    await db.schema
      .createTable('payment_events')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .execute();
  },
};
