import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { sqlitePath } from '#server/db/open-sqlite.ts';
import {
  copyOfPostgresTemplate,
  copyOfStockedPostgresTemplate,
  sqliteTemplate,
  stockedSqliteTemplate,
} from './database-templates.ts';
import { type OpenDatabase, openWithContent } from './open-database.ts';
import { emptyPostgresUrl } from './postgres-setup.ts';
import { queryDatabase, readTables } from './query-database.ts';

/** A new database for one test, removed when the test ends. */
export interface TestDatabase {
  where: DatabaseLocation;
  /** Opens another connection, like another server. */
  open(): Promise<OpenDatabase>;
  /** Opens two connections, like two servers. @returns a function that alternates between them by even and odd. */
  openTwo(): Promise<(turn: number) => OpenDatabase>;
  /** Runs SQL without the shop. */
  run(sql: string): Promise<void>;
  /** The contents of all tables as JSON. */
  dump(): Promise<string>;
}

/**
 * For `describe.each(bothDatabases)`, because both must behave alike. A `stocked` database is that of a
 * shop which has started before: it has the cafe's catalogue and prices at the practice Stripe. A `fresh`
 * one is migrated; an `empty` one has no tables.
 */
export const bothDatabases = [
  { name: 'SQLite', stocked: stockedSqlite, fresh: freshSqlite, empty: emptySqlite },
  { name: 'PostgreSQL', stocked: stockedPostgres, fresh: freshPostgres, empty: emptyPostgres },
];

/**
 * Describes it on SQLite each day and on PostgreSQL each night: for what runs the same statements there as tests that run
 * on both each day, and does not depend on how a database orders writes.
 */
export function describeDailyOnSqlite(
  title: string,
  tests: (database: (typeof bothDatabases)[number]) => void,
): void {
  for (const database of bothDatabases) {
    const tags = database.name === 'PostgreSQL' ? ['nightly'] : [];
    describe(`${title} on ${database.name}`, { tags }, () => tests(database));
  }
}

export async function stockedSqlite(): Promise<TestDatabase> {
  return copyOfSqlite(await stockedSqliteTemplate());
}

export async function stockedPostgres(): Promise<TestDatabase> {
  return testDatabase({ databaseUrl: await copyOfStockedPostgresTemplate(), dataDir: 'not used' });
}

export async function freshSqlite(): Promise<TestDatabase> {
  return copyOfSqlite(await sqliteTemplate());
}

export async function emptySqlite(): Promise<TestDatabase> {
  return testDatabase(await newFolder());
}

export async function freshPostgres(): Promise<TestDatabase> {
  return testDatabase({ databaseUrl: await copyOfPostgresTemplate(), dataDir: 'not used' });
}

export async function emptyPostgres(): Promise<TestDatabase> {
  return testDatabase({ databaseUrl: await emptyPostgresUrl(), dataDir: 'not used' });
}

async function copyOfSqlite(template: string): Promise<TestDatabase> {
  const { dataDir } = await newFolder();
  await copyFile(sqlitePath(template), sqlitePath(dataDir));
  return testDatabase({ dataDir });
}

async function newFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-sqlite-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return { dataDir };
}

function testDatabase(where: DatabaseLocation): TestDatabase {
  const open = async () => {
    const database = await openWithContent(where);
    onTestFinished(() => database.close());
    return database;
  };
  const openTwo = async () => {
    const [even, odd] = await Promise.all([open(), open()]);
    return (turn: number) => (turn % 2 === 0 ? even : odd);
  };
  const run = async (sql: string) => void (await queryDatabase(where, sql));
  const dump = async () => JSON.stringify([...(await readTables(where))], null, 1);
  return { where, open, openTwo, run, dump };
}
