import type { ServerResponse } from 'node:http';
import type { OrderId, OrderState, PublicOrder } from '#domain/orders/order.ts';
import type { Log, Ports } from '#domain/ports.ts';
import type { Shop } from '#domain/shop.ts';
import { startJob } from '#server/jobs/job.ts';
import { createSnapshot, readDelta, Topic } from './catalogue-snapshot.ts';
import {
  type EventId,
  formatEvent,
  formatOrder,
  idLine,
  KEEP_ALIVE,
  KEEP_ALIVE_SECONDS,
  retryLine,
  withId,
} from './events.ts';
import { createListenerLimits, type ListenerLimits } from './listener-limits.ts';
import { forEachInTurns, type Subscriber, send } from './subscriber.ts';

const MOST_LISTENERS = {
  /** A listener costs a socket and some kilobytes; a process sends to this many within half a second. */
  total: 20_000,
  /** Enough for an office behind one address, and too few to take all connections of a server. */
  ofCaller: 1_000,
};
/** A poll is two small queries, and none while nobody listens. */
const POLL_SECONDS = 0.05;
const POLL_RETRY_SECONDS = 5;
/** Two small queries, and none while nobody listens. */
const ROOM_MS = 500;

interface LiveSettings extends Pick<Ports, 'catalogue' | 'calendar' | 'changes'> {
  orders: Pick<Ports['orders'], 'states'>;
  shop: Pick<Shop, 'order' | 'visibleRoom'>;
  log: Log;
  keepAliveSeconds?: number;
}

interface Subscription {
  topics: Topic[];
  /** Whether the client receives the room of the days. */
  hasRoom: boolean;
  order: PublicOrder | undefined;
  /** The last event that the client has received. */
  since: EventId | undefined;
  caller: string;
}

export interface Live {
  limitReached: ListenerLimits['reached'];
  /** Sends events from now on to a response whose head has been sent. */
  subscribe(response: ServerResponse, subscription: Subscription): void;
  /** Ends all responses, and accepts no more. */
  close(): Promise<void>;
}

