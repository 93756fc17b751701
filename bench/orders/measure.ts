import * as z from 'zod';
import { freePorts } from '../../harness/free-ports.ts';
import { startRunningShop } from '../../harness/running-shop.ts';
import { tokenByWork } from '../../test/bot-check-tokens.ts';
import { percentile } from '../benchmark.ts';
import type { DatabaseName } from '../databases.ts';
import { emailsMissing } from '../emails.ts';
import { buy, fetchText, type PaidOrder, readFreshOrder, visitorAddress } from '../shopper.ts';
import { residentMegabytes } from '../start-shop.ts';
import { openTokens } from '../tokens.ts';
import type { MeasuredDatabase } from './measured-databases.ts';

/** The figures of one number of shoppers on one database. CPU times are those of one order. */
export interface Round {
  database: DatabaseName;
  shoppers: number;
  orders: number;
  emailsMissing: number;
  ordersPerSecond: number;
  /** From sending the order to reading that it is paid. */
  p50: number;
  p99: number;
  shopMs: number;
  databaseMs: number;
  commits: number;
  statements: number;
  reads: number;
  bareCommitsPerSecond: number;
  bareCommitMs: number;
  /** The part of an order's time in which no query runs or waits for a connection. */
  outsideDatabase: number;
}

export interface DatabaseRun {
  database: DatabaseName;
  rounds: Round[];
  /** The server's CPU time of a bot-check token. */
  tokenMs: number;
  memory: { megabytes: number; orders: number };
}

interface RunSettings {
  shoppers: number[];
  seconds: number;
  tokens: number;
  memory: { shoppers: number; seconds: number };
}

/** Code runs slowly until V8 has compiled it. */
const WARM_UP_SECONDS = 10;
const SETTLE_SECONDS = 1;
const BARE_SECONDS = 1;
const PORTS = 5;
const WATCH_PORT = 4;

const Counters = z.object({
  databaseMs: z.number(),
  statements: z.number(),
  processorMs: z.number(),
});

export async function measureDatabase(
  database: MeasuredDatabase,
  { shoppers, seconds, tokens, memory }: RunSettings,
): Promise<DatabaseRun> {
  const port = await freePorts(PORTS, 53_000);
  const settings = {
    DATA_DIR: database.where.dataDir,
    DATABASE_URL: database.where.databaseUrl ?? '',
    WATCH_PORT: String(port + WATCH_PORT),
    // The default: logging a request is part of its cost.
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: '127.0.0.1,::1',
  };
  const watch = ['--import', './bench/orders/watch-database.ts'];
  const shop = await startRunningShop(port, settings, watch);
  try {
    const order = await readFreshOrder(shop.origin);
    const nextToken = await openTokens(shop.origin, database.where);
    const run = (many: number, runSeconds: number) =>
      load({
        shoppers: many,
        seconds: runSeconds,
        origin: shop.origin,
        nextOrder: () => order,
        nextToken,
      });
    const count = async () => ({
      shop: await readCounters(port),
      databaseMs: database.processorMs(),
      commits: await database.commits(),
    });
    await run(Math.max(...shoppers), Math.min(WARM_UP_SECONDS, 2 * seconds));
    const rounds: Round[] = [];
    for (const many of shoppers) {
      await run(many, SETTLE_SECONDS);
      const bareBefore = await measureBare(database, many);
      const before = await count();
      const { paid, seconds: took } = await run(many, seconds);
      const after = await count();
      const bareAfter = await measureBare(database, many);
      const total = paid.length;
      const waits = paid.map(({ milliseconds }) => milliseconds);
      const waited = waits.reduce((sum, each) => sum + each, 0);
      rounds.push({
        database: database.name,
        shoppers: many,
        orders: total,
        emailsMissing: emailsMissing(
          database.where.dataDir,
          paid.map(({ id }) => id),
        ),
        ordersPerSecond: total / took,
        p50: percentile(waits, 0.5),
        p99: percentile(waits, 0.99),
        shopMs: (after.shop.processorMs - before.shop.processorMs) / total,
        databaseMs: (after.databaseMs - before.databaseMs) / total,
        commits: (after.commits - before.commits) / total,
        statements: (after.shop.statements - before.shop.statements) / total,
        reads: paid.reduce((sum, { reads }) => sum + reads, 0) / total,
        bareCommitsPerSecond: (bareBefore.perSecond + bareAfter.perSecond) / 2,
        bareCommitMs: (bareBefore.milliseconds + bareAfter.milliseconds) / 2,
        outsideDatabase: 1 - (after.shop.databaseMs - before.shop.databaseMs) / waited,
      });
    }
    const tokenMs = await measureToken(shop.origin, port, tokens);
    const { paid } = await run(memory.shoppers, memory.seconds);
    return {
      database: database.name,
      rounds,
      tokenMs,
      memory: { megabytes: residentMegabytes(shop.pid), orders: paid.length },
    };
  } finally {
    await shop.stop();
  }
}

interface LoadSettings {
  shoppers: number;
  seconds: number;
  origin: string;
  nextOrder(): string;
  nextToken(): Promise<string>;
}

/** Of all loads, so that each visitor has an own address. */
let visitors = 0;

/** Each shopper orders again as soon as the last order is paid. */
export async function load({ shoppers, seconds, nextOrder, nextToken, origin }: LoadSettings) {
  const paid: PaidOrder[] = [];
  const began = performance.now();

  async function shopUntilEnd(): Promise<void> {
    while (performance.now() - began < seconds * 1_000) {
      visitors += 1;
      const address = visitorAddress(visitors);
      const token = await nextToken();
      paid.push(await buy({ fetchText, origin, order: nextOrder(), token, address }));
    }
  }

  await Promise.all(Array.from({ length: shoppers }, shopUntilEnd));
  return { seconds: (performance.now() - began) / 1_000, paid };
}

/** The CPU of a bare commit is that of this process and of the database. */
async function measureBare(database: MeasuredDatabase, clients: number) {
  const cpuBefore = process.cpuUsage();
  const databaseBefore = database.processorMs();
  const commits = await database.commitBare(clients, BARE_SECONDS);
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = (user + system) / 1_000 + database.processorMs() - databaseBefore;
  return { perSecond: commits / BARE_SECONDS, milliseconds: cpuMs / commits };
}

/** The proof of work itself runs in this process, as it does in a browser. */
async function measureToken(origin: string, port: number, tokens: number): Promise<number> {
  const before = await readCounters(port);
  for (let done = 0; done < tokens; done += 1) await tokenByWork(origin);
  const after = await readCounters(port);
  return (after.processorMs - before.processorMs) / tokens;
}

async function readCounters(port: number) {
  const response = await fetch(`http://127.0.0.1:${port + WATCH_PORT}`);
  return Counters.parse(await response.json());
}
