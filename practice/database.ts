import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Opens the file a practice service keeps its state in, or a database in memory when there is no directory. */
export function openDatabase(dataDir: string | undefined, fileName: string): DatabaseSync {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const path = dataDir === undefined ? ':memory:' : join(dataDir, fileName);
  const database = new DatabaseSync(path, { timeout: 5_000 });
  // NORMAL outlives a killed process, which is all that practice money asks for.
  database.exec('pragma journal_mode = wal; pragma synchronous = normal');
  return database;
}

/** Runs `work` so that everything it writes is kept, or nothing of it. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}
