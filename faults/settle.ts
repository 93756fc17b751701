import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import {
  readBooked,
  readBooks,
  readDevices,
  readEmails,
  readPassedOver,
  readPushes,
  readRefunds,
  readRequests,
  readSessions,
  ShownOrder,
} from './evidence.ts';
import { findOversold, findPassedOver, judge } from './judge.ts';
import type { Evidence, Violation, Wrong } from './verdict.ts';
import { TIMES, type World } from './world.ts';

/** What happened, as customers and staff saw it. */
export type Seen = Pick<Evidence, 'shoppers' | 'phoneOrders' | 'asked' | 'changes'>;

/** Longer than the lease of an e-mail or a refund, after which another server takes it over. */
const MAX_SETTLE_MS = 180_000;
const SETTLE_POLL_MS = 2_000;
const CONCURRENT_READS = 24;
const MAX_READS = 3;
const NOT_FOUND = 404;
const LIMITED_TIMES = new Map(
  TIMES.flatMap(({ time, most }) => (most === null ? [] : [[time, most] as const])),
);

/** The outbox, a job or a webhook may still mend these. */
const MAY_COME: Wrong[] = ['lost', 'ledger differs'];

/** Judges repeatedly until no order is missing or the time limit is reached. */
export async function settle(world: World, seen: Seen): Promise<Violation[]> {
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
  const { dataDir } = where;
  const sessions = readSessions(dataDir);
  const attempts = seen.shoppers.flatMap((shopper) => shopper.attempts);
  const orders = await pLimit(CONCURRENT_READS).map(
    attempts,
    async ({ id }) => [id, await readOrder(origins, id)] as const,
  );
  const violations = judge({
    ...seen,
    sessions,
    emails: readEmails(dataDir),
    devices: readDevices(dataDir),
    pushes: readPushes(dataDir),
    requests: await readRequests(where),
    orders: new Map(orders),
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
