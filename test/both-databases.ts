import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { type Database, openDatabase, type Where } from '#server/database/open-database.ts';
import { freshPostgresUrl } from './postgres-setup.ts';

/** A new database for one test, gone when the test has finished. */
export interface Place {
  where: Where;
  /** Opens it once more, as another server would. */
  open(): Promise<Database>;
  /** Opens it as two servers would. @returns one of them for an even number, the other for an odd one. */
  openTwo(): Promise<(turn: number) => Database>;
  /** Does something to it behind the shop's back. */
  run(sql: string): Promise<void>;
  /** Everything that stands in any of its tables, table by table, as JSON. */
  dump(): Promise<string>;
}

/** The databases that must behave alike: `describe.each(bothDatabases)`. */
export const bothDatabases = [
  { name: 'SQLite', fresh: freshSqlite },
  { name: 'PostgreSQL', fresh: freshPostgres },
];

export async function freshSqlite(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-sqlite-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return place({ dataDir }, TABLES_OF_SQLITE, async (sql) => {
    const file = new DatabaseSync(join(dataDir, 'shop.sqlite'));
    try {
      return file.prepare(sql).all();
    } finally {
      file.close();
    }
  });
}

export async function freshPostgres(): Promise<Place> {
  const databaseUrl = await freshPostgresUrl();
  return place({ databaseUrl, dataDir: 'not used' }, TABLES_OF_POSTGRES, async (sql) => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  });
}

const TABLES_OF_SQLITE = "select name from sqlite_master where type = 'table'";
const TABLES_OF_POSTGRES =
  "select table_name as name from information_schema.tables where table_schema = 'public'";

function place(
  where: Where,
  tablesQuery: string,
  query: (sql: string) => Promise<unknown[]>,
): Place {
  const open = async () => {
    const database = await openDatabase(where);
    onTestFinished(() => database.close());
    return database;
  };
  const openTwo = async () => {
    const [even, odd] = await Promise.all([open(), open()]);
    return (turn: number) => (turn % 2 === 0 ? even : odd);
  };
  const dump = async () => {
    const tables = z.array(z.object({ name: z.string() })).parse(await query(tablesQuery));
    const contents = tables.map(async ({ name }) => [name, await query(`select * from "${name}"`)]);
    return JSON.stringify(await Promise.all(contents), null, 1);
  };
  const run = async (sql: string) => void (await query(sql));
  return { where, open, openTwo, run, dump };
}
