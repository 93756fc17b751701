import type { FaultContext, Kind } from './fault.ts';
import type { ChangeKind } from './judge.ts';
import type { Random } from './random.ts';
import type { Shopper, Visit } from './shopper.ts';
import type { World } from './world.ts';

/** How often each kind happened, and how many requests, connections or processes it hit. */
export type FaultCounts = Map<string, { faults: number; hits: number }>;

/** A campaign that is running. */
export interface Running {
  world: World;
  kinds: Kind[];
  /** Each kind, with what has happened so far. */
  counts: FaultCounts;
  random: Random;
  /** Lets a shopper visit the shop. The judge judges what it leads to. */
  shop(name: string, random: Random, visit?: Visit): Promise<Shopper>;
  /** Changes the shopper's paid order. @param only the only change; default: at random. */
  change(shopper: Shopper, random: Random, only?: ChangeKind): Promise<void>;
  signal: AbortSignal;
  report(line: string): void;
}

interface Schedule {
  /** Starts due faults. @param share 0 at the start of the campaign and 1 at its end. */
  advance(share: number): void;
  /** Whether orders must wait for faults. */
  isBehind(share: number): boolean;
  end(): Promise<void>;
}

/** With more concurrent faults hardly any order would succeed. */
const AT_ONCE = 4;

/** The last faults strand no e-mails: leases expire while orders are still being placed. */
const LAST_FAULTS = 24;
const POLL_MS = 20;

/** Schedules all kinds about equally often, in random order. */
export function createSchedule(
  world: World,
  kinds: Kind[],
  counts: FaultCounts,
  { faults, random, shop }: { faults: number } & Pick<Running, 'random' | 'shop'>,
): Schedule {
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  const queue = drawFaults(kinds, faults, random);
  const failures: unknown[] = [];
  let begun = 0;
  let isAlone = false;

  async function run(kind: Kind): Promise<void> {
    const number = begun;
    const own = random.fork(`${number} ${kind.name}`);
    const context: FaultContext = {
      world,
      random: own,
      wait: (ms) => pauseUnless(ending.signal, ms),
      visit: async (visit) =>
        void (await shop(`Shopper of fault ${number}`, own.fork('shopper'), visit)),
    };
    world.history.fault(`${kind.name} begins`);
    const { maxMs, isUsedUp = () => false, end } = await kind.begin(context);
    for (let waited = 0; waited < maxMs && !isUsedUp(); waited += POLL_MS) {
      await context.wait(POLL_MS);
    }
    const hits = await end();
    world.history.fault(`${kind.name} ended`);
    countFault(counts, kind, hits);
  }

  function start(kind: Kind): void {
    begun += 1;
    if (kind.alone) isAlone = true;
    const ended = run(kind)
      .catch((error) => void failures.push(error))
      .finally(() => {
        if (kind.alone) isAlone = false;
        running.delete(ended);
      });
    running.add(ended);
  }

  return {
    advance(share) {
      for (;;) {
        const [next] = queue;
        const isDue = begun < share * faults;
        if (!next || !isDue || isAlone || running.size >= (next.alone ? 1 : AT_ONCE)) return;
        queue.shift();
        start(next);
      }
    },
    isBehind: (share) => queue.length > 0 && begun + AT_ONCE < share * faults,
    async end() {
      ending.abort();
      await Promise.all(running);
      if (failures.length > 0) throw new AggregateError(failures, 'A fault could not be injected.');
    },
  };
}

export function countFault(counts: FaultCounts, { name }: Kind, hits: number): void {
  const count = counts.get(name);
  if (!count || hits === 0) return;
  count.faults += 1;
  count.hits += hits;
}

function drawFaults(kinds: Kind[], faults: number, random: Random): Kind[] {
  const drawn: Kind[] = [];
  while (drawn.length < faults) drawn.push(...shuffle(kinds, random));
  const last = drawn.slice(0, faults).slice(-LAST_FAULTS);
  const stranding = last.filter(({ strandsEmails }) => strandsEmails);
  const before = drawn.slice(0, faults - last.length);
  return [
    ...(stranding.length > 0 ? shuffle([...before, ...stranding], random) : before),
    ...last.filter(({ strandsEmails }) => !strandsEmails),
  ];
}

function shuffle<T>(from: T[], random: Random): T[] {
  return from
    .map((each) => ({ each, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

function pauseUnless(signal: AbortSignal, ms: number): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
