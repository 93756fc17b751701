import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tells e-mails that are being sent from those that wait, and those that fail alone from an outage. */
export const waitingEmails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('emails').addColumn('claimed_until', 'text').execute();
    await db.schema.alterTable('emails').addColumn('failed_at', 'text').execute();
    await db.schema
      .createIndex('emails_sent')
      .on('emails')
      .column('sent_at')
      .where(sql.ref('sent_at'), 'is not', null)
      .execute();
  },
};
