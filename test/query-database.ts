import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/database/open-database.ts';

const TABLES_OF_SQLITE = "select name from sqlite_master where type = 'table'";
const TABLES_OF_POSTGRES =
  "select table_name as name from information_schema.tables where table_schema = 'public'";

const Rows = z.array(z.record(z.string(), z.unknown()));
type Rows = z.infer<typeof Rows>;

/** Asks or does something to a shop's database without the shop. */
export async function queryBehindTheBack({ databaseUrl, dataDir }: DatabaseLocation, sql: string) {
  return Rows.parse(await (databaseUrl ? askPostgres(databaseUrl, sql) : askSqlite(dataDir, sql)));
}

/** Everything that stands in any of its tables. */
export async function readTables(where: DatabaseLocation): Promise<Map<string, Rows>> {
  const tables = await queryBehindTheBack(
    where,
    where.databaseUrl ? TABLES_OF_POSTGRES : TABLES_OF_SQLITE,
  );
  const contents = new Map<string, Rows>();
  for (const { name } of tables) {
    contents.set(String(name), await queryBehindTheBack(where, `select * from "${name}"`));
  }
  return contents;
}

function askSqlite(dataDir: string, sql: string): unknown {
  const file = new DatabaseSync(join(dataDir, 'shop.sqlite'));
  try {
    return file
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    file.close();
  }
}

async function askPostgres(connectionString: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
