import { existsSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import type { BackupResult, RestoreResult } from './backup.ts';
import { areShopMigrations, newerMigrations } from './migrate.ts';
import { writeNewFile } from './new-file.ts';
import { ensureSqliteFile, sqlitePath } from './open-sqlite.ts';
import { describeExternalError, OperatorError } from './operator-error.ts';
import { isBusy } from './sqlite-dialect.ts';

/** All pages in one go, from one moment: in smaller steps a busy shop would make it begin again and again. */
const WHOLE = { rate: 2 ** 31 - 1 };

export async function backUpSqlite(dataDir: string, file: string): Promise<BackupResult> {
  const path = sqlitePath(dataDir);
  if (!existsSync(path)) return 'no-shop';
  const shop = new DatabaseSync(path);
  try {
    const isNew = await writeNewFile(file, async (unfinished) => {
      await backup(shop, unfinished, WHOLE);
      makeOneFile(unfinished);
    });
    return isNew ? 'backed-up' : 'file-exists';
  } finally {
    shop.close();
  }
}

/** Without the journals that the shop's own file has beside it: what is copied elsewhere is whole. */
function makeOneFile(file: string): void {
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
    // A transaction of SQLite's: a crash in the middle leaves what was there before.
    await backup(source, await ensureSqliteFile(dataDir), WHOLE);
  } finally {
    source.close();
  }
  return 'restored';
}

/** @returns none where the file is not a whole backup of a shop. */
function readMigrations(file: string): string[] {
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    const [checked] = copy.prepare('pragma integrity_check').all();
    if (checked?.integrity_check !== 'ok' || !hasOrdersTable(copy)) return [];
    // SQLite takes the end of a page that was cut off for zeros.
    const whole = 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size';
    if (copy.prepare(whole).get()?.bytes !== statSync(file).size) return [];
    const rows = copy.prepare('select name from kysely_migration').all();
    return rows.map(({ name }) => String(name));
  } catch {
    // Some other file: SQLite says so at the first question.
    return [];
  } finally {
    copy.close();
  }
}

/** While another process has the file open, nobody can have it alone. */
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
