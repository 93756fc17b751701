import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { migrate } from './migrate.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

/** One shop on one machine: a file, and nothing to install. Other processes may open it too. */
export async function openSqlite(dataDir: string): Promise<Kysely<Tables>> {
  const path = await ensureSqliteFile(dataDir);
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(file) });
  try {
    await sql`pragma journal_mode = wal`.execute(db);
    // The default of WAL, NORMAL, loses orders already answered for when the power fails.
    await sql`pragma synchronous = full`.execute(db);
    // What is removed is overwritten, not only marked as free: a name that is gone is gone.
    await sql`pragma secure_delete = on`.execute(db);
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Sees to it that the file is there, be it empty. @returns its path. */
export async function ensureSqliteFile(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = sqlitePath(dataDir);
  // SQLite would let everybody on the machine read it; its journals copy the file's mode.
  await writeFile(path, '', { flag: 'a', mode: 0o600 });
  return path;
}

export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'shop.sqlite');
}
