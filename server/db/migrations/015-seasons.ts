import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Cakes can have a season. Null for others, and for rows that servers of the previous version write. */
export const seasons: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('cakes').addColumn('season', 'text').execute();
  },
};
