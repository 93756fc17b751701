import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
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
}

/** The databases that must behave alike: `describe.each(bothDatabases)`. */
export const bothDatabases = [
  { name: 'SQLite', fresh: freshSqlite },
  { name: 'PostgreSQL', fresh: freshPostgres },
];

export async function freshSqlite(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-sqlite-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return place({ dataDir }, async (sql) => {
    const file = new DatabaseSync(join(dataDir, 'shop.sqlite'));
    file.exec(sql);
    file.close();
  });
}

export async function freshPostgres(): Promise<Place> {
  const databaseUrl = await freshPostgresUrl();
  return place({ databaseUrl, dataDir: 'not used' }, async (sql) => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  });
}

function place(where: Where, run: Place['run']): Place {
  const open = async () => {
    const database = await openDatabase(where);
    onTestFinished(() => database.close());
    return database;
  };
  const openTwo = async () => {
    const [even, odd] = await Promise.all([open(), open()]);
    return (turn: number) => (turn % 2 === 0 ? even : odd);
  };
  return { where, open, openTwo, run };
}
