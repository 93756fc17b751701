import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { catalogue } from './migrations/001-catalogue.ts';
import { orders } from './migrations/002-orders.ts';
import { botCheck } from './migrations/003-bot-check.ts';
import { rateLimits } from './migrations/004-rate-limits.ts';
import { retention } from './migrations/005-retention.ts';
import { hiddenCakes } from './migrations/006-hidden-cakes.ts';
import { changes } from './migrations/007-changes.ts';
import { shelves } from './migrations/008-shelves.ts';
import { outboxRevisions } from './migrations/010-outbox-revisions.ts';
import { daysAhead } from './migrations/011-days-ahead.ts';
import type { Tables } from './tables.ts';

/** By name, in the order of their names. Listed and not scanned for: the server runs as a bundle. */
const migrations: Record<string, Migration> = {
  '001-catalogue': catalogue,
  '002-orders': orders,
  '003-bot-check': botCheck,
  '004-rate-limits': rateLimits,
  '005-retention': retention,
  '006-hidden-cakes': hiddenCakes,
  '007-changes': changes,
  '008-shelves': shelves,
  '010-outbox-revisions': outboxRevisions,
  '011-days-ahead': daysAhead,
};

/** Brings the schema up to date. Under a lock: of many servers starting at once, one does it. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** @throws when the database cannot be reached, or lacks a migration that this server relies on. */
export async function checkMigrated(db: Kysely<Tables>): Promise<void> {
  const rows = await db.selectFrom('kysely_migration').select('name').execute();
  const applied = new Set(rows.map(({ name }) => name));
  const missing = Object.keys(migrations).filter((name) => !applied.has(name));
  if (missing.length > 0) throw new Error(`Migrations not applied: ${missing.join(', ')}`);
}
