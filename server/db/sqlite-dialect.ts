import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { translateError } from './database-errors.ts';

/** Kysely's SQLite dialect over `node:sqlite` instead of better-sqlite3. */
export function nodeSqliteDialect(file: DatabaseSync): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(file),
    createQueryCompiler: () => new CompilerWithoutRowLocks(),
    createAdapter: () => new TransactionalDdlAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

const ROW_LOCKS = ['ForUpdate', 'ForNoKeyUpdate', 'SkipLocked'];

/** SQLite has no locks of rows: a transaction that writes locks the file. */
class CompilerWithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode) {
    if (!ROW_LOCKS.includes(node.modifier ?? '')) super.visitSelectModifier(node);
  }
}

/** Kysely then migrates in a transaction: a failed migration leaves nothing behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    super({ database: betterSqlite3Shape(file) });
    this.#file = file;
  }

  override async acquireConnection() {
    return new RetryingConnection(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings) {
    // After a plain `begin`, a read and then a write fail at once if another process wrote in between.
    // Writers therefore take the lock first.
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    // SQLite may have rolled back by itself, as on a full disk. A second error would hide the first.
    if (!this.#file.isOpen || !this.#file.isTransaction) return;
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

const BUSY = 5;
const BUSY_TIMEOUT = 5_000;
const RETRY_DELAY = 5;

/**
 * Retries while another connection writes. SQLite's own busy timeout would block the event loop, because
 * `node:sqlite` is synchronous, and deadlock if this process is the writer.
 */
class RetryingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = performance.now() + BUSY_TIMEOUT;
    for (;;) {
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline)
          throw translateError(error, isUnavailable);
        await delay(RETRY_DELAY);
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/**
 * https://sqlite.org/rescode.html: busy, locked, out of memory, read-only, I/O error, corrupt, disk full,
 * cannot open, not a database.
 */
const UNAVAILABLE = [BUSY, 6, 7, 8, 10, 11, 13, 14, 26];

/** Whether the file cannot be used at the moment. */
export function isUnavailable(error: unknown): boolean {
  const code = resultCode(error);
  if (code !== undefined) return UNAVAILABLE.includes(code);
  // "database is not open": the server is shutting down.
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  // The low byte is the primary result code.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** The queries of an order are fewer; but each length of a list makes another one, as do migrations. */
const MAX_PREPARED = 200;

function betterSqlite3Shape(file: DatabaseSync): SqliteDatabase {
  const prepared = new LRUCache<string, SqliteStatement>({ max: MAX_PREPARED });
  return {
    close: () => file.close(),
    prepare(sql) {
      // Preparing takes longer than running, and its memory is only freed by a full garbage collection.
      const statement = prepared.get(sql) ?? prepare(file, sql);
      prepared.set(sql, statement);
      return statement;
    },
  };
}

function prepare(file: DatabaseSync, sql: string): SqliteStatement {
  const statement = file.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(bindable)),
    run: (parameters) => statement.run(...parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
  };
}

/** `node:sqlite` takes any object, even a `Date`, for named parameters and silently stores NULL. */
function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A column takes text, a number, bytes or null, not a ${typeof value}.`);
}
