import { CompiledQuery } from 'kysely';
import type { BotCheckRecords } from '#domain/bot-check.ts';
import type { Ports } from '#domain/ports.ts';
import { createBotCheckRecords } from './bot-check-records.ts';
import { createCalendar } from './calendar.ts';
import { createCatalogue } from './catalogue.ts';
import { createChanges } from './changes.ts';
import { postgresClock, sqliteClock } from './database-clock.ts';
import { checkSchema, type Readiness } from './migrate.ts';
import { openSqlite, sqlitePath } from './open-sqlite.ts';
import { describeExternalError, OperatorError } from './operator-error.ts';
import { createOrders } from './orders.ts';
import { createOutbox } from './outbox.ts';
import { createProblems } from './problems.ts';
import { isEmpty, type Seed, seed } from './seed.ts';
import { openVersionReader } from './sqlite-version.ts';

export interface Database
  extends Pick<Ports, 'catalogue' | 'calendar' | 'changes' | 'orders' | 'outbox' | 'problems'> {
  botCheckRecords: BotCheckRecords;
  /** Makes the catalogue and the calendar what `contents` says; orders stay as they are. */
  seed(contents: Seed): Promise<void>;
  /** Whether there is nothing to sell yet. */
  isEmpty(): Promise<boolean>;
  /** Whether this version can serve on the database's schema. @throws when it cannot be reached. */
  ping(): Promise<Readiness>;
  /** Sends a query in PostgreSQL's words; undefined where the servers share no PostgreSQL. */
  query: ((text: string, values: unknown[]) => Promise<{ rows: unknown[] }>) | undefined;
  close(): Promise<void>;
}

export interface DatabaseLocation {
  /** A PostgreSQL database; without it, the shop keeps an SQLite file in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
}

/**
 * Opens the shop's database, made and brought up to date if need be.
 * @throws {OperatorError} when it cannot be opened, or is a newer version's.
 */
export async function openDatabase({ databaseUrl, dataDir }: DatabaseLocation): Promise<Database> {
  const opening = databaseUrl ? onPostgres(databaseUrl) : onSqlite(dataDir);
  const { db, ofFile } = await opening.catch((error: unknown) => {
    const trouble = describeExternalError(error);
    if (trouble === undefined) throw error;
    throw new OperatorError(`The database cannot be opened: ${trouble}.`, { cause: error });
  });
  const changes = createChanges(db, ofFile?.version);
  const settings = {
    clock: databaseUrl ? postgresClock : sqliteClock,
    isPostgres: databaseUrl !== undefined,
  };
  return {
    catalogue: createCatalogue(db, changes.version),
    calendar: createCalendar(db, changes.version),
    changes,
    orders: createOrders(db, settings),
    outbox: createOutbox(db, settings),
    problems: createProblems(db),
    botCheckRecords: createBotCheckRecords(db),
    seed: (contents) => seed(db, contents),
    isEmpty: () => isEmpty(db),
    ping: () => checkSchema(db),
    query: databaseUrl
      ? (text, values) => db.executeQuery(CompiledQuery.raw(text, values))
      : undefined,
    async close() {
      // First, so that the last to leave the file is one who may write, and tidies it up.
      ofFile?.close();
      await db.destroy();
    },
  };
}

/** Loaded only where it is used: a shop on SQLite starts without the driver, and holds less. */
async function onPostgres(databaseUrl: string) {
  const { openPostgres } = await import('./open-postgres.ts');
  return { db: await openPostgres(databaseUrl), ofFile: undefined };
}

async function onSqlite(dataDir: string) {
  const db = await openSqlite(dataDir);
  return { db, ofFile: openVersionReader(sqlitePath(dataDir)) };
}
