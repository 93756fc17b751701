import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One queue for all e-mails about orders: those to the cafe and those to customers had a table each. */
export const oneOutbox: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('outbox').execute();
    await db.schema.dropTable('customer_emails').execute();
    await db.schema
      .createTable('emails')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) =>
        column.notNull().check(sql`recipient in ('cafe', 'customer')`),
      )
      .addColumn('not_before', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().check(sql`attempts >= 0`))
      .addColumn('next_attempt_at', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .addColumn('failing_since', 'text')
      .addColumn('sent_at', 'text')
      .addColumn('dropped_at', 'text')
      .addColumn('words', 'text')
      .addPrimaryKeyConstraint('emails_pk', ['order_id', 'kind'])
      .execute();
    // Partial: few of all e-mails are waiting.
    await db.schema
      .createIndex('emails_due')
      .on('emails')
      .columns(['not_before', 'next_attempt_at'])
      .where(sql.ref('sent_at'), 'is', null)
      .where(sql.ref('dropped_at'), 'is', null)
      .execute();
  },
};
