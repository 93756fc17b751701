import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { OperatorError } from './database-errors.ts';
import { type Tables, tables } from './tables.ts';
import { isPostgres } from './transactions.ts';

/** By name, in order. Listed by hand, because the server runs as a bundle. */
const migrations: Record<string, Migration> = { '001-battenberg': { up: createTables } };

/** The shop's schema in a PostgreSQL database, which other applications may share. */
export const POSTGRES_SCHEMA = 'battenberg';

const RECOVERY =
  'Start the newer version again, or restore a backup from before the update (npm run db:restore).';

/** Applies the missing migrations under a lock. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Creates the schema.
    ...(isPostgres(db) && { migrationTableSchema: POSTGRES_SCHEMA }),
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  // Kysely reports a newer version's migrations as corrupted.
  const { newer } = await compareMigrations(db).catch(() => ({ newer: [] }));
  if (newer.length === 0) throw error;
  throw new OperatorError(appliedByNewer(newer), { cause: error });
}

/** The answer of `/readyz`, with notes for the operator. */
export interface Readiness {
  ready: boolean;
  notes: string[];
}

/** @throws if the database cannot be reached. */
export async function checkSchema(db: Kysely<Tables>): Promise<Readiness> {
  const { missing, newer } = await compareMigrations(db);
  if (missing.length > 0) {
    return { ready: false, notes: [`Migrations not applied: ${missing.join(', ')}.`] };
  }
  if (newer.length > 0) return { ready: false, notes: [appliedByNewer(newer)] };
  return { ready: true, notes: [] };
}

/** @returns the migrations that this version does not know. */
export function newerMigrations(applied: string[]): string[] {
  return applied.filter((name) => !(name in migrations));
}

/** False for another application's migrations. */
export function areShopMigrations(applied: string[]): boolean {
  return applied.includes('001-battenberg');
}

async function createTables(db: Kysely<Tables>): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    for (const statement of table.statements(name, isPostgres(db))) {
      await sql.raw(statement).execute(db);
    }
  }
}

async function compareMigrations(db: Kysely<Tables>) {
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  const applied = rows.map(({ name }) => name);
  return {
    missing: Object.keys(migrations).filter((name) => !applied.includes(name)),
    newer: newerMigrations(applied),
  };
}

function appliedByNewer(newer: string[]): string {
  return `A newer version of the shop has applied ${newer.join(', ')} to the database. This version cannot work with it. ${RECOVERY}`;
}
