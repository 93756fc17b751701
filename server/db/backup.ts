import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { BackupResult, RestoreResult } from './backup-file.ts';
import { backUpPostgres, holdsShopTables, restorePostgres } from './backup-postgres.ts';
import { backUpSqlite, restoreSqlite } from './backup-sqlite.ts';
import { type DatabaseLocation, openDatabase } from './open-database.ts';
import { sqlitePath } from './open-sqlite.ts';

interface BackupSettings {
  /** For PostgreSQL's tools: their path and variables. */
  environment: NodeJS.ProcessEnv;
}

/** Whether a shop has started there. Creates nothing. @throws if PostgreSQL cannot be reached. */
export async function holdsShop({ databaseUrl, dataDir }: DatabaseLocation): Promise<boolean> {
  return databaseUrl ? holdsShopTables(databaseUrl) : existsSync(sqlitePath(dataDir));
}

/** Writes a consistent copy of the shop's tables to a new file while the shop runs. */
export async function backUp(
  location: DatabaseLocation,
  file: string,
  { environment }: BackupSettings,
): Promise<BackupResult> {
  if (!(await holdsShop(location))) return 'no-shop';
  const { databaseUrl, dataDir } = location;
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
