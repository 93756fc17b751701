import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Cakes can be hidden. */
export const hiddenCakes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('cakes')
      .addColumn('hidden', 'integer', (column) =>
        column
          .notNull()
          // The default serves servers of the previous version, which do not write the column.
          .defaultTo(0)
          .check(sql`hidden in (0, 1)`),
      )
      .execute();
  },
};
