import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/db/open-database.ts';

const TABLES_OF_SQLITE = "select name from sqlite_master where type = 'table'";
const TABLES_OF_POSTGRES =
  "select table_name as name from information_schema.tables where table_schema = 'battenberg'";

/** As long as a busy machine may need to end a transaction of the shop. */
const BUSY_MS = 60_000;

const Rows = z.array(z.record(z.string(), z.unknown()));
type Rows = z.infer<typeof Rows>;

/** Runs SQL on a shop's database without the shop. */
export async function queryDatabase({ databaseUrl, dataDir }: DatabaseLocation, sql: string) {
  return Rows.parse(
    await (databaseUrl ? queryPostgres(databaseUrl, sql) : querySqlite(dataDir, sql)),
  );
}

/** Reads the rows of all tables. */
export async function readTables(where: DatabaseLocation): Promise<Map<string, Rows>> {
  const tables = await queryDatabase(
    where,
    where.databaseUrl ? TABLES_OF_POSTGRES : TABLES_OF_SQLITE,
  );
  const contents = new Map<string, Rows>();
  for (const { name } of tables) {
    contents.set(String(name), await queryDatabase(where, `select * from "${name}"`));
  }
  return contents;
}

function querySqlite(dataDir: string, sql: string): unknown {
  // The shop may be writing.
  const file = new DatabaseSync(join(dataDir, 'shop.sqlite'), { timeout: BUSY_MS });
  try {
    return file
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    file.close();
  }
}

async function queryPostgres(connectionString: string, sql: string): Promise<unknown> {
  const client = new Client({
    connectionString,
    options: '-c search_path=battenberg,public',
  });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
