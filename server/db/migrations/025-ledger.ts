import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { estimateMissing } from '#server/db/ledger.ts';
import type { Tables } from '#server/db/tables.ts';

/** The ledger of all money, filled from the orders that there are, and the VAT rate of each item. */
export const ledger: Migration = {
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('ledger')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('payment_id', 'text')
      .addColumn('amount', 'integer', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('estimated', 'integer', (column) =>
        column.notNull().check(sql`estimated in (0, 1)`),
      )
      .addPrimaryKeyConstraint('ledger_pk', ['order_id', 'kind', 'id'])
      .execute();
    await db.schema.createIndex('ledger_at').on('ledger').columns(['at', 'order_id']).execute();
    // Partial: only while there are any.
    await sql`create index ledger_estimated on ledger (id) where estimated = 1`.execute(db);

    await db.schema.alterTable('orders').addColumn('in_ledger', 'text').execute();
    await sql`create index orders_not_in_ledger on orders (id)
      where state in ('funded', 'paid') and (in_ledger is null or in_ledger <> reversals)`.execute(
      db,
    );
    await estimateMissing(db);

    await db.schema.alterTable('order_items').addColumn('vat_rate', 'integer').execute();
  },
};