/** Broadcasts the changes of the catalogue and of orders to everybody who listens at this server. */
export function createLive(settings: LiveSettings): Live {
  const { changes, orders, shop, log, keepAliveSeconds = KEEP_ALIVE_SECONDS } = settings;
  const limits = createListenerLimits(MOST_LISTENERS);
  const subscribers = new Set<Subscriber>();
  /** The last state that each follower of an order has received. */
  const followers = new Map<Subscriber, { id: OrderId; state: OrderState }>();
  /** The last room that each of its subscribers has received. */
  const roomListeners = new Map<Subscriber, string | undefined>();
  let roomReadAt = Number.NEGATIVE_INFINITY;
  let snapshot = createSnapshot(settings, 0);
  let stopTimers: (() => Promise<void>) | undefined;
  let isClosed = false;

  function startTimers() {
    const run = async () => {
      if (subscribers.size > 0) await sendCatalogueChanges();
      if (followers.size > 0) await sendOrderChanges();
      if (roomListeners.size > 0) await sendRoom();
    };
    const retrySeconds = POLL_RETRY_SECONDS;
    const poll = startJob({ name: 'live', everySeconds: POLL_SECONDS, retrySeconds, log, run });
    const keepAlive = setInterval(sendKeepAlive, keepAliveSeconds * 1_000);
    return () => {
      clearInterval(keepAlive);
      return poll.stop();
    };
  }

  async function sendCatalogueChanges(): Promise<void> {
    const from = snapshot.version;
    if ((await changes.version()) === from) return;
    const { version, paths } = await changes.since(from);
    // A smaller version is that of a restored backup, and anything may differ.
    const isRestored = version < from;
    const changed = isRestored ? Topic.options.map((topic) => `/${topic}`) : paths;
    // No topic: every page shows the cafe's words.
    const words =
      isRestored || paths.includes('/words') ? [formatEvent('put', '/words', version)] : [];
    const delta = await readDelta(settings, changed);
    const messages = new Map<string, Buffer>();
    // In one tick with the list of those it is sent to: `join` adds those who need no delta.
    snapshot = createSnapshot(settings, version);
    await forEachInTurns(subscribers, (subscriber) => {
      const events = [...subscriber.topics.flatMap((topic) => delta.get(topic) ?? []), ...words];
      if (events.length === 0) return;
      const state = followers.get(subscriber)?.state;
      const key = `${subscriber.topics} ${state}`;
      const message = messages.get(key) ?? withId(events, { version, state });
      messages.set(key, message);
      send(subscriber, [message]);
    });
  }

  async function sendOrderChanges(): Promise<void> {
    const ids = new Set([...followers.values()].map(({ id }) => id));
    const states = await orders.states([...ids]);
    const outdated = [...followers].filter(
      ([, { id, state }]) => states.has(id) && states.get(id) !== state,
    );
    for (const [id, group] of Map.groupBy(outdated, ([, followed]) => followed.id)) {
      const order = await shop.order(id);
      if (!order) continue;
      const { state } = order;
      const message = withId([formatOrder(order)], { version: snapshot.version, state });
      await forEachInTurns(group, ([subscriber, followed]) => {
        followed.state = state;
        send(subscriber, [message]);
      });
    }
  }

  /** Read again and again, because holds lapse by the clock. */
  async function sendRoom(): Promise<void> {
    if (performance.now() < roomReadAt + ROOM_MS) return;
    roomReadAt = performance.now();
    const room = formatEvent('put', '/room/days', (await shop.visibleRoom()) ?? null);
    const message = Buffer.from(`${room}\n`);
    await forEachInTurns(roomListeners, ([subscriber, received]) => {
      if (received === room || subscriber.response.destroyed) return;
      roomListeners.set(subscriber, room);
      send(subscriber, [message]);
    });
  }

  /** Not to clients with unread events: if they read nothing, the server's timeout disconnects them. */
  function sendKeepAlive(): Promise<void> {
    return forEachInTurns(subscribers, (subscriber) => {
      if (subscriber.response.writableLength === 0) send(subscriber, [KEEP_ALIVE]);
    });
  }

  /** Sends what the client lacks, which is nothing or everything, and adds it to the subscribers. */
  async function join(
    subscriber: Subscriber,
    { order, since, hasRoom }: Subscription,
  ): Promise<void> {
    const version = await changes.version();
    // Nothing polls while nobody listens.
    if (subscribers.size === 0 && version !== snapshot.version) {
      snapshot = createSnapshot(settings, version);
    }
    // A larger version was issued before a backup was restored.
    let received = since && since.version <= version ? since.version : -1;
    if (received >= snapshot.version && order && order.state !== since?.state) {
      send(subscriber, [withId([formatOrder(order)], { version: received, state: order.state })]);
    }
    while (received < snapshot.version) {
      received = snapshot.version;
      send(subscriber, await formatEverything(subscriber.topics, order));
    }
    // In one tick with the comparison of versions, or the subscriber would miss a change.
    if (subscriber.response.destroyed) return;
    if (isClosed) return void subscriber.response.end();
    subscribers.add(subscriber);
    if (order) followers.set(subscriber, { id: order.id, state: order.state });
    if (hasRoom) roomListeners.set(subscriber, undefined);
  }

  /** One event at `/`. Its chunks are shared by all who receive the same snapshot. */
  async function formatEverything(topics: readonly Topic[], order: PublicOrder | undefined) {
    const { version, json } = snapshot;
    const members: [string, Buffer][] = [];
    for (const topic of topics) members.push([topic, await json(topic)]);
    if (order) members.push(['orders', Buffer.from(JSON.stringify({ [order.id]: order }))]);
    const chunks = members.flatMap(([name, value], at) => [
      Buffer.from(`${at === 0 ? '' : ','}"${name}":`),
      value,
    ]);
    const head = Buffer.from('event: put\ndata: {"path":"/","data":{');
    return [head, ...chunks, Buffer.from(`}}\n${idLine({ version, state: order?.state })}`)];
  }

  return {
    limitReached: (caller) => (isClosed ? 'server' : limits.reached(caller)),
    subscribe(response, subscription) {
      // It would emit no further `close`.
      if (response.destroyed) return;
      const { topics, caller } = subscription;
      const subscriber: Subscriber = { response, topics, maxBufferedBytes: 0 };
      limits.add(caller);
      response.on('close', () => {
        subscribers.delete(subscriber);
        followers.delete(subscriber);
        roomListeners.delete(subscriber);
        limits.remove(caller);
      });
      response.on('error', ignore);
      send(subscriber, [retryLine()]);
      stopTimers ??= startTimers();
      join(subscriber, subscription).catch((error) => {
        log.error({ err: error }, 'a live connection could not be started');
        response.destroy();
      });
    },
    async close() {
      isClosed = true;
      await forEachInTurns(subscribers, ({ response }) => response.end());
      await stopTimers?.();
    },
  };
}

/** A `close` event follows every error. */
function ignore(): void {}
