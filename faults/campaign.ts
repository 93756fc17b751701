import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { untilReachable } from '../harness/until-reachable.ts';
import { editCalendar } from '../test/edit-calendar.ts';
import { type ChangeKind, changeOrder } from './changes.ts';
import { readOfferToken, readRefunds, readSessions } from './evidence.ts';
import type { Kind } from './fault.ts';
import { createHistory } from './history.ts';
import { kindsOf } from './kinds.ts';
import { orderOnPhone } from './phone-orders.ts';
import { acceptQuote } from './quotes.ts';
import { createRandom, type Random } from './random.ts';
import { askForCake } from './requests.ts';
import { type Seen, settle } from './settle.ts';
import { type Shopper, type Visit, visitShop } from './shopper.ts';
import type { Violation } from './verdict.ts';
import { startWorld, type World } from './world.ts';

interface CampaignSettings {
  database: 'sqlite' | 'postgres';
  servers: number;
  /** Ignored in order. */
  orders: number;
  /** One fault of each kind after another, each with one shopper, instead of random ones. */
  inOrder: boolean;
  seed: number;
  /** Some paid orders are moved, added to, taken off, asked to be cancelled, cancelled and refunded. */
  withChanges: boolean;
  /** Some customers ask for a cake, ring, or get a quote. */
  withQuotes: boolean;
  /** Cuts the campaign off. */
  signal: AbortSignal;
}

export interface CampaignResult {
  /** How many there were of each. */
  counts: Record<string, number>;
  /** How often each kind has hit something. */
  faults: Map<string, number>;
  violations: Violation[];
  history(orderIds: string[]): string[];
}

/** With more concurrent faults hardly any order would succeed. */
const CONCURRENT_FAULTS = 4;
const ORDERS_PER_FAULT = 4;
/** The part of the shoppers who ring or ask, and of those the part that asks. */
const OUT_OF_LIST = 0.45;
const ASKING = 0.25;
/** The part of those who ring that gets a quote first. */
const QUOTED = 0.5;
/** In order: a fault of one of two servers hits nothing if the shopper is served by the other one. */
const MAX_TRIES = 4;
const MAX_RESTART_MS = 60_000;
const NO_JOBS_SECONDS = 3_600;
const MORE_POINTS = 6;
/** Offers are e-mailed once they cannot be undone any more. */
const MAX_OFFER_MS = 45_000;
const OFFER_POLL_MS = 2_000;
const POLL_MS = 50;
const REPORT_EVERY_MS = 10_000;

/**
 * Starts a shop, runs shoppers and faults, and judges the resulting orders.
 * @returns undefined if it is cut off: orders that have not settled cannot be judged.
 */
export async function runCampaign(settings: CampaignSettings): Promise<CampaignResult | undefined> {
  const { inOrder, signal } = settings;
  const cutOff = once(signal, 'abort').then(() => undefined);
  const history = createHistory();
  // Jobs that look at unpaid orders would be hit by the faults at any time.
  const jobs = inOrder ? { reconcileSeconds: NO_JOBS_SECONDS } : {};
  const world = await startWorld({ ...settings, ...jobs }, history);
  try {
    return await Promise.race([cutOff, run(settings, world)]);
  } finally {
    await world.stop();
  }
}

/** A campaign that is running. */
interface Running extends CampaignSettings {
  world: World;
  kinds: Kind[];
  /** Lets a shopper visit the shop; the judge judges what it leads to. */
  shop(name: string, random: Random, visit?: Visit): Promise<Shopper>;
  /** Changes the shopper's paid order. @param only the only change; default: at random. */
  change(shopper: Shopper, random: Random, only?: ChangeKind): Promise<void>;
  /** Takes an order on the phone or makes a quote, has it paid, and perhaps refunds some of it. */
  ring(name: string, random: Random, quoted?: boolean): Promise<void>;
  ask(name: string, random: Random): Promise<void>;
  /** Called for a fault that has hit something. */
  count(kind: Kind): void;
}

