import { Client, escapeIdentifier } from 'pg';

/** Ends all connections to a PostgreSQL database and rejects new ones until `allow` is called. */
export async function refuseConnections(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  const database = escapeIdentifier(name);
  url.pathname = '/postgres';
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`alter database ${database} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  return {
    allow: () => admin.query(`alter database ${database} allow_connections true`),
    close: () => admin.end(),
  };
}
