import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Personal data is kept for a time, the accounts for good. */
export const retention: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('orders').addColumn('anonymised_at', 'text').execute();
    // What still says whose it is stays small, among all orders that ever were.
    await db.schema
      .createIndex('orders_named')
      .on('orders')
      .columns(['placed_at', 'id'])
      .where(sql.ref('anonymised_at'), 'is', null)
      .execute();
  },
};