async function run(settings: CampaignSettings, world: World): Promise<CampaignResult> {
  const kinds = kindsOf(settings);
  const seen: Seen = { shoppers: [], phoneOrders: [], asked: [], changes: [] };
  const { shoppers, phoneOrders, asked, changes } = seen;
  const faults = new Map(kinds.map(({ name }) => [name, 0]));
  const running: Running = {
    ...settings,
    world,
    kinds,
    async shop(name, random, visit) {
      const shopper = await visitShop({ name, random, world, visit });
      shoppers.push(shopper);
      return shopper;
    },
    async change({ attempts, shownPaid }, random, only) {
      const paid = attempts.find(({ id }) => shownPaid.has(id));
      if (paid) changes.push(...(await changeOrder(world, paid, random, only)));
    },
    async ring(name, random, quoted = random.chance(QUOTED)) {
      const taken = quoted
        ? await acceptQuote(world, name, random)
        : [await orderOnPhone(world, name, random)].flatMap((order) => order ?? []);
      phoneOrders.push(...taken);
      const [order] = taken;
      if (!order || !random.chance(0.3)) return;
      const { id, total } = order;
      const basket = { items: [], prices: [], total, titles: [] };
      changes.push(...(await changeOrder(world, { id, basket }, random, 'refund')));
    },
    async ask(name, random) {
      asked.push(await askForCake(world, name, random));
    },
    count: ({ name }) => void faults.set(name, (faults.get(name) ?? 0) + 1),
  };
  await (settings.inOrder ? runInOrder(running) : runAtRandom(running));
  // Webhooks were withheld: refunds that were made at Stripe are found by the daily comparison, which runs at
  // each start too.
  const offers = settings.withQuotes ? await offerPlaces(running, shoppers) : 0;
  if (settings.withChanges && !settings.withQuotes) await world.restart();
  const violations = await settle(world, seen);
  const paid = readSessions(world.where.dataDir).filter((each) => each.payment_status === 'paid');
  return {
    counts: {
      shoppers: shoppers.length,
      'on the phone': phoneOrders.length,
      'of the waiting list': offers,
      requests: asked.length,
      changes: changes.length,
      payments: paid.length,
      refunds: readRefunds(world.where.dataDir).length,
    },
    faults,
    violations,
    history: world.history.of,
  };
}

/**
 * Injects each kind of fault, one after another. No other shopper, fault or job runs meanwhile, so the events have the
 * same order each time.
 * @throws when a fault has hit nothing.
 */
async function runInOrder(running: Running): Promise<void> {
  const { world, kinds, seed } = running;
  const random = createRandom(seed);
  let visits = 0;
  for (const kind of kinds) {
    const began = performance.now();
    let hits = 0;
    for (let tries = 1; tries <= MAX_TRIES && hits === 0; tries += 1) {
      visits += 1;
      const name = `Shopper ${visits}`;
      hits = await injectFault(running, kind, name, shortest(random.fork(name)));
      await untilUp(world);
    }
    console.log(
      `${kind.name}: ${hits} hits, ${((performance.now() - began) / 1_000).toFixed(1)} s`,
    );
    if (hits === 0) throw new Error(`${kind.name} has hit nothing.`);
  }
}

/** The same choices, but the shortest time and the smallest number. */
function shortest(random: Random): Random {
  return { ...random, between: (least) => least, fork: (label) => shortest(random.fork(label)) };
}

async function untilUp({ servers }: World): Promise<void> {
  const deadline = performance.now() + MAX_RESTART_MS;
  while (!servers.every((server) => server.isUp()) && performance.now() < deadline) {
    await pause(POLL_MS);
  }
  await Promise.all(servers.map(({ origin }) => untilReachable(`${origin}/readyz`)));
}

/**
 * Runs each fault with a shopper of its own, and some ordinary ones beside it. Each kind comes about equally often, in
 * random order; those that must be alone come after the others of their round.
 */
