import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Personal data can be removed from orders. */
export const retention: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('orders').addColumn('anonymised_at', 'text').execute();
    // Partial: few of all orders still have personal data.
    await db.schema
      .createIndex('orders_named')
      .on('orders')
      .columns(['placed_at', 'id'])
      .where(sql.ref('anonymised_at'), 'is', null)
      .execute();
  },
};
