import { setTimeout as pause } from 'node:timers/promises';
import { untilReachable } from '../harness/until-reachable.ts';
import type { Fault, Kind } from './fault.ts';
import type { Random } from './random.ts';
import { countFault, type Running } from './schedule.ts';
import type { World } from './world.ts';

const POLL_MS = 20;
/** How long a request may hang while a fault lasts. */
const MAX_HANGING_MS = 1_000;
/** Some faults come after the response to the shopper, such as those of e-mails. */
const MAX_USE_MS = 8_000;
const MAX_RESTART_MS = 60_000;
/** A fault of one of two servers hits nothing if the shopper is served by the other one. */
const MOST_TRIES = 4;

/**
 * Begins a fault of each kind at a fixed step of a visit, one after another. No other shopper, fault or job
 * runs meanwhile, so the events have the same order each time.
 * @throws when a fault has hit nothing.
 */
export async function runInOrder(running: Running): Promise<void> {
  const { world, counts, signal, report } = running;
  // Claimed e-mails wait until their leases expire: the other kinds follow meanwhile.
  const kinds = [
    ...running.kinds.filter(({ strandsEmails }) => strandsEmails),
    ...running.kinds.filter(({ strandsEmails }) => !strandsEmails),
  ];
  let visits = 0;
  for (const kind of kinds) {
    const began = performance.now();
    let hits = 0;
    for (let tries = 0; tries < MOST_TRIES && hits === 0 && !signal.aborted; tries += 1) {
      visits += 1;
      hits = await runOne(running, kind, `Shopper ${visits}`);
      await untilReady(world);
    }
    report(`${kind.name}: ${hits} hits, ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    if (hits === 0 && !signal.aborted) throw new Error(`${kind.name} has hit nothing.`);
    countFault(counts, kind, hits);
  }
}

async function runOne(
  { world, random: seeded, shop, change }: Running,
  kind: Kind,
  shopper: string,
): Promise<number> {
  const { name, step = 'place' } = kind;
  const random = shortest(seeded.fork(`${shopper} ${name}`));
  const answered = Promise.withResolvers<void>();
  let isOver = false;
  let hits: Promise<number> | undefined;
  const begin = async () => {
    world.history.fault(`${name} begins`);
    const fault = await kind.begin({
      world,
      random,
      wait: (ms) => pause(ms),
      visit: async (visit) => void (await shop(shopper, random.fork('own visit'), visit)),
    });
    hits = end(fault);
  };

  async function end({ maxMs, isUsedUp, end }: Fault): Promise<number> {
    if (isUsedUp) {
      await until(() => isOver || isUsedUp(), Number.POSITIVE_INFINITY);
      await until(isUsedUp, MAX_USE_MS);
    } else {
      await pause(maxMs);
      await Promise.race([answered.promise, pause(MAX_HANGING_MS)]);
    }
    const hits = await end();
    world.history.fault(`${name} ended`);
    return hits;
  }

  const visitor = random.fork('shopper');
  switch (step) {
    case 'own visit':
      await begin();
      break;
    case 'place':
      await begin();
      await shop(shopper, visitor, {
        plan: { changes: 'before-paying' },
        moments: { answered: async () => answered.resolve() },
      });
      break;
    case 'pay':
      await shop(shopper, visitor, {
        plan: { changes: 'before-paying' },
        moments: { pays: begin },
      });
      break;
    default: {
      const paid = await shop(shopper, visitor, { plan: {} });
      await begin();
      await change(paid, random.fork('change'), step);
    }
  }
  answered.resolve();
  isOver = true;
  return hits ?? 0;
}

/** The same choices, but the shortest time and the smallest number. */
function shortest(random: Random): Random {
  return { ...random, between: (least) => least, fork: (label) => shortest(random.fork(label)) };
}

async function untilReady({ servers }: World): Promise<void> {
  await until(() => servers.every((server) => server.isUp()), MAX_RESTART_MS);
  await Promise.all(servers.map(({ origin }) => untilReachable(`${origin}/readyz`)));
}

async function until(condition: () => boolean, maxMs: number): Promise<void> {
  const deadline = performance.now() + maxMs;
  while (!condition() && performance.now() < deadline) await pause(POLL_MS);
}
