import {
  type AbortableOperationOptions,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import { DatabaseError, type Pool } from 'pg';
import { translateError } from './unavailable.ts';

/** Kysely's PostgreSQL dialect, which throws `DatabaseUnavailable` while there is no working server. */
export class TranslatingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new TranslatingDriver(this.#config);
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

class TranslatingDriver extends PostgresDriver {
  override acquireConnection(options?: AbortableOperationOptions) {
    // No connection within the pool's time limit, for whatever reason, is an unavailable database.
    return super.acquireConnection(options).catch((error) => {
      throw translateError(error, () => true);
    });
  }

  override async rollbackTransaction(connection: Connection) {
    // If it fails, Kysely discards the connection. Its error would hide the one that came first.
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

/**
 * SQLSTATE: connection exception (08), insufficient resources (53), operator intervention (57), system
 * error (58), deadlock or serialization failure (40), lock not available, a session ended by a time
 * limit, a standby that takes no writes, and a database or role that is not there (any more).
 */
const UNAVAILABLE = /^(08|53|57|58|40|55P03|25P0[34]|25006|3D000|28)/;

function isUnavailable(error: Error): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE.test(error.code ?? '');
  // What the server did not say is about the connection, apart from our own mistakes.
  return !(error instanceof TypeError);
}

/**
 * Translates the errors of the pool's queries. Also closes a connection that fails without an error of
 * the server's, as by a timeout: its server may be gone, and the next query would wait as long.
 */
export function translateErrors(pool: Pool): void {
  pool.on('connect', (client) => {
    client.query = new Proxy(client.query, {
      apply(query, self, given) {
        const result: unknown = Reflect.apply(query, self, given);
        if (!(result instanceof Promise)) return result;
        return result.catch((error) => {
          if (!(error instanceof DatabaseError)) client.end().catch(() => {});
          throw translateError(error, isUnavailable);
        });
      },
    });
  });
}