async function runAtRandom(running: Running): Promise<void> {
  const { orders, kinds, seed, withChanges, withQuotes, shop, change, ring, ask } = running;
  const random = createRandom(seed);
  let begun = 0;

  async function runOrdinary(name: string): Promise<void> {
    const own = random.fork(name);
    if (withQuotes && own.chance(OUT_OF_LIST)) {
      await (own.chance(ASKING) ? ask(name, own) : ring(name, own));
      return;
    }
    const shopper = await shop(name, own);
    if (withChanges) await change(shopper, own.fork('changes'));
  }

  /** @param first the number of the first shopper: their choices do not depend on how fast others are. */
  async function runFault({ kind, first }: { kind: Kind; first: number }): Promise<void> {
    const hit = `Shopper ${first}`;
    const others = Math.min(ORDERS_PER_FAULT, orders - first) - 1;
    begun += 1 + others;
    await Promise.all([
      injectFault(running, kind, hit, random.fork(hit)),
      ...Array.from({ length: others }, (_, n) => runOrdinary(`Shopper ${first + 1 + n}`)),
    ]);
  }

  const reporting = setInterval(() => console.log(`${begun} of ${orders}`), REPORT_EVERY_MS);
  try {
    for (let done = 0; done < orders; done += kinds.length * ORDERS_PER_FAULT) {
      const round = shuffle(kinds, random)
        .map((kind, n) => ({ kind, first: done + n * ORDERS_PER_FAULT }))
        .filter(({ first }) => first < orders);
      const together = round.filter(({ kind }) => !kind.alone);
      await pLimit(CONCURRENT_FAULTS).map(together, runFault);
      for (const each of round.filter(({ kind }) => kind.alone)) await runFault(each);
    }
  } finally {
    clearInterval(reporting);
  }
}

function shuffle<T>(from: T[], random: Random): T[] {
  return from
    .map((each) => ({ each, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

/**
 * Restarts the shop, which makes more on the days with a limit. Of those who get an offer by e-mail, most order with it.
 * @returns how many.
 */
async function offerPlaces({ world, shop, seed }: Running, shoppers: Shopper[]): Promise<number> {
  const { limits, where } = world;
  const random = createRandom(seed).fork('offers');
  for (const [day, most] of limits) limits.set(day, most + MORE_POINTS);
  await editCalendar(where, ({ capacities }) => {
    Object.assign(capacities, Object.fromEntries(limits));
  });
  await world.restart();
  await untilUp(world);
  const waiting = new Set(shoppers.flatMap((shopper) => shopper.wishes));
  const ordering: Promise<Shopper>[] = [];
  const deadline = performance.now() + MAX_OFFER_MS;
  while (waiting.size > 0 && performance.now() < deadline) {
    await pause(OFFER_POLL_MS);
    for (const wish of waiting) {
      const token = readOfferToken(where.dataDir, wish.id);
      if (token === undefined) continue;
      waiting.delete(wish);
      if (random.chance(0.2)) continue;
      const name = `Waiting ${wish.id.slice(0, 8)}`;
      const offer = { token, basket: wish.basket };
      ordering.push(shop(name, random.fork(name), { changes: 'no', offer }));
    }
  }
  return (await Promise.all(ordering)).length;
}

/** Begins a fault at its step of a shopper's visit, and waits for the end of both. @returns how much it hit. */
async function injectFault(
  { world, shop, change, ring, ask, count }: Running,
  kind: Kind,
  shopper: string,
  random: Random,
): Promise<number> {
  const { name, step = 'place' } = kind;
  let ending: Promise<number> | undefined;
  const begin = async () => {
    world.history.fault(`${name} begins`);
    const end = await kind.begin(world, random.fork('fault'));
    ending = end();
    // It is awaited after the visit.
    ending.catch(() => {});
  };
  if (step === 'place' || step === 'pay') {
    if (step === 'place') await begin();
    const beforePaying = step === 'pay' ? begin : undefined;
    await shop(shopper, random, { changes: 'before-paying', beforePaying });
  } else if (step === 'quote' || step === 'ask') {
    await begin();
    await (step === 'quote' ? ring(shopper, random, true) : ask(shopper, random));
  } else {
    const paid = await shop(shopper, random, { changes: 'no' });
    await begin();
    await change(paid, random.fork('change'), step);
  }
  const hits = (await ending) ?? 0;
  world.history.fault(`${name} ended`);
  if (hits > 0) count(kind);
  return hits;
}
