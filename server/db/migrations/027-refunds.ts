import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Refunds that staff ask for, and orders that they cancel. */
export const refunds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('orders').addColumn('cancelled_at', 'text').execute();
    await sql`create index orders_cancelled on orders (placed_at, id) where cancelled_at is not null`.execute(
      db,
    );
    await db.schema
      .createTable('refunds')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('amount', 'integer', (column) => column.notNull().check(sql`amount > 0`))
      .addColumn('asked_at', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('provider_id', 'text')
      .addColumn('reason', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('next_attempt_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('refunds_order').on('refunds').column('order_id').execute();
    // Partial: only while there are any.
    await sql`create index refunds_asked on refunds (next_attempt_at) where state = 'asked'`.execute(
      db,
    );
  },
};
