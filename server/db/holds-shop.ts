import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { POSTGRES_SCHEMA } from './migrate.ts';
import type { DatabaseLocation } from './open-database.ts';
import { sqlitePath } from './open-sqlite.ts';

/** Whether a shop has started there. Creates nothing. @throws if PostgreSQL cannot be reached. */
export async function holdsShop({ databaseUrl, dataDir }: DatabaseLocation): Promise<boolean> {
  if (!databaseUrl) return existsSync(sqlitePath(dataDir));
  const client = new Client({ connectionString: databaseUrl });
  // After a lost connection the query fails.
  client.on('error', () => {});
  await client.connect();
  try {
    const named = 'select 1 from pg_namespace where nspname = $1';
    return (await client.query(named, [POSTGRES_SCHEMA])).rows.length > 0;
  } finally {
    await client.end();
  }
}
