import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A second address of the customer, and whether the first was refused. */
export const paymentEmails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('orders').addColumn('payment_email', 'text').execute();
    await db.schema
      .alterTable('orders')
      .addColumn('email_refused', 'integer', (column) =>
        column.notNull().defaultTo(0).check(sql`email_refused in (0, 1)`),
      )
      .execute();
  },
};
