import { Day } from '#domain/calendar/day.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '#server/database/open-database.ts';
import { sampleItem, sampleOrder } from '#test/samples.ts';
import { type OfBoth, SIZES } from './prepare.ts';
import { ofBoth, type Samples } from './visits.ts';

export const JOBS = [
  'outbox: claim',
  'reconcile: look',
  'retention: look',
  'retention: batch',
] as const;
export type JobName = (typeof JOBS)[number];

const ROUNDS = 100;
/** Orders asked about at once (domain/orders/reconcile.ts). */
const CHECKED_AT_ONCE = 5;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** As in the shop (domain/orders). */
const BATCH = 100;
/** So many of a batch are due each time. */
const DUE = 10;
const LONG_AGO = '2020-01-06T12:00:00.000Z';

/**
 * What the jobs ask the database, timed inside this process: on SQLite a shop does nothing else
 * meanwhile. Something is due for each of them, in the small database too.
 */
export async function timeJobs(
  where: OfBoth<DatabaseLocation>,
): Promise<Record<JobName, OfBoth<Samples>>> {
  const databases = {
    small: await openDatabase(where.small),
    large: await openDatabase(where.large),
  };
  const samples: Record<JobName, OfBoth<Samples>> = {
    'outbox: claim': ofBoth(),
    'reconcile: look': ofBoth(),
    'retention: look': ofBoth(),
    'retention: batch': ofBoth(),
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
  'outbox: claim': ({ outbox }) =>
    timed(async () => {
      const claimed = await outbox.claim({
        most: 1,
        leaseSeconds: 0,
        longestWaitSeconds: 900,
        throttleSeconds: 0,
      });
      if (claimed.length === 0) throw new Error('Nothing was due.');
    }),
  'reconcile: look': ({ orders }) => timed(() => orders.dueForCheck(dueNow())),
  // Once a day it finds that there is nothing to do.
  'retention: look': ({ orders }) => timed(() => orders.dueForAnonymising(ninetyDaysAgo(), BATCH)),
  'retention: batch': async ({ orders }) => {
    for (let old = 0; old < DUE; old += 1) {
      const items = [sampleItem({ day: Day.parse('2020-01-10') })];
      await orders.add(sampleOrder({ placedAt: LONG_AGO, items }));
    }
    return timed(async () => {
      const due = await orders.dueForAnonymising(Day.parse('2021-01-01'), BATCH);
      for (const id of due) await orders.anonymise(id, new Date().toISOString());
    });
  },
};

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** A notification that waits, and as many orders that wait for money as a busy evening leaves. */
async function makeDue({ orders }: Database): Promise<void> {
  const placedAt = new Date().toISOString();
  const funded = sampleOrder({ placedAt });
  await orders.add(funded);
  await orders.fund(funded.id);
  for (let waiting = 0; waiting < 20; waiting += 1) await orders.add(sampleOrder({ placedAt }));
}

function ninetyDaysAgo(): Day {
  return Day.parse(new Date(Date.now() - 90 * DAY_MS).toISOString().slice(0, 10));
}

function dueNow() {
  const now = new Date().toISOString();
  return { now, before: now, furthest: now, limit: CHECKED_AT_ONCE };
}
