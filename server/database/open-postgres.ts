import { Kysely } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { checkSchema, migrate } from './migrate.ts';
import { TranslatingDialect, translateErrors } from './postgres-dialect.ts';
import { prepareStatements } from './prepared-statements.ts';
import type { Tables } from './tables.ts';

const SECOND = 1_000;

/** One database for as many servers as are started. */
export async function openPostgres(databaseUrl: string): Promise<Kysely<Tables>> {
  // On a connection of its own, without a time limit: it may have to wait for another server's.
  const migrating = connect({ connectionString: databaseUrl, max: 1 });
  try {
    await migrate(migrating);
  } finally {
    await migrating.destroy();
  }
  const db = connect({
    connectionString: databaseUrl,
    max: 10,
    statement_timeout: 10 * SECOND,
    // Only for a server that answers nothing at all, as the statement's own limit is kept by the server.
    query_timeout: 12 * SECOND,
    idle_in_transaction_session_timeout: 30 * SECOND,
  });
  // Kysely closes no pool that it has not used yet.
  await checkSchema(db);
  return db;
}

function connect(config: PoolConfig): Kysely<Tables> {
  // Counts come as int8, which `pg` hands over as text, because some do not fit a number. Ours do.
  types.setTypeParser(types.builtins.INT8, Number);

  const pool = new Pool({
    application_name: 'battenberg',
    connectionTimeoutMillis: 5 * SECOND,
    keepAlive: true,
    ...config,
  });
  // A lost connection would end the process if nobody listened. The pool replaces it, and whoever
  // was using it hears of it from the query, so there is nothing left to do.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  prepareStatements(pool);
  translateErrors(pool);
  return new Kysely<Tables>({ dialect: new TranslatingDialect({ pool }) });
}
