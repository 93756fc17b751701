import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** People of the cafe and what they sign in with. Of secrets only hashes are stored. */
export const staff: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('people')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('added_at', 'text', (column) => column.notNull())
      .addColumn('disabled_at', 'text')
      .execute();
    await db.schema
      .createTable('sessions')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('signed_in_at', 'text', (column) => column.notNull())
      .addColumn('proved_at', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .addColumn('ends_at', 'text', (column) => column.notNull())
      .execute();
    await index(db, 'sessions', ['person_id']);
    await index(db, 'sessions', ['ends_at']);
    await db.schema
      .createTable('sign_in_codes')
      .addColumn('pending_hash', 'text', (column) => column.primaryKey())
      .addColumn('email_hash', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text')
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('asked_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await index(db, 'sign_in_codes', ['email_hash', 'asked_at']);
    await index(db, 'sign_in_codes', ['asked_at']);
    await db.schema
      .createTable('sign_in_links')
      .addColumn('purpose', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text')
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
      .addColumn('used_at', 'text')
      .execute();
    await index(db, 'recovery_codes', ['person_id']);
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'integer', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('added_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text')
      .execute();
    await index(db, 'passkeys', ['person_id']);
    await db.schema
      .createTable('passkey_challenges')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text')
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await index(db, 'passkey_challenges', ['expires_at']);
  },
};

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
