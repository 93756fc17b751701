import { setTimeout as pause } from 'node:timers/promises';
import { readCatalogue } from '../harness/orderable-catalogue.ts';
import { CARDS, payByCard } from '../test/card-page.ts';
import { changeOrder } from './changes.ts';
import { createHistory } from './history.ts';
import { runInOrder } from './in-order.ts';
import {
  type Change,
  type ChangeKind,
  findOversold,
  judge,
  readBooks,
  readDays,
  readInbox,
  readRefunds,
  readSessions,
  ShownOrder,
  type Verdict,
  type Wrong,
} from './judge.ts';
import { kindsOf } from './kinds.ts';
import { createRandom, type Random } from './random.ts';
import { createSchedule, type FaultCounts, type Running } from './schedule.ts';
import { FIRST_DAY_INDEX, type Shopper, type Visit, visitShop } from './shopper.ts';
import { startWorld, type World, type WorldSettings } from './world.ts';

interface CampaignSettings extends WorldSettings {
  /** Ignored in order. */
  orders: number;
  /** One fault of each kind after another, each with one shopper, instead of random ones. */
  inOrder: boolean;
  seed: number;
  withLeases: boolean;
  /** Some paid orders are moved, asked to be cancelled, and refunded. */
  withChanges: boolean;
  withRestore: boolean;
  /** The names of the allowed kinds of faults. */
  only: RegExp;
  /** How long the judge waits for paid orders that are not yet complete. */
  maxSettleMs: number;
  signal: AbortSignal;
  report(line: string): void;
}

export interface CampaignResult {
  shoppers: number;
  changes: Change[];
  counts: FaultCounts;
  verdict: Verdict;
  /** From the end of the last fault until no order was missing, or until the time limit. */
  settleSeconds: number;
  /** Faults that this machine does not permit. */
  skipped: string[];
  history(orderIds: string[]): string[];
}

const CONCURRENT_SHOPPERS = 24;
/** Some faults hit nothing. */
const ORDERS_PER_FAULT = 3.5;
/** A second copy of an e-mail succeeds in this time. */
const QUIET_MS = 1_500;
const READ_TRIES = 3;
const NO_JOBS_SECONDS = 3_600;
const NOT_FOUND = 404;
const MAX_DEBIT_MS = 2_000;
const SETTLE_POLL_MS = 250;
const POLL_MS = 20;
const REPORT_EVERY_MS = 10_000;

/** Starts a shop, runs shoppers and faults, and judges the resulting orders. */
export async function runCampaign(settings: CampaignSettings): Promise<CampaignResult> {
  const history = createHistory();
  // Jobs that look at unpaid orders would be hit by the faults at any time.
  const jobs = settings.inOrder ? { reconcileSeconds: NO_JOBS_SECONDS } : {};
  const world = await startWorld({ ...settings, ...jobs }, history);
  try {
    return await run(settings, world);
  } finally {
    await world.stop();
  }
}

async function run(settings: CampaignSettings, world: World): Promise<CampaignResult> {
  const { seed, database, points, signal, report } = settings;
  const { history } = world;
  const random = createRandom(seed);
  const catalogue = await readCatalogue(world.origins[0] ?? '');
  const withDisk = world.disk !== undefined;
  const kinds = kindsOf({ ...settings, withDisk }).filter(({ name }) => settings.only.test(name));
  if (kinds.length === 0) throw new Error(`No fault has a name that matches ${settings.only}.`);
  const bank = createBank(world, random.fork('bank'));
  const shoppers: Shopper[] = [];
  const changes: Change[] = [];
  const counts: FaultCounts = new Map(kinds.map(({ name }) => [name, { faults: 0, hits: 0 }]));
  const days = catalogue.days.slice(FIRST_DAY_INDEX);

  async function shop(name: string, random: Random, visit?: Visit): Promise<Shopper> {
    const shopper = await visitShop({
      name,
      random,
      catalogue,
      hasLimits: points !== undefined,
      origins: world.origins,
      history,
      nextToken: world.nextToken,
      payByCard: async (url, card) => (await payByCard(url, card)) !== null,
      payDelayed: bank.pay,
      visit,
    });
    shoppers.push(shopper);
    return shopper;
  }

  async function change(
    { attempts, shownPaid }: Shopper,
    random: Random,
    only?: ChangeKind,
  ): Promise<void> {
    const paid = attempts.find(({ id }) => shownPaid.has(id));
    if (paid) changes.push(...(await changeOrder(world, paid, { random, days, only })));
  }

  const running = { world, kinds, counts, random, shop, change, signal, report };
  try {
    await (settings.inOrder ? runInOrder(running) : runAtRandom(running, settings));
    await bank.allDecided();
  } finally {
    world.release();
  }
  // Webhooks were withheld: refunds that were made at Stripe are found by the daily comparison, which runs at
  // each start too.
  if (settings.withChanges || settings.inOrder) await world.restart();
  const { verdict: ofOrders, seconds } = await settle(world, shoppers, changes, settings);
  const booked = points === undefined ? [] : await readDays(world.where, points);
  const verdict = { ...ofOrders, violations: [...ofOrders.violations, ...findOversold(booked)] };
  return {
    shoppers: shoppers.length,
    changes,
    counts,
    verdict,
    settleSeconds: seconds,
    skipped:
      database === 'sqlite' && !withDisk
        ? ['disk full, disk read-only at a restart: no tmpfs may be mounted here']
        : [],
    history: history.of,
  };
}

