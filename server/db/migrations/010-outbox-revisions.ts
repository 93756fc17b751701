import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Notifications can be sent again, and all servers share one e-mail throttle. */
export const outboxRevisions: Migration = {
  async up(db: Kysely<unknown>) {
    // The default serves servers of the previous version, which do not write the column.
    await db.schema
      .alterTable('outbox')
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('email_throttle')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('next_email_at', 'text', (column) => column.notNull())
      .execute();
    await sql`insert into email_throttle (id, next_email_at)
      values (1, '1970-01-01T00:00:00.000Z')`.execute(db);
  },
};
