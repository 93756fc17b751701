import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { translateError } from './unavailable.ts';

/** Kysely's SQLite dialect over `node:sqlite` instead of better-sqlite3. */
export function nodeSqliteDialect(file: DatabaseSync): Dialect {
  return {
    createDriver: () => new PatientDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalDdlAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Without it the migrator runs outside a transaction: a failed migration would leave half its tables. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class PatientDriver extends SqliteDriver {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    super({ database: betterSqlite3Shape(file) });
    this.#file = file;
  }

  override async acquireConnection() {
    return new PatientConnection(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings) {
    // A plain `begin` that reads and then writes fails at once when another process has written
    // in between, whatever the timeout: writers take their turn at the start.
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    // A full disk, for one, makes SQLite roll back by itself. A second error would hide the first.
    if (!this.#file.isOpen || !this.#file.isTransaction) return;
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

const BUSY = 5;
const BUSY_TIMEOUT = 5_000;
const BUSY_PAUSE = 5;

/**
 * Waits while another connection writes. SQLite's own busy timeout would stop the whole server while
 * it waits, because `node:sqlite` is synchronous, and in vain if this very process is the writer.
 */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const giveUpAt = performance.now() + BUSY_TIMEOUT;
    for (;;) {
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt)
          throw translateError(error, isUnavailable);
        await pause(BUSY_PAUSE);
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

/** Whether the file cannot be used just now, which no caller can help. */
export function isUnavailable(error: unknown): boolean {
  const code = resultCode(error);
  if (code !== undefined) return UNAVAILABLE.includes(code);
  // "database is not open": the server closes.
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  // The low byte is the kind of error; the others say more about it.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** More than there are queries; of those that come with lists there is one for each length. */
const MOST_PREPARED = 200;

function betterSqlite3Shape(file: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare(sql) {
      // To prepare one takes longer than to run it.
      const statement = prepared.get(sql) ?? prepare(file, sql);
      if (prepared.size < MOST_PREPARED) prepared.set(sql, statement);
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

/** `node:sqlite` takes an object, a `Date` even, as named parameters and stores NULL without a word. */
function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`A column takes text, a number or null, not a ${typeof value}.`);
}
