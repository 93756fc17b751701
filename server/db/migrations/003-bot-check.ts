import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Bot-check keys for all servers, spent proofs and used tokens. */
export const botCheck: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('bot_check_keys')
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('signs_until', 'text', (column) => column.notNull())
      .addColumn('accepted_until', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('bot_check_keys_pk', ['purpose', 'generation'])
      .addCheckConstraint('bot_check_keys_purpose', sql`purpose in ('token', 'challenge')`)
      .execute();

    await db.schema
      .createTable('bot_check_spent')
      .addColumn('nonce', 'text', (column) => column.notNull().primaryKey())
      .addColumn('remember_until', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('bot_check_spent_until')
      .on('bot_check_spent')
      .column('remember_until')
      .execute();

    // A token has numbered places: two concurrent orders cannot take the same one.
    await db.schema
      .createTable('bot_check_served')
      .addColumn('token_id', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull())
      .addColumn('remember_until', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('bot_check_served_pk', ['token_id', 'place'])
      .addUniqueConstraint('bot_check_served_once', ['token_id', 'order_id'])
      .execute();
    await db.schema
      .createIndex('bot_check_served_until')
      .on('bot_check_served')
      .column('remember_until')
      .execute();
  },
};
