import { Day } from '#domain/calendar/day.ts';
import { type Database, type DatabaseLocation, openDatabase } from '#server/db/open-database.ts';
import { claimEmails } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { anonymiseOrder, dueForAnonymising } from '#server/orders/anonymise.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { openOrders } from '#server/orders/reconcile.ts';
import { sampleItem, sampleOrder } from '#test/samples.ts';
import { type OfBoth, type Samples, SIZES } from './visits.ts';

export const JOBS = [
  'outbox: claim',
  'reconcile: find due orders',
  'retention: find due orders',
  'retention: batch',
] as const;
type JobName = (typeof JOBS)[number];

const ROUNDS = 100;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** As in domain/orders. */
const BATCH = 100;
/** The due orders of a batch. */
const DUE = 10;
const LONG_AGO = '2020-01-06T12:00:00.000Z';

/**
 * Times the queries of the jobs in this process: on SQLite they block the shop. Both databases have
 * due orders for each job.
 */
export async function timeJobs(
  where: OfBoth<DatabaseLocation>,
): Promise<Record<JobName, OfBoth<Samples>>> {
  const databases = {
    small: await openDatabase(where.small),
    large: await openDatabase(where.large),
  };
  const samples: Record<JobName, OfBoth<Samples>> = {
    'outbox: claim': { small: [], large: [] },
    'reconcile: find due orders': { small: [], large: [] },
    'retention: find due orders': { small: [], large: [] },
    'retention: batch': { small: [], large: [] },
  };
  for (const size of SIZES) await makeDue(databases[size]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const size of SIZES) {
      for (const name of JOBS) samples[name][size].push(await work[name](databases[size]));
    }
  }
  for (const size of SIZES) await databases[size].close();
  return samples;
}

const work: Record<JobName, (database: Database) => Promise<number>> = {
  'outbox: claim': ({ db }) =>
    timed(async () => {
      const claimed = await claimEmails(db, 1, 0);
      if (claimed.length === 0) throw new Error('Nothing was due.');
    }),
  'reconcile: find due orders': ({ db }) =>
    timed(() => openOrders(db, new Date().toISOString(), 0)),
  // On most days nothing is due.
  'retention: find due orders': ({ db }) =>
    timed(() => dueForAnonymising(db, ninetyDaysAgo(), BATCH)),
  'retention: batch': async (database) => {
    const { db } = database;
    for (let old = 0; old < DUE; old += 1) {
      const items = [sampleItem({ day: Day.parse('2020-01-10') })];
      await addOrder(database, sampleOrder({ placedAt: LONG_AGO, items }));
    }
    return timed(async () => {
      const due = await dueForAnonymising(db, Day.parse('2021-01-01'), BATCH);
      for (const id of due) await anonymiseOrder(db, id);
    });
  },
};

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** A pending notification, and as many unpaid orders as after a busy evening. */
async function makeDue(database: Database): Promise<void> {
  const placedAt = new Date().toISOString();
  const funded = sampleOrder({ placedAt });
  await addOrder(database, funded);
  await fundOrder(database, funded.id);
  for (let waiting = 0; waiting < 20; waiting += 1)
    await addOrder(database, sampleOrder({ placedAt }));
}

function ninetyDaysAgo(): Day {
  return Day.parse(new Date(Date.now() - 90 * DAY_MS).toISOString().slice(0, 10));
}
