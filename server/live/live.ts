import { setImmediate as nextTurn } from 'node:timers/promises';
import { londonDay } from '#domain/calendar/days.ts';
import type { Room } from '#domain/capacity/capacity.ts';
import type { Clock } from '#domain/clock.ts';
import { type OrderId, parseOrderId } from '#domain/orders/order.ts';
import type { PublicState } from '#domain/orders/public-order.ts';
import { type Job, startJob } from '#server/jobs/job.ts';
import type { Log } from '#server/log.ts';

/** A listener costs a socket and some kilobytes; a process sends to this many within half a second. */
const MOST_LISTENERS = 20_000;
/** A new order appears within the second. A poll is some small queries, and none while nobody listens. */
const POLL_SECONDS = 0.25;
const POLL_RETRY_SECONDS = 5;
/** Less than proxies (60 s) and the server itself (server/http/listen.ts) wait before they disconnect. */
const KEEP_ALIVE_SECONDS = 25;
const KEEP_ALIVE = 'event: keep-alive\ndata: null\n\n';
/** Clients that a restart disconnects come back at different times. */
const RETRY_MS = { min: 1_000, max: 5_000 };
/** Some hundred events. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** A write takes the kernel some 20 µs: page requests get a turn after half a millisecond. */
const WRITES_PER_TURN = 20;

/** The room of the days, as the events name it. */
export const ROOM = '/room/days';
/** All orders, for staff. */
export const ORDERS = '/orders';
const ORDER = /^\/orders\/(.+)$/;

/** A number is the version of content; a string an order's state, the room as JSON, or the version of all orders. */
type Value = number | string;

export interface Subscription {
  /** The paths to follow, with the value of each that the client has. */
  received: Map<string, Value | undefined>;
  /** Whether a person is still signed in: checked before each event. */
  isAllowed?(): Promise<boolean>;
}

interface Listener extends Subscription {
  events: ReadableStreamDefaultController<Uint8Array>;
}

interface LiveSettings {
  /** The version of content that last changed each path. */
  changedPaths(): Promise<{ path: string; version: number }[]>;
  /** The public states of those orders that exist. */
  orderStates(ids: OrderId[]): Promise<Map<OrderId, PublicState>>;
  /** Another text after each change of an order. */
  bookVersion(): Promise<string>;
  /** The room of the days that visitors see. */
  readRoom(): Promise<Room | undefined>;
  clock: Clock;
  log: Log;
  keepAliveSeconds?: number;
  mostListeners?: number;
}

export type Live = ReturnType<typeof createLive>;

/**
 * Tells everybody who listens at this server what has changed, on whichever server: the path and its new version,
 * not the contents. A client that is disconnected comes back with the id of its last event, and the next poll
 * sends what it has missed.
 */
