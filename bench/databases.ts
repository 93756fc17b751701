import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { startPostgres } from '../test/postgres.ts';

export const DATABASES = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseName = (typeof DATABASES)[number];

export interface BenchDatabases {
  /** Creates an empty database. The folder is the shop's `DATA_DIR` with either. */
  fresh(name: DatabaseName): Promise<DatabaseLocation>;
  stop(): Promise<void>;
}

/**
 * Databases for one benchmark. PostgreSQL runs with `fsync=off`: fine for costs that grow with the
 * data, but not for the cost of a commit.
 */
export async function openBenchDatabases(): Promise<BenchDatabases> {
  const postgres = await startPostgres();
  const folders: string[] = [];
  return {
    async fresh(name) {
      const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-bench-'));
      folders.push(dataDir);
      return name === 'SQLite'
        ? { dataDir }
        : { dataDir, databaseUrl: await postgres.url('bench') };
    },
    async stop() {
      await postgres.stop();
      for (const folder of folders) await rm(folder, { recursive: true });
    },
  };
}
