import { existsSync, statSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { describeExternalError, OperatorError } from '#server/db/database-errors.ts';
import { areShopMigrations, newerMigrations } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { ensureSqliteFile, sqlitePath } from '#server/db/open-sqlite.ts';
import { isBusy } from '#server/db/sqlite-dialect.ts';
import { endAllSignIns } from '#server/staff/sessions.ts';

type BackupResult = 'backed-up' | 'no-shop' | 'file-exists';

type RestoreResult =
  | 'restored'
  | 'no-such-file'
  | 'not-a-backup'
  | 'newer-backup'
  /** The database has orders, which a restore without `replace` does not overwrite. */
  | 'holds-orders'
  /** A running shop caches what it has read: it must be stopped first. */
  | 'shop-open';

/** Writes a consistent copy of the database to a new file while the shop runs. */
export async function backUpSqlite(dataDir: string, file: string): Promise<BackupResult> {
  if (!existsSync(sqlitePath(dataDir))) return 'no-shop';
  if (existsSync(file)) return 'file-exists';
  const shop = new DatabaseSync(sqlitePath(dataDir));
  try {
    await writeWhole(file, (unfinished) => shop.prepare('vacuum into ?').run(unfinished));
    return 'backed-up';
  } finally {
    shop.close();
  }
}

/**
 * Writes a file under a temporary name and renames it when it is complete. Other users of the machine cannot
 * read it.
 */
async function writeWhole(file: string, write: (unfinished: string) => unknown): Promise<void> {
  const unfinished = `${file}.unfinished`;
  if (existsSync(unfinished)) {
    throw new OperatorError(
      `${unfinished} exists: another backup is being written there, or one was cut off. Delete it if none is running.`,
    );
  }
  // Fails if another backup has begun, whose file stays: this is before `try`.
  await writeFile(unfinished, '', { flag: 'wx', mode: 0o600 });
  try {
    write(unfinished);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Replaces the database by a backup, completely or not at all.
 * @param replace allows the restore to delete orders.
 */
export async function restoreSqlite(
  dataDir: string,
  file: string,
  replace: boolean,
): Promise<RestoreResult> {
  if (!existsSync(file)) return 'no-such-file';
  if (!(await isReadableFile(file))) return 'not-a-backup';
  const migrations = readMigrations(file);
  if (!areShopMigrations(migrations)) return 'not-a-backup';
  if (newerMigrations(migrations).length > 0) return 'newer-backup';
  const path = sqlitePath(dataDir);
  if (existsSync(path)) {
    if (isInUse(path)) return 'shop-open';
    if (!replace && holdsOrders(path)) return 'holds-orders';
  }
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    // SQLite does it in one transaction: after a crash the old database is still there.
    await backup(source, await ensureSqliteFile(dataDir));
  } finally {
    source.close();
  }
  const database = await openDatabase({ dataDir });
  // Sessions and calendar feeds that have been ended since the backup would be valid again.
  await endAllSignIns(database.db);
  await database.close();
  return 'restored';
}

/** @throws if it may not be read. */
async function isReadableFile(file: string): Promise<boolean> {
  const opened = await open(file);
  try {
    return (await opened.stat()).isFile();
  } finally {
    await opened.close();
  }
}

/** @returns none if the file is not a complete backup of a shop. */
function readMigrations(file: string): string[] {
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    const [checked] = copy.prepare('pragma integrity_check').all();
    if (checked?.integrity_check !== 'ok' || !hasOrdersTable(copy)) return [];
    // SQLite reads a truncated last page as zeros.
    const expectedSize =
      'select page_count * page_size as bytes from pragma_page_count, pragma_page_size';
    if (copy.prepare(expectedSize).get()?.bytes !== statSync(file).size) return [];
    const rows = copy.prepare('select name from kysely_migration').all();
    return rows.map(({ name }) => String(name));
  } catch {
    // Not an SQLite file: the first query fails.
    return [];
  } finally {
    copy.close();
  }
}

/** An exclusive lock fails while another process has the file open. */
function isInUse(path: string): boolean {
  const shop = new DatabaseSync(path);
  try {
    shop.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    const reason = `${path} is damaged (${describeExternalError(error)}).`;
    throw new OperatorError(`${reason} Move it away, then restore again.`, { cause: error });
  } finally {
    shop.close();
  }
}

function holdsOrders(path: string): boolean {
  const shop = new DatabaseSync(path);
  try {
    return hasOrdersTable(shop) && shop.prepare('select 1 from orders limit 1').get() !== undefined;
  } finally {
    shop.close();
  }
}

function hasOrdersTable(database: DatabaseSync): boolean {
  const table = "select 1 from sqlite_master where type = 'table' and name = 'orders'";
  return database.prepare(table).get() !== undefined;
}
