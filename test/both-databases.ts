import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '#server/database/open-database.ts';
import { sqlitePath } from '#server/database/open-sqlite.ts';
import { copyOfPostgresTemplate, sqliteTemplate } from './database-templates.ts';
import { emptyPostgresUrl } from './postgres-setup.ts';
import { queryBehindTheBack, readTables } from './query-database.ts';

/** A new database for one test, gone when the test has finished. */
export interface Place {
  where: DatabaseLocation;
  /** Opens it once more, as another server would. */
  open(): Promise<Database>;
  /** Opens it as two servers would. @returns one of them for an even number, the other for an odd one. */
  openTwo(): Promise<(turn: number) => Database>;
  /** Does something to it behind the shop's back. */
  run(sql: string): Promise<void>;
  /** Everything that stands in any of its tables, table by table, as JSON. */
  dump(): Promise<string>;
}

/**
 * The databases that must behave alike: `describe.each(bothDatabases)`. A `fresh` one is migrated and
 * has the keys of the bot check; an `empty` one has no tables.
 */
export const bothDatabases = [
  { name: 'SQLite', fresh: freshSqlite, empty: emptySqlite },
  { name: 'PostgreSQL', fresh: freshPostgres, empty: emptyPostgres },
];

export async function freshSqlite(): Promise<Place> {
  const [template, { dataDir }] = await Promise.all([sqliteTemplate(), newFolder()]);
  await copyFile(sqlitePath(template), sqlitePath(dataDir));
  return place({ dataDir });
}

export async function emptySqlite(): Promise<Place> {
  return place(await newFolder());
}

export async function freshPostgres(): Promise<Place> {
  return place({ databaseUrl: await copyOfPostgresTemplate(), dataDir: 'not used' });
}

export async function emptyPostgres(): Promise<Place> {
  return place({ databaseUrl: await emptyPostgresUrl(), dataDir: 'not used' });
}

async function newFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-sqlite-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return { dataDir };
}

function place(where: DatabaseLocation): Place {
  const open = async () => {
    const database = await openDatabase(where);
    onTestFinished(() => database.close());
    return database;
  };
  const openTwo = async () => {
    const [even, odd] = await Promise.all([open(), open()]);
    return (turn: number) => (turn % 2 === 0 ? even : odd);
  };
  const run = async (sql: string) => void (await queryBehindTheBack(where, sql));
  const dump = async () => JSON.stringify([...(await readTables(where))], null, 1);
  return { where, open, openTwo, run, dump };
}
