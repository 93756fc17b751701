import {
  type AbortableOperationOptions,
  type Dialect,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import { type Client, DatabaseError, type Pool } from 'pg';
import { translateError } from './database-errors.ts';

/**
 * Kysely's PostgreSQL dialect with prepared statements. Throws `DatabaseUnavailable` if there is no
 * working server.
 */
export function createPostgresDialect(pool: Pool): Dialect {
  const statementName = createStatementNames();
  pool.on('connect', (client) => {
    client.query = new Proxy(client.query, {
      apply(query, self, given) {
        const [text, values] = given;
        // Without values it is a command such as `begin`.
        const isPreparable = typeof text === 'string' && Array.isArray(values) && values.length > 0;
        const name = isPreparable ? statementName(text) : undefined;
        const prepared = name === undefined ? given : [{ name, text, values }];
        const result: unknown = Reflect.apply(query, self, prepared);
        return result instanceof Promise ? result.catch((error) => rethrow(error, client)) : result;
      },
    });
  });
  return new TranslatingDialect({ pool });
}

/** There are fewer queries; but each length of a list makes another one. */
const MAX_PREPARED = 200;

/**
 * Names the queries that PostgreSQL prepares once per connection. Queries with `*` are not prepared:
 * their columns may change when a server migrates.
 */
function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || text.includes('*') || names.size === MAX_PREPARED) return known;
    const name = `battenberg-${names.size}`;
    names.set(text, name);
    return name;
  };
}

function rethrow(error: unknown, client: Client): never {
  if (error instanceof DatabaseError) {
    // It quotes the row that a constraint rejects, and errors are logged.
    error.detail = undefined;
  } else {
    // An error that the server did not send, such as a timeout: it may be gone, and the next query on the
    // connection would wait as long.
    client.end().catch(() => {});
  }
  throw translateError(error, isUnavailable);
}

/**
 * SQLSTATE: connection exception (08), insufficient resources (53), operator intervention (57), system
 * error (58), deadlock or serialization failure (40), lock not available, a session ended by a time
 * limit, a standby without writes, a missing database or role.
 */
const UNAVAILABLE = /^(08|53|57|58|40|55P03|25P0[34]|25006|3D000|28)/;

function isUnavailable(error: Error): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE.test(error.code ?? '');
  // All other errors are about the connection, except our own bugs.
  return !(error instanceof TypeError);
}

class TranslatingDialect extends PostgresDialect {
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
    // Whatever the reason, there is no connection within the pool's time limit.
    return super.acquireConnection(options).catch((error) => {
      throw translateError(error, () => true);
    });
  }

  override async rollbackTransaction(connection: Connection) {
    // Kysely discards the connection if this fails. The error would hide the original one.
    await super.rollbackTransaction(connection).catch(() => {});
  }
}
