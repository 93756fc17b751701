import type { Kysely } from 'kysely';
import { readContentVersion, shareReads } from './content-version.ts';
import { describeExternalError, OperatorError } from './database-errors.ts';
import { checkSchema, type Readiness } from './migrate.ts';
import { openSqlite, openVersionReader, sqlitePath } from './open-sqlite.ts';
import type { Tables } from './tables.ts';

export interface Database {
  db: Kysely<Tables>;
  /** Incremented by every change of content. */
  contentVersion(): Promise<number>;
  /** Whether this version works with the database's schema. @throws if it cannot be reached. */
  ping(): Promise<Readiness>;
  close(): Promise<void>;
}

export interface DatabaseLocation {
  /** A PostgreSQL database; without it, the database is an SQLite file in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
}

/**
 * Opens the shop's database; creates and migrates it if necessary.
 * @throws {OperatorError} if it cannot be opened or belongs to a newer version.
 */
export async function openDatabase({ databaseUrl, dataDir }: DatabaseLocation): Promise<Database> {
  const opening = databaseUrl ? onPostgres(databaseUrl) : onSqlite(dataDir);
  const { db, ofFile } = await opening.catch((error: unknown) => {
    const trouble = describeExternalError(error);
    if (trouble === undefined) throw error;
    throw new OperatorError(`The database cannot be opened: ${trouble}.`, { cause: error });
  });
  return {
    db,
    contentVersion: shareReads(ofFile?.version ?? (() => readContentVersion(db))),
    ping: () => checkSchema(db),
    async close() {
      // First: the last connection to close has to be writable to remove SQLite's journals.
      ofFile?.close();
      await db.destroy();
    },
  };
}

/** Loads the driver only if it is used. */
async function onPostgres(databaseUrl: string) {
  const { openPostgres } = await import('./open-postgres.ts');
  return { db: await openPostgres(databaseUrl), ofFile: undefined };
}

async function onSqlite(dataDir: string) {
  const db = await openSqlite(dataDir);
  return { db, ofFile: openVersionReader(sqlitePath(dataDir)) };
}
