import { setTimeout as pause } from 'node:timers/promises';
import { CARDS, payByCard } from '../test/card-page.ts';
import { createHistory } from './history.ts';
import { judge, ShownOrder, type Verdict } from './judge.ts';
import { kindsOf } from './kinds.ts';
import { readMenu } from './menu.ts';
import { createRandom, type Random } from './random.ts';
import { readInbox, readSessions } from './records.ts';
import { createSchedule, type FaultCounts } from './schedule.ts';
import { type Shopper, visitShop } from './shopper.ts';
import { startWorld, type World, type WorldSettings } from './world.ts';

export interface CampaignSettings extends WorldSettings {
  orders: number;
  seed: number;
  withLeases: boolean;
  withRestore: boolean;
  /** Which kinds of faults may happen. */
  only: RegExp;
  /** How long the judge waits for what is not yet as it should be. */
  longestSettlingMs: number;
  /** Resolves when there is no more time. */
  signal: AbortSignal;
  report(line: string): void;
}

export interface CampaignResult {
  shoppers: number;
  counts: FaultCounts;
  verdict: Verdict;
  /** From the end of the last fault until all was as it should be; or until nobody waited longer. */
  settleSeconds: number;
  /** What the settings asked for and this machine does not permit. */
  skipped: string[];
  history(orderIds: string[]): string[];
}

const AT_ONCE = 16;
/** One fault for so many orders; some faults meet nothing. */
const ORDERS_OF_A_FAULT = 3.5;
/** A second copy of an e-mail would have come by then. */
const QUIET_MS = 1_500;
const LONGEST_DEBIT_MS = 4_000;
const STEP_MS = 20;
const REPORT_EVERY_MS = 10_000;

/** Starts a shop, lets shoppers come while faults happen, and judges what has become of their orders. */
export async function runCampaign(settings: CampaignSettings): Promise<CampaignResult> {
  const history = createHistory();
  const world = await startWorld(settings, history);
  try {
    return await run(settings, world);
  } finally {
    await world.stop();
  }
}

async function run(settings: CampaignSettings, world: World): Promise<CampaignResult> {
  const { orders, seed, database, signal, report } = settings;
  const { history } = world;
  const random = createRandom(seed);
  const menu = await readMenu(world.origins[0] ?? '');
  const withDisk = world.disk !== undefined;
  const kinds = kindsOf({ ...settings, withDisk }).filter(({ name }) => settings.only.test(name));
  const faults = Math.ceil(orders / ORDERS_OF_A_FAULT);
  const schedule = createSchedule(world, kinds, faults, random.fork('faults'));
  const bank = createBank(world, random.fork('bank'));
  const shoppers: Shopper[] = [];
  const failures: unknown[] = [];
  let begun = 0;

  async function letShoppersCome(): Promise<void> {
    while (begun < orders && !signal.aborted && failures.length === 0) {
      const share = begun / orders;
      schedule.advance(share);
      if (schedule.isBehind(share)) {
        await pause(STEP_MS);
        continue;
      }
      const name = `Shopper ${begun}`;
      begun += 1;
      const visit = visitShop({
        name,
        random: random.fork(name),
        menu,
        origins: world.origins,
        history,
        nextToken: world.nextToken,
        payByCard: async (url, card) => (await payByCard(url, card)) !== null,
        payDelayed: bank.pay,
      });
      await visit.then(
        (shopper) => void shoppers.push(shopper),
        (error) => void failures.push(error),
      );
    }
  }

  const reporting = setInterval(
    () => report(`${begun} of ${orders} orders, ${sumOf(schedule.counts)} faults`),
    REPORT_EVERY_MS,
  );
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, letShoppersCome));
    await bank.allDecided();
  } finally {
    clearInterval(reporting);
    await schedule.end();
    world.release();
  }
  if (failures.length > 0) throw new AggregateError(failures, 'A shopper failed.');
  const { verdict, seconds } = await settle(world, shoppers, settings);
  return {
    shoppers: shoppers.length,
    counts: schedule.counts,
    verdict,
    settleSeconds: seconds,
    skipped:
      database === 'sqlite' && !withDisk
        ? ['disk full, disk read-only at a restart: no tmpfs may be mounted here']
        : [],
    history: history.of,
  };
}

/** Bank debits: the checkout is completed at once, and the bank decides while the campaign goes on. */
function createBank(world: World, random: Random) {
  const decisions = new Map<string, Promise<void>>();
  const decide = async (session: string, arrives: boolean) => {
    await pause(random.between(200, LONGEST_DEBIT_MS));
    await world.settleDebit(session, arrives ? 'succeeded' : 'failed');
  };
  return {
    async pay(url: string, arrives: boolean): Promise<boolean> {
      if ((await payByCard(url, CARDS.pays, 'bacs_debit')) === null) return false;
      const session = new URL(url).pathname.split('/').at(-1) ?? '';
      if (!decisions.has(session)) decisions.set(session, decide(session, arrives));
      return true;
    },
    allDecided: () => Promise.all(decisions.values()),
  };
}

/** Judges again and again until nothing is wrong, or for as long as is promised. */
async function settle(
  world: World,
  shoppers: Shopper[],
  {
    signal,
    report,
    longestSettlingMs,
  }: Pick<CampaignSettings, 'signal' | 'report' | 'longestSettlingMs'>,
): Promise<{ verdict: Verdict; seconds: number }> {
  const began = performance.now();
  const deadline = began + longestSettlingMs;
  let reported = began;
  for (;;) {
    const verdict = await judgeNow(world, shoppers);
    const waitsFor = verdict.violations.filter(({ wrong }) => wrong === 'lost').length;
    const now = performance.now();
    if (waitsFor === 0 || now > deadline || signal.aborted) {
      await pause(QUIET_MS);
      return { verdict: await judgeNow(world, shoppers), seconds: (now - began) / 1_000 };
    }
    if (now - reported > REPORT_EVERY_MS) {
      report(`waiting for ${waitsFor} orders`);
      reported = now;
    }
    await pause(500);
  }
}

async function judgeNow(world: World, shoppers: Shopper[]): Promise<Verdict> {
  const sessions = readSessions(world.records);
  const ids = new Set([
    ...shoppers.flatMap(({ attempts }) => attempts.map(({ id }) => id)),
    ...sessions.flatMap(({ client_reference_id: id }) => (id === null ? [] : [id])),
  ]);
  const orders = new Map<string, ShownOrder | undefined>();
  const waiting = ids.values();
  const read = async () => {
    for (const id of waiting) orders.set(id, await readOrder(world.origins, id));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return judge({
    shoppers,
    sessions,
    inbox: readInbox(world.records),
    orders,
    history: world.history,
  });
}

/** @returns undefined also while the shop does not answer. */
async function readOrder(origins: string[], id: string): Promise<ShownOrder | undefined> {
  for (const origin of origins) {
    try {
      const answer = await fetch(`${origin}/api/orders/${id}`, {
        signal: AbortSignal.timeout(5_000),
      });
      if (answer.ok) return ShownOrder.parse(await answer.json());
      await answer.arrayBuffer();
    } catch {
      // Perhaps the other server does.
    }
  }
  return undefined;
}

function sumOf(counts: FaultCounts): number {
  return [...counts.values()].reduce((sum, { faults }) => sum + faults, 0);
}
