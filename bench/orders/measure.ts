import * as z from 'zod';
import { freePorts } from '../../harness/free-ports.ts';
import { startRunningShop } from '../../harness/running-shop.ts';
import { readFreshOrder } from '../fresh-order.ts';
import { percentile } from '../percentile.ts';
import { lettersMissing } from './letters.ts';
import { type Load, load } from './load.ts';
import type { MeasuredDatabase } from './measured-database.ts';
import { openTokens } from './tokens.ts';

/** What one number of shoppers came to on one database. */
export interface Round {
  database: string;
  shoppers: number;
  orders: number;
  /** How many of those paid the cafe was not told of. */
  lettersMissing: number;
  ordersPerSecond: number;
  /** From sending the order to reading that it is paid. */
  p50: number;
  p99: number;
  /** Of one order. */
  shopMs: number;
  databaseMs: number;
  writes: number;
  statements: number;
  reads: number;
  /** The same database with nothing else to do, right before and after. */
  bareCommitsPerSecond: number;
  /** How much of an order's time passes while the shop does not wait for its database. */
  outsideDatabase: number;
}

export interface Seconds {
  /** Once, with as many shoppers as there will be: code that has just been loaded is slow. */
  warmUp: number;
  /** Before each number of shoppers. */
  settle: number;
  bare: number;
  measured: number;
}

const SHOP_PRACTICE_AND_WATCH = 5;
const WATCH = 4;
const Counted = z.object({
  databaseMs: z.number(),
  statements: z.number(),
  processorMs: z.number(),
});

export async function measureDatabase(
  database: MeasuredDatabase,
  shoppers: number[],
  seconds: Seconds,
): Promise<Round[]> {
  const port = await freePorts(SHOP_PRACTICE_AND_WATCH, 53_000);
  const settings = {
    DATA_DIR: database.where.dataDir,
    DATABASE_URL: database.where.databaseUrl ?? '',
    WATCH_PORT: String(port + WATCH),
    // As it runs by default: what it writes down of each request is part of its work.
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    EMAIL_THROTTLE_SECONDS: '0',
  };
  const watch = ['--import', './bench/orders/watch-database.ts'];
  const shop = await startRunningShop(port, settings, watch);
  try {
    const order = await readFreshOrder(shop.origin);
    const nextToken = await openTokens(shop.origin, database.where);
    const run = (shoppers: number, seconds: number) =>
      load({ shoppers, seconds, origin: shop.origin, order, nextToken });
    await run(Math.max(...shoppers), seconds.warmUp);
    const rounds: Round[] = [];
    for (const many of shoppers) {
      await run(many, seconds.settle);
      const bareBefore = await database.bareCommits(many, seconds.bare / 2);
      const before = await count(database, port);
      const loaded = await run(many, seconds.measured);
      const after = await count(database, port);
      const bareAfter = await database.bareCommits(many, seconds.bare / 2);
      rounds.push({
        database: database.name,
        shoppers: many,
        bareCommitsPerSecond: (bareBefore + bareAfter) / 2,
        lettersMissing: lettersMissing(
          database.where.dataDir,
          loaded.bought.map(({ id }) => id),
        ),
        ...figures(loaded, before, after),
      });
    }
    return rounds;
  } finally {
    await shop.stop();
  }
}

type Counts = Awaited<ReturnType<typeof count>>;

async function count(database: MeasuredDatabase, port: number) {
  const answer = await fetch(`http://127.0.0.1:${port + WATCH}`);
  const shop = Counted.parse(await answer.json());
  return { shop, databaseMs: database.processorMs(), writes: await database.writes() };
}

function figures({ bought, seconds }: Load, before: Counts, after: Counts) {
  const orders = bought.length;
  const waits = bought.map(({ milliseconds }) => milliseconds);
  const waited = waits.reduce((sum, each) => sum + each, 0);
  return {
    orders,
    ordersPerSecond: orders / seconds,
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
    shopMs: (after.shop.processorMs - before.shop.processorMs) / orders,
    databaseMs: (after.databaseMs - before.databaseMs) / orders,
    writes: (after.writes - before.writes) / orders,
    statements: (after.shop.statements - before.shop.statements) / orders,
    reads: bought.reduce((sum, { reads }) => sum + reads, 0) / orders,
    outsideDatabase: 1 - (after.shop.databaseMs - before.shop.databaseMs) / waited,
  };
}
