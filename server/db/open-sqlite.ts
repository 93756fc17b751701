import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { translateError } from './database-errors.ts';
import { checkSchema, migrate } from './migrate.ts';
import { isUnavailable, nodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

/** Opens the shop's SQLite file. Several processes may have it open. */
export async function openSqlite(dataDir: string): Promise<Kysely<Tables>> {
  const path = await ensureSqliteFile(dataDir);
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(file) });
  try {
    await sql`pragma journal_mode = wal`.execute(db);
    // NORMAL, the default, loses committed orders in a power failure.
    await sql`pragma synchronous = full`.execute(db);
    // Overwrites deleted content, so that removed names are not left in the file.
    await sql`pragma secure_delete = on`.execute(db);
    const { ready } = await checkSchema(db).catch(() => ({ ready: false }));
    if (!ready) await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Reads the version of all content in two microseconds, on a connection of its own: the shop's connection
 * may be inside a transaction, which sees an older state or its own uncommitted one. Here each read
 * sees all that any process has committed.
 */
export function openVersionReader(path: string) {
  const file = new DatabaseSync(path, { readOnly: true });
  const statement = file.prepare('select version from content_version');

  return {
    version(): number {
      try {
        const version = statement.get()?.version;
        if (typeof version === 'number') return version;
      } catch (error) {
        throw translateError(error, isUnavailable);
      }
      throw new Error('The content has no version.');
    },
    close: () => file.close(),
  };
}

/** Creates an empty file if there is none. @returns its path. */
export async function ensureSqliteFile(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = sqlitePath(dataDir);
  // By default other users could read it. SQLite's journals copy the file's mode.
  await writeFile(path, '', { flag: 'a', mode: 0o600 });
  return path;
}

export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'shop.sqlite');
}
