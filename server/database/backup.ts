import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { BackupResult, RestoreResult } from './backup-file.ts';
import { backUpPostgres, restorePostgres } from './backup-postgres.ts';
import { backUpSqlite, restoreSqlite } from './backup-sqlite.ts';
import { type DatabaseLocation, openDatabase } from './open-database.ts';

interface BackupSettings {
  /** For PostgreSQL's tools: their path and variables. */
  environment: NodeJS.ProcessEnv;
}

/** Writes a consistent copy of the shop's tables to a new file while the shop runs. */
export function backUp(
  { databaseUrl, dataDir }: DatabaseLocation,
  file: string,
  { environment }: BackupSettings,
): Promise<BackupResult> {
  return databaseUrl ? backUpPostgres(databaseUrl, file, environment) : backUpSqlite(dataDir, file);
}

interface RestoreSettings extends BackupSettings {
  /** Allows the restore to delete orders. */
  replace: boolean;
}

/** Replaces the database by a backup, completely or not at all, and migrates it. */
export async function restore(
  location: DatabaseLocation,
  file: string,
  settings: RestoreSettings,
): Promise<RestoreResult> {
  const { databaseUrl, dataDir } = location;
  if (!existsSync(file)) return 'no-such-file';
  if (!(await isReadableFile(file))) return 'not-a-backup';
  const result = databaseUrl
    ? await restorePostgres(databaseUrl, file, settings)
    : await restoreSqlite(dataDir, file, settings.replace);
  if (result === 'restored') {
    // Applies the migrations that the backup lacks.
    const database = await openDatabase(location);
    // Sessions and calendar feeds that have been ended since the backup would be valid again.
    await database.staff.endAllSignIns();
    await database.close();
  }
  return result;
}

/** @throws if it may not be read; PostgreSQL's tools would call it damaged. */
async function isReadableFile(file: string): Promise<boolean> {
  const opened = await open(file);
  try {
    return (await opened.stat()).isFile();
  } finally {
    await opened.close();
  }
}