export function createLive(settings: LiveSettings) {
  const { log, keepAliveSeconds = KEEP_ALIVE_SECONDS, mostListeners = MOST_LISTENERS } = settings;
  const listeners = new Set<Listener>();
  let poll: Job | undefined;
  let keepAliveTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function startPoll(): Job {
    keepAliveTimer = setInterval(keepAlive, keepAliveSeconds * 1_000);
    const retrySeconds = POLL_RETRY_SECONDS;
    return startJob({
      name: 'live',
      everySeconds: POLL_SECONDS,
      retrySeconds,
      log,
      run: sendChanges,
    });
  }

  async function sendChanges(): Promise<void> {
    if (listeners.size === 0) return;
    const paths = new Set([...listeners].flatMap(({ received }) => [...received.keys()]));
    const values = await readValues(paths, settings);
    const version = Math.max(...[...values.values()].filter((value) => typeof value === 'number'));
    await sendToAll(({ received }) => {
      const changed = [...received.keys()].flatMap((path) => {
        const value = values.get(path);
        return value === undefined || isCurrent(received.get(path), value, version)
          ? []
          : [[path, value] as const];
      });
      if (changed.length === 0) return undefined;
      for (const [path, value] of changed) received.set(path, value);
      return `${changed.map(formatEvent).join('\n')}id: ${eventId(received, version)}\n\n`;
    });
  }

  /** Not to clients with unread events: if they read nothing, the server's timeout disconnects them. */
  function keepAlive(): Promise<void> {
    return sendToAll(({ events }) =>
      events.desiredSize === MAX_UNREAD_BYTES ? KEEP_ALIVE : undefined,
    );
  }

  async function sendToAll(messageFor: (listener: Listener) => string | undefined): Promise<void> {
    let writes = 0;
    for (const listener of [...listeners]) {
      const message = messageFor(listener);
      if (message === undefined) continue;
      const isAllowed = (await listener.isAllowed?.().catch(() => false)) ?? true;
      // The client of a session that cannot be checked connects again, and gets it then.
      if (isAllowed) send(listener, message);
      else end(listener);
      writes += 1;
      if (writes % WRITES_PER_TURN === 0) await nextTurn();
    }
  }

  /** Ends the stream of a client that does not read. It comes back for what it has missed. */
  function send(listener: Listener, message: string): void {
    if (!listeners.has(listener)) return;
    if ((listener.events.desiredSize ?? 0) <= 0) end(listener);
    else listener.events.enqueue(Buffer.from(message));
  }

  function end(listener: Listener): void {
    if (listeners.delete(listener)) listener.events.close();
  }

  return {
    /** Whether no more listeners are accepted. */
    isFull: () => isClosed || listeners.size >= mostListeners,
    /** @returns the body of a response: the events from now on. */
    subscribe(subscription: Subscription): ReadableStream<Uint8Array> {
      let listener: Listener;
      const start = (events: Listener['events']) => {
        listener = { ...subscription, events };
        listeners.add(listener);
        const retry = RETRY_MS.min + Math.random() * (RETRY_MS.max - RETRY_MS.min);
        send(listener, `retry: ${Math.round(retry)}\n\n`);
        poll ??= startPoll();
        poll.wake();
      };
      const cancel = () => void listeners.delete(listener);
      const strategy = new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES });
      return new ReadableStream({ start, cancel }, strategy);
    },
    /** Ends all streams, and accepts no more. */
    async close() {
      isClosed = true;
      for (const listener of listeners) end(listener);
      clearInterval(keepAliveTimer);
      await poll?.stop();
    },
  };
}

async function readValues(
  paths: Set<string>,
  { changedPaths, orderStates, bookVersion, readRoom, clock }: LiveSettings,
): Promise<Map<string, Value>> {
  const values = new Map<string, Value>();
  for (const { path, version } of await changedPaths()) values.set(path, version);
  const ids = [...paths].flatMap((path) => parseOrderId(ORDER.exec(path)?.[1] ?? '') ?? []);
  for (const [id, state] of ids.length > 0 ? await orderStates(ids) : []) {
    values.set(`/orders/${id}`, state);
  }
  // Holds lapse by the clock.
  if (paths.has(ROOM)) values.set(ROOM, JSON.stringify((await readRoom()) ?? null));
  // With the day: a screen that stays on shows today's orders.
  if (paths.has(ORDERS)) {
    values.set(ORDERS, `${await bookVersion()}-${londonDay(clock.now())}`);
  }
  return values;
}

/** @param newest the version of all content. A client with a newer one had it before a backup was restored. */
function isCurrent(received: Value | undefined, value: Value, newest: number): boolean {
  if (typeof value === 'string') return received === value;
  return typeof received === 'number' && received >= value && received <= newest;
}

/** Without the id: only the last of several has it, so a client that is disconnected before receives all again. */
function formatEvent([path, value]: readonly [string, Value]): string {
  const data = path === ROOM ? value : JSON.stringify(value);
  return `event: put\ndata: {"path":"${path}","data":${data}}\n`;
}

/** `12`; `12/placed` for a client that follows an order; the version of all orders for staff. */
function eventId(received: Subscription['received'], version: number): Value {
  const ofStaff = received.get(ORDERS);
  if (ofStaff !== undefined) return ofStaff;
  const order = [...received.keys()].find((path) => ORDER.test(path));
  return order === undefined ? version : `${version}/${received.get(order)}`;
}
