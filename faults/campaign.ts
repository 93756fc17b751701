import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { untilReachable } from '../harness/until-reachable.ts';
import { editCalendar } from '../test/edit-calendar.ts';
import { changeOrder, turnReadyOn } from './changes.ts';
import {
  readBooked,
  readBooks,
  readDevices,
  readEmails,
  readOfferToken,
  readPassedOver,
  readPushes,
  readRefunds,
  readRequests,
  readSessions,
  ShownOrder,
} from './evidence.ts';
import type { Kind } from './fault.ts';
import { createHistory } from './history.ts';
import {
  type ChangeKind,
  type Evidence,
  findOversold,
  findPassedOver,
  judge,
  type Violation,
  type Wrong,
} from './judge.ts';
import { kindsOf } from './kinds.ts';
import { orderOnPhone } from './phone-orders.ts';
import { acceptQuote } from './quotes.ts';
import { createRandom, type Random } from './random.ts';
import { askForCake } from './requests.ts';
import { type Shopper, type Visit, visitShop } from './shopper.ts';
import { startWorld, TIMES, type World } from './world.ts';

interface CampaignSettings {
  database: 'sqlite' | 'postgres';
  servers: number;
  /** Ignored in order. */
  orders: number;
  /** One fault of each kind after another, each with one shopper, instead of random ones. */
  inOrder: boolean;
  seed: number;
  /** Some paid orders are moved, added to, taken off, asked to be cancelled, cancelled, refunded, and ready. */
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

const CONCURRENT_SHOPPERS = 24;
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
/** Longer than the lease of an e-mail or a refund, after which another server takes it over. */
const MAX_SETTLE_MS = 180_000;
const MAX_READS = 3;
const NO_JOBS_SECONDS = 3_600;
const NOT_FOUND = 404;
const MORE_POINTS = 6;
/** Offers are e-mailed once they cannot be undone any more. */
const MAX_OFFER_MS = 45_000;
const SETTLE_POLL_MS = 2_000;
const POLL_MS = 50;
const LIMITED_TIMES = new Map(
  TIMES.flatMap(({ time, most }) => (most === null ? [] : [[time, most] as const])),
);
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

/** What happened, as customers and staff saw it. */
type Seen = Pick<Evidence, 'shoppers' | 'phoneOrders' | 'asked' | 'changes'>;

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
  if (settings.withChanges) await turnReadyOn(world);
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

/** Runs shoppers beside one another. Some have a fault, of all kinds about equally often, in random order. */
async function runAtRandom(running: Running): Promise<void> {
  const { orders, kinds, seed, withChanges, withQuotes, shop, change, ring, ask } = running;
  const random = createRandom(seed);
  const inSlots = createSlots(CONCURRENT_FAULTS);
  let waiting: Kind[] = [];
  let begun = 0;

  function nextKind(): Kind | undefined {
    if (waiting.length === 0) waiting = shuffle(kinds, random);
    return waiting.pop();
  }

  async function runShoppers(): Promise<void> {
    while (begun < orders) {
      const name = `Shopper ${begun}`;
      const kind = begun % ORDERS_PER_FAULT === 0 ? nextKind() : undefined;
      begun += 1;
      const own = random.fork(name);
      if (kind) {
        const slots = kind.alone ? CONCURRENT_FAULTS : 1;
        await inSlots(slots, () => injectFault(running, kind, name, own));
      } else if (withQuotes && own.chance(OUT_OF_LIST)) {
        await (own.chance(ASKING) ? ask(name, own) : ring(name, own));
      } else {
        const shopper = await shop(name, own);
        if (withChanges) await change(shopper, own.fork('changes'));
      }
    }
  }

  const reporting = setInterval(() => console.log(`${begun} of ${orders}`), REPORT_EVERY_MS);
  try {
    await Promise.all(Array.from({ length: CONCURRENT_SHOPPERS }, runShoppers));
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

/** Runs work that needs some of the slots, in the order of the calls. */
function createSlots(count: number) {
  const waiting: { slots: number; start: () => void }[] = [];
  let free = count;
  function startNext(): void {
    const [next] = waiting;
    if (!next || next.slots > free) return;
    waiting.shift();
    free -= next.slots;
    next.start();
    startNext();
  }
  return async <Result>(slots: number, work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((start) => {
      waiting.push({ slots, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      free += slots;
      startNext();
    }
  };
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
    await pause(SETTLE_POLL_MS);
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

/** The outbox, a job or a webhook may still mend these. */
const MAY_COME: Wrong[] = ['lost', 'ledger differs'];

/** Judges repeatedly until no order is missing or the time limit is reached. */
async function settle(world: World, seen: Seen): Promise<Violation[]> {
  const deadline = performance.now() + MAX_SETTLE_MS;
  for (;;) {
    const violations = await judgeNow(world, seen);
    const missing = violations.filter(({ wrong }) => MAY_COME.includes(wrong)).length;
    if (missing === 0 || performance.now() > deadline) return violations;
    console.log(`waiting for ${missing} orders`);
    await pause(SETTLE_POLL_MS);
  }
}

async function judgeNow(
  { origins, where, limits, history }: World,
  seen: Seen,
): Promise<Violation[]> {
  const orders = new Map<string, ShownOrder | undefined>();
  const attempts = seen.shoppers.flatMap((shopper) => shopper.attempts).values();
  const readAll = async () => {
    for (const { id } of attempts) orders.set(id, await readOrder(origins, id));
  };
  const { dataDir } = where;
  const sessions = readSessions(dataDir);
  await Promise.all(Array.from({ length: CONCURRENT_SHOPPERS }, readAll));
  const violations = judge({
    ...seen,
    sessions,
    emails: readEmails(dataDir),
    devices: readDevices(dataDir),
    pushes: readPushes(dataDir),
    requests: await readRequests(where),
    orders,
    refunds: readRefunds(dataDir),
    books: await readBooks(where),
    history,
  });
  const booked = await readBooked(where, { days: limits, times: LIMITED_TIMES });
  const passedOver = await readPassedOver(where, limits);
  return [...violations, ...findOversold(booked), ...findPassedOver(passedOver)];
}

/** @returns undefined for an unknown order, and if no server responds: a busy machine gets several tries. */
async function readOrder(origins: string[], id: string): Promise<ShownOrder | undefined> {
  for (const origin of Array.from({ length: MAX_READS }, () => origins).flat()) {
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
