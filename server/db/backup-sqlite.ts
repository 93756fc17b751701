import { existsSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { type BackupResult, type RestoreResult, writeBackup } from './backup-file.ts';
import { describeExternalError, OperatorError } from './database-errors.ts';
import { areShopMigrations, newerMigrations } from './migrate.ts';
import { ensureSqliteFile, sqlitePath } from './open-sqlite.ts';
import { isBusy } from './sqlite-dialect.ts';

/** All pages in one step. With smaller steps, each write of the shop restarts the backup. */
const ALL_PAGES = { rate: 2 ** 31 - 1 };

export async function backUpSqlite(dataDir: string, file: string): Promise<BackupResult> {
  const shop = new DatabaseSync(sqlitePath(dataDir));
  try {
    return await writeBackup(file, async (unfinished) => {
      await backup(shop, unfinished, ALL_PAGES);
      removeJournal(unfinished);
    });
  } finally {
    shop.close();
  }
}

/** A backup is one file, without the journals beside it. */
function removeJournal(file: string): void {
  const copy = new DatabaseSync(file);
  copy.exec('pragma journal_mode = delete');
  copy.close();
}

export async function restoreSqlite(
  dataDir: string,
  file: string,
  replace: boolean,
): Promise<RestoreResult> {
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
    await backup(source, await ensureSqliteFile(dataDir), ALL_PAGES);
  } finally {
    source.close();
  }
  return 'restored';
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