/** Runs shoppers and random faults beside one another. */
async function runAtRandom(
  { world, kinds, counts, random, shop, change, signal, report }: Running,
  { orders, withChanges }: Pick<CampaignSettings, 'orders' | 'withChanges'>,
): Promise<void> {
  const faults = Math.ceil(orders / ORDERS_PER_FAULT);
  const forFaults = random.fork('faults');
  const schedule = createSchedule(world, kinds, counts, { faults, random: forFaults, shop });
  const failures: unknown[] = [];
  let begun = 0;

  async function runShoppers(): Promise<void> {
    while (begun < orders && !signal.aborted && failures.length === 0) {
      const share = begun / orders;
      schedule.advance(share);
      if (schedule.isBehind(share)) {
        await pause(POLL_MS);
        continue;
      }
      const name = `Shopper ${begun}`;
      begun += 1;
      try {
        const shopper = await shop(name, random.fork(name));
        if (withChanges) await change(shopper, random.fork(`${name} changes`));
      } catch (error) {
        failures.push(error);
      }
    }
  }

  const reporting = setInterval(
    () => report(`${begun} of ${orders} orders, ${sumOf(counts)} faults`),
    REPORT_EVERY_MS,
  );
  try {
    await Promise.all(Array.from({ length: CONCURRENT_SHOPPERS }, runShoppers));
  } finally {
    clearInterval(reporting);
    await schedule.end();
  }
  if (failures.length > 0) throw new AggregateError(failures, 'A shopper failed.');
}

/** Pays by bank debit: the session completes at once and the debit succeeds or fails later. */
function createBank(world: World, random: Random) {
  const decisions = new Map<string, Promise<void>>();
  const decide = async (session: string, succeeds: boolean) => {
    await pause(random.between(200, MAX_DEBIT_MS));
    await world.settleDebit(session, succeeds ? 'succeeded' : 'failed');
  };
  return {
    async pay(url: string, succeeds: boolean): Promise<boolean> {
      if ((await payByCard(url, CARDS.pays, 'bacs_debit')) === null) return false;
      const session = new URL(url).pathname.split('/').at(-1) ?? '';
      if (!decisions.has(session)) decisions.set(session, decide(session, succeeds));
      return true;
    },
    allDecided: () => Promise.all(decisions.values()),
  };
}

/** Judges repeatedly until no order is missing or the time limit is reached. */
async function settle(
  world: World,
  shoppers: Shopper[],
  changes: Change[],
  { signal, report, maxSettleMs }: Pick<CampaignSettings, 'signal' | 'report' | 'maxSettleMs'>,
): Promise<{ verdict: Verdict; seconds: number }> {
  const began = performance.now();
  let reported = began;
  // Only the orders that were missing are read again until none is missing; the last verdict reads all.
  const complete = new Map<string, ShownOrder>();
  for (;;) {
    const verdict = await judgeNow(world, shoppers, changes, complete);
    const missing = verdict.violations.filter(({ wrong }) => MAY_COME.includes(wrong)).length;
    const now = performance.now();
    if (missing === 0 || now > began + maxSettleMs || signal.aborted) {
      await pause(QUIET_MS);
      return { verdict: await judgeNow(world, shoppers, changes), seconds: (now - began) / 1_000 };
    }
    if (now - reported > REPORT_EVERY_MS) {
      report(`waiting for ${missing} orders`);
      reported = now;
    }
    await pause(SETTLE_POLL_MS);
  }
}

/** The outbox, a job or a webhook may still mend these. */
const MAY_COME: Wrong[] = ['lost', 'ledger differs'];

/** @param known orders that need not be read again; paid ones are added. */
async function judgeNow(
  world: World,
  shoppers: Shopper[],
  changes: Change[],
  known = new Map<string, ShownOrder>(),
): Promise<Verdict> {
  const sessions = readSessions(world.records);
  const ids = new Set([
    ...shoppers.flatMap(({ attempts }) => attempts.map(({ id }) => id)),
    ...sessions.flatMap(({ client_reference_id: id }) => (id === null ? [] : [id])),
  ]);
  const orders = new Map<string, ShownOrder | undefined>(known);
  const unread = [...ids].filter((id) => !known.has(id)).values();
  const readAll = async () => {
    for (const id of unread) {
      const order = await readOrder(world.origins, id);
      orders.set(id, order);
      if (order?.paid) known.set(id, order);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SHOPPERS }, readAll));
  return judge({
    shoppers,
    sessions,
    inbox: readInbox(world.records),
    orders,
    changes,
    refunds: readRefunds(world.records),
    books: await readBooks(world.where),
    history: world.history,
  });
}

/** @returns undefined for an unknown order, and if no server responds: a busy machine gets several tries. */
async function readOrder(origins: string[], id: string): Promise<ShownOrder | undefined> {
  for (const origin of Array.from({ length: READ_TRIES }, () => origins).flat()) {
    try {
      const response = await fetch(`${origin}/api/orders/${id}`, {
        signal: AbortSignal.timeout(5_000),
      });
      if (response.ok) return ShownOrder.parse(await response.json());
      await response.arrayBuffer();
      if (response.status === NOT_FOUND) return undefined;
    } catch {
      // Try the next server.
    }
  }
  return undefined;
}

function sumOf(counts: FaultCounts): number {
  return [...counts.values()].reduce((sum, { faults }) => sum + faults, 0);
}
