import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What an ordered cake may contain, as its customer was told. JSON; null if no traces were named. */
export const orderTraces: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('order_items').addColumn('may_contain', 'text').execute();
  },
};
