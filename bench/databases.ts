import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { startPostgres } from '../test/postgres.ts';
import { queryDatabase } from '../test/query-database.ts';

export const DATABASES = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseName = (typeof DATABASES)[number];

export interface EmptyDatabase {
  /** The folder is the shop's `DATA_DIR` with either. */
  where: DatabaseLocation;
  /** The process of PostgreSQL that starts the others; SQLite runs in the shop. */
  postgresPid?: number;
}

const POSTMASTER = "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid";
const Postmaster = z.tuple([z.object({ pid: z.coerce.number() })]);

/** Creates an empty database that syncs to disk as in production, and removes it after `use`. */
export async function withDatabase<Result>(
  name: DatabaseName,
  use: (database: EmptyDatabase) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-bench-'));
  try {
    if (name === 'SQLite') return await use({ where: { dataDir } });
    const postgres = await startPostgres({ durable: true });
    try {
      const where = { dataDir, databaseUrl: await postgres.url('bench') };
      const [{ pid }] = Postmaster.parse(await queryDatabase(where, POSTMASTER));
      return await use({ where, postgresPid: pid });
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** The settings of a shop on this database. */
export function settingsOf({ dataDir, databaseUrl = '' }: DatabaseLocation) {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
}
