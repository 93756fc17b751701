import { CompiledQuery } from 'kysely';
import type { BotCheckRecords } from '#domain/bot-check/records.ts';
import type { Ports } from '#domain/ports.ts';
import { createBotCheckRecords } from './bot-check-records.ts';
import { createCalendar } from './calendar.ts';
import { createCatalogue } from './catalogue.ts';
import { createChanges } from './changes.ts';
import { checkMigrated } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite, sqlitePath } from './open-sqlite.ts';
import { createOrders } from './orders.ts';
import { createOutbox } from './outbox.ts';
import { createPaymentEvents } from './payment-events.ts';
import { isEmpty, type Seed, seed } from './seed.ts';
import { openVersionReader } from './sqlite-version.ts';

export interface Database
  extends Pick<
    Ports,
    'catalogue' | 'calendar' | 'changes' | 'orders' | 'outbox' | 'paymentEvents'
  > {
  botCheckRecords: BotCheckRecords;
  /** Makes the catalogue and the calendar what `contents` says; orders stay as they are. */
  seed(contents: Seed): Promise<void>;
  /** Whether there is nothing to sell yet. */
  isEmpty(): Promise<boolean>;
  /** @throws when the database cannot be reached or its migrations have not been applied. */
  ping(): Promise<void>;
  /** Sends a query in PostgreSQL's words; undefined where the servers share no PostgreSQL. */
  query: ((text: string, values: unknown[]) => Promise<{ rows: unknown[] }>) | undefined;
  close(): Promise<void>;
}

export interface Where {
  /** A PostgreSQL database; without it, the shop keeps an SQLite file in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
}

/** Opens the shop's database, made and brought up to date if need be. */
export async function openDatabase({ databaseUrl, dataDir }: Where): Promise<Database> {
  const db = databaseUrl ? await openPostgres(databaseUrl) : await openSqlite(dataDir);
  const ofFile = databaseUrl ? undefined : openVersionReader(sqlitePath(dataDir));
  return {
    catalogue: createCatalogue(db),
    calendar: createCalendar(db),
    changes: createChanges(db, ofFile?.version),
    orders: createOrders(db),
    outbox: createOutbox(db),
    paymentEvents: createPaymentEvents(db),
    botCheckRecords: createBotCheckRecords(db),
    seed: (contents) => seed(db, contents),
    isEmpty: () => isEmpty(db),
    ping: () => checkMigrated(db),
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
