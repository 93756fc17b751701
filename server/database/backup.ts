import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { backUpPostgres, restorePostgres } from './backup-postgres.ts';
import { backUpSqlite, restoreSqlite } from './backup-sqlite.ts';
import { type DatabaseLocation, openDatabase } from './open-database.ts';

export type BackupResult = 'backed-up' | 'no-shop' | 'file-exists';

export type RestoreResult =
  | 'restored'
  | 'no-such-file'
  | 'not-a-backup'
  | 'newer-backup'
  /** Of a version that backed up all of the database. */
  | 'holds-other-tables'
  /** They would be lost; whoever means that says so. */
  | 'holds-orders'
  /** A shop would go on with what it remembers of the old database. */
  | 'shop-open';

interface BackupSettings {
  /** For PostgreSQL's tools: where they are, and what they need. */
  environment: NodeJS.ProcessEnv;
}

/** Writes all that the shop knows at one moment into one new file, while the shop goes on. */
export function backUp(
  { databaseUrl, dataDir }: DatabaseLocation,
  file: string,
  { environment }: BackupSettings,
): Promise<BackupResult> {
  return databaseUrl ? backUpPostgres(databaseUrl, file, environment) : backUpSqlite(dataDir, file);
}

interface RestoreSettings extends BackupSettings {
  /** Orders that are there may be lost. */
  replace: boolean;
}

/** Makes the database what the file says, wholly or not at all, and brings it up to date. */
export async function restore(
  where: DatabaseLocation,
  file: string,
  settings: RestoreSettings,
): Promise<RestoreResult> {
  const { databaseUrl, dataDir } = where;
  const readable = await readability(file);
  if (readable !== 'file') return readable;
  const restored = databaseUrl
    ? await restorePostgres(databaseUrl, file, settings)
    : await restoreSqlite(dataDir, file, settings.replace);
  // A backup may be older than the shop that it comes back to.
  if (restored === 'restored') await (await openDatabase(where)).close();
  return restored;
}

async function readability(file: string): Promise<'file' | 'no-such-file' | 'not-a-backup'> {
  if (!existsSync(file)) return 'no-such-file';
  // Throws where it may not be read, before a tool takes that for a damaged file.
  const opened = await open(file);
  try {
    return (await opened.stat()).isFile() ? 'file' : 'not-a-backup';
  } finally {
    await opened.close();
  }
}
