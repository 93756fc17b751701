import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** For which copy of an e-mail a pay link was made, as in `customer_links`. Null: staff asked for it. */
export const payLinkCopies: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pay_links').addColumn('sent_as', 'text').execute();
    await db.schema
      .createIndex('pay_links_sent_as')
      .unique()
      .on('pay_links')
      .columns(['order_id', 'sent_as'])
      .execute();
  },
};
