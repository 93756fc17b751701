import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A cake can be taken off the shelves without being forgotten. */
export const hiddenCakes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('cakes')
      .addColumn('hidden', 'integer', (column) =>
        column
          .notNull()
          // Until a seed says so too: servers from before this migration write no such column.
          .defaultTo(0)
          .check(sql`hidden in (0, 1)`),
      )
      .execute();
  },
};
