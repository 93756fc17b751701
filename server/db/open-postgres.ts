import { Kysely } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { checkSchema, migrate, POSTGRES_SCHEMA } from './migrate.ts';
import { createPostgresDialect } from './postgres-dialect.ts';
import type { Tables } from './tables.ts';

const SECOND = 1_000;

/** Opens the PostgreSQL database that all servers share. */
export async function openPostgres(databaseUrl: string): Promise<Kysely<Tables>> {
  const db = connect(databaseUrl, {
    max: 10,
    // A restore recognises an open shop by its connections.
    min: 1,
    statement_timeout: 10 * SECOND,
    // Only for a server that does not answer at all: the server keeps the statement's own limit.
    query_timeout: 12 * SECOND,
    idle_in_transaction_session_timeout: 30 * SECOND,
  });
  // Opens a connection. Kysely does not close a pool that was never used.
  const { ready } = await checkSchema(db).catch(() => ({ ready: false }));
  if (ready) return db;
  // A connection without time limits: it may wait for another server's migrations.
  const migrating = connect(databaseUrl, { max: 1 });
  try {
    await migrate(migrating);
  } catch (error) {
    await db.destroy();
    throw error;
  } finally {
    await migrating.destroy();
  }
  return db;
}

function connect(databaseUrl: string, config: PoolConfig): Kysely<Tables> {
  // `pg` returns int8, the type of counts, as text. Ours fit a number.
  types.setTypeParser(types.builtins.INT8, Number);

  const url = new URL(databaseUrl);
  const options = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${options} -c search_path=${POSTGRES_SCHEMA}`);
  const pool = new Pool({
    connectionString: url.href,
    application_name: 'battenberg',
    connectionTimeoutMillis: 5 * SECOND,
    keepAlive: true,
    ...config,
  });
  // Without listeners a lost connection would end the process. The pool replaces it, and its query fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: createPostgresDialect(pool) });
}
