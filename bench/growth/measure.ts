import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as demo from '#cafe/catalogue.ts';
import { CAKES_A_PAGE } from '#domain/catalogue/pages.ts';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { endProcess } from '../../harness/child-process.ts';
import { freePorts } from '../../harness/free-ports.ts';
import { startPractice } from '../../harness/practice-services.ts';
import { setPractice } from '../../test/e2e/shop-fixture.ts';
import {
  type BenchDatabases,
  DATABASES,
  type DatabaseName,
  openBenchDatabases,
} from '../databases.ts';
import { percentile } from '../percentile.ts';
import { type StartedShop, shopVariables, startShop } from '../start-shop.ts';
import type { Full } from './fill.ts';
import { JOBS, timeJobs } from './jobs.ts';
import { explain, type Plan } from './plans.ts';
import { type OfBoth, prepare, SIZES, type Size } from './prepare.ts';
import { timePurchases } from './purchases.ts';
import { PAGE_NAMES, type Samples, timePages } from './visits.ts';

const STARTS = 5;
const SHOPS_AND_SERVICES = 6;

/** What one database came to. */
export interface Grown {
  name: DatabaseName;
  /** What a visitor waits for, then what the jobs do; milliseconds. */
  waits: Map<string, OfBoth<Samples>>;
  jobs: Map<string, OfBoth<Samples>>;
  startMilliseconds: OfBoth<number>;
  /** After all the visits and purchases. */
  megabytes: OfBoth<number>;
  plans: Plan[];
}

interface Counts {
  visits: number;
  purchases: number;
}

export async function measureGrowth(full: Full, counts: Counts): Promise<Grown[]> {
  const databases = await openBenchDatabases();
  const servicesData = await mkdtemp(join(tmpdir(), 'battenberg-services-'));
  const port = await freePorts(SHOPS_AND_SERVICES, 14_000);
  const services = await startPractice(port, { PATH: process.env.PATH, DATA_DIR: servicesData });
  try {
    // The shops stand elsewhere than the practice Stripe would tell them.
    const quiet = { webhooks: 'never', api: 'normal' };
    await setPractice(`http://127.0.0.1:${port + 1}`, quiet);
    const grown: Grown[] = [];
    for (const name of DATABASES) grown.push(await grow({ databases, name, port, full, counts }));
    return grown;
  } finally {
    await endProcess(services);
    await databases.stop();
    await rm(servicesData, { recursive: true });
  }
}

interface Settings {
  databases: BenchDatabases;
  name: DatabaseName;
  port: number;
  full: Full;
  counts: Counts;
}

async function grow({ databases, name, port, full, counts }: Settings): Promise<Grown> {
  console.log(`${name}: ${full.cakes} cakes and ${full.orders} orders are written …`);
  const where = await prepare(databases, name, port, full);
  const jobs = await timeJobs(where);
  const plans = await explain(where.large);
  console.log(`${name}: visits and purchases …`);
  const { shops, startMilliseconds } = await startBoth(where, port);
  try {
    const pages = await timePages(shops, counts.visits, latePageOf(full));
    const purchases = await timePurchases(shops, counts.purchases);
    const waits = new Map<string, OfBoth<Samples>>([
      ...PAGE_NAMES.map((page) => [page, pages[page]] as const),
      ['place', purchases.place],
      ['confirm', purchases.confirm],
    ]);
    return {
      name,
      waits,
      jobs: new Map(JOBS.map((job) => [job, jobs[job]])),
      startMilliseconds,
      megabytes: { small: shops.small.memory(), large: shops.large.memory() },
      plans,
    };
  } finally {
    for (const size of SIZES) await shops[size].stop();
  }
}

/** Several times, in turns; the last of each stays open. */
async function startBoth(where: OfBoth<DatabaseLocation>, port: number) {
  const times: OfBoth<number[]> = { small: [], large: [] };
  const start = async (size: Size): Promise<StartedShop> => {
    const variables = {
      ...shopVariables(where[size], port),
      // Nobody asks Stripe about orders while others are timed.
      RECONCILE_SECONDS: '86400',
    };
    const shop = await startShop(size === 'small' ? port + 4 : port + 5, variables);
    times[size].push(shop.startMilliseconds);
    return shop;
  };
  for (let round = 1; round < STARTS; round += 1) {
    for (const size of SIZES) await (await start(size)).stop();
  }
  const shops = { small: await start('small'), large: await start('large') };
  const startMilliseconds = {
    small: percentile(times.small, 0.5),
    large: percentile(times.large, 0.5),
  };
  return { shops, startMilliseconds };
}

/** The last that is full: the copies are dealt out to all categories alike. */
function latePageOf({ cakes }: Full): number {
  return Math.max(2, Math.floor(cakes / demo.catalogue.categories.length / CAKES_A_PAGE));
}
