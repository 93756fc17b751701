import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cafe from '#cafe/catalogue.ts';
import { CAKES_A_PAGE } from '#server/content/catalogue.ts';
import { seed } from '#server/content/seed.ts';
import { type DatabaseLocation, openDatabase } from '#server/db/open-database.ts';
import { endProcess } from '../../harness/child-process.ts';
import { freePorts } from '../../harness/free-ports.ts';
import { untilOrderable } from '../../harness/orderable-catalogue.ts';
import { postPractice, startPractice } from '../../harness/practice-services.ts';
import { median } from '../benchmark.ts';
import {
  type BenchDatabases,
  DATABASES,
  type DatabaseName,
  openBenchDatabases,
} from '../databases.ts';
import { type StartedShop, shopVariables, startShop } from '../start-shop.ts';
import { type Full, fill } from './fill.ts';
import { JOBS, timeJobs } from './jobs.ts';
import { explain, type Plan } from './plans.ts';
import {
  CATEGORY,
  type OfBoth,
  PAGE_NAMES,
  type Samples,
  SIZES,
  type Size,
  timePages,
  timePurchases,
} from './visits.ts';

/** Fills the first page of a category, as in the large shop. */
export const SMALL = { cakes: 24, orders: 0 };
const STARTS = 5;
const SHOP_AND_SERVICE_PORTS = 6;

/** The figures of one database. */
export interface Grown {
  name: DatabaseName;
  /** Response times of visitors' requests, and times of the jobs' queries; milliseconds. */
  waits: Map<string, OfBoth<Samples>>;
  jobs: Map<string, OfBoth<Samples>>;
  startMilliseconds: OfBoth<number>;
  /** After all visits and purchases. */
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
  const port = await freePorts(SHOP_AND_SERVICE_PORTS, 14_000);
  const services = await startPractice(port, { PATH: process.env.PATH, DATA_DIR: servicesData });
  try {
    // The practice Stripe sends webhooks to one port, and there are two shops.
    const settings = { webhooks: 'never', api: 'normal' };
    await postPractice(`http://127.0.0.1:${port + 1}`, 'settings', settings);
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
  console.log(`${name}: ${full.cakes} cakes and ${full.orders} orders …`);
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

/** Starts both several times, in turns; the last start of each stays up. */
async function startBoth(where: OfBoth<DatabaseLocation>, port: number) {
  const times: OfBoth<number[]> = { small: [], large: [] };
  const start = async (size: Size): Promise<StartedShop> => {
    const variables = {
      ...shopVariables(where[size], port),
      // No reconciliation during the measurement.
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
    small: median(times.small),
    large: median(times.large),
  };
  return { shops, startMilliseconds };
}

/** The last full page: all categories have the same number of copies. */
function latePageOf({ cakes }: Full): number {
  return Math.max(2, Math.floor(cakes / cafe.catalogue.categories.length / CAKES_A_PAGE));
}

/** Creates the small and the large shop. */
async function prepare(
  databases: BenchDatabases,
  name: DatabaseName,
  servicesPort: number,
  full: Full,
): Promise<OfBoth<DatabaseLocation>> {
  const small = await createShop(await databases.fresh(name), servicesPort);
  const large = await createShop(await databases.fresh(name), servicesPort);
  await fill(large, full);
  return { small, large };
}

async function createShop(
  where: DatabaseLocation,
  servicesPort: number,
): Promise<DatabaseLocation> {
  const database = await openDatabase(where);
  const cakes = cafe.catalogue.cakes.filter(({ kind }) => kind === 'cake').slice(0, SMALL.cakes);
  await seed(database.db, {
    categories: cafe.catalogue.categories,
    cakes: [
      ...cakes.map((cake) => ({ ...cake, category: [CATEGORY] })),
      ...cafe.catalogue.cakes.filter(({ kind }) => kind === 'personal-touch'),
    ],
    calendar: cafe.calendar,
  });
  await database.close();
  // The shop creates the prices of these cakes, which the copies share.
  const shop = await startShop(servicesPort + 4, shopVariables(where, servicesPort));
  await untilOrderable(shop.origin);
  await shop.stop();
  return where;
}
