import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which problems the cafe has been alerted to over the second e-mail service. */
export const alerts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('alerts')
      .addColumn('key', 'text', (column) => column.notNull().primaryKey())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'text')
      .execute();
  },
};
