import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Cakes can name their allergens precisely, and what they may contain. Null until the cafe has named them,
 * and in rows that servers of the previous version write.
 */
export const preciseAllergens: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['contains', 'may_contain']) {
      await db.schema.alterTable('cakes').addColumn(column, 'text').execute();
    }
  },
};
