import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The words of e-mails that staff write to a customer: in the row that servers of the previous version delete
 * when they anonymise the order.
 */
export const writtenEmails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('customer_emails').addColumn('words', 'text').execute();
  },
};
