import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Notifications that can become due again, and one e-mail throttle for all servers. */
export const outboxRevisions: Migration = {
  async up(db: Kysely<unknown>) {
    // The default serves servers of the version before, which insert notifications without it.
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
