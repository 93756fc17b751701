import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** E-mails to customers, in a table of their own: servers of the previous version send every row of `outbox` to the cafe. */
export const customerEmails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('customer_emails')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('not_before', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .addColumn('sent_at', 'text')
      .addColumn('dropped_at', 'text')
      .addPrimaryKeyConstraint('customer_emails_pk', ['order_id', 'kind'])
      .execute();
    await db.schema
      .createIndex('customer_emails_due')
      .on('customer_emails')
      .columns(['not_before', 'next_attempt_at'])
      .where(sql.ref('sent_at'), 'is', null)
      .where(sql.ref('dropped_at'), 'is', null)
      .execute();
    await db.schema.alterTable('orders').addColumn('email_corrected_at', 'text').execute();
  },
};
