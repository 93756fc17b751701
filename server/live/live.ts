import type { ServerResponse } from 'node:http';
import type { PublicOrder } from '#domain/orders/order.ts';
import type { Log, Ports, WatchChanges } from '#domain/ports.ts';
import type { Shop } from '#domain/shop.ts';
import { startCatalogueHub } from './catalogue-hub.ts';
import { catchUp } from './catch-up.ts';
import type { Edition } from './edition.ts';
import type { EventId } from './event-id.ts';
import { KEEP_ALIVE, retryLine } from './events.ts';
import { createSeats, type Seats } from './listener-limits.ts';
import { startOrderHub } from './order-hub.ts';
import { forEachInTurn, type Subscriber, tell } from './subscriber.ts';
import type { Topic } from './topics.ts';

/** Below what proxies (60 s) and the server itself (server/http/listen.ts) take for dead. */
const KEEP_ALIVE_SECONDS = 25;
/** How long a change may stay unheard of that nobody was told of. Two small queries, whoever listens. */
const LOOK_EVERY_SECONDS = 5;
/** Those whom a restart has cut off come back one after the other. */
const RETRY_MS = { least: 1_000, most: 5_000 };

export interface LiveSettings extends Pick<Ports, 'catalogue' | 'calendar' | 'changes'> {
  orders: Pick<Ports['orders'], 'states'>;
  shop: Pick<Shop, 'order'>;
  watchChanges: WatchChanges;
  log: Log;
  keepAliveSeconds?: number;
}

export interface Wanted {
  topics: Topic[];
  order: PublicOrder | undefined;
  /** The last that was heard, if anything was. */
  since: EventId | undefined;
  /** Who is counted as one. */
  caller: string;
}

export interface Live {
  /** Says what has no seat left: this server, or this caller. */
  whyFull: Seats['whyFull'];
  /** From now on the answer, whose head has been sent, is told what changes. */
  subscribe(answer: ServerResponse, wanted: Wanted): void;
  /** Ends all answers, and takes no more. */
  close(): Promise<void>;
}

/** Tells whoever listens what changes; does nothing until the first one does. */
export function createLive(settings: LiveSettings): Live {
  const seats = createSeats();
  const subscribers = new Set<Subscriber>();
  const { keepAliveSeconds = KEEP_ALIVE_SECONDS } = settings;
  let begun: ReturnType<typeof begin> | undefined;
  let closed = false;

  async function begin() {
    const common = { ...settings, lookEverySeconds: LOOK_EVERY_SECONDS };
    const catalogueHub = await startCatalogueHub({ ...common, subscribers });
    const orderHub = startOrderHub(common);
    const stopWatching = settings.watchChanges({
      catalogueChanged: catalogueHub.wake,
      orderChanged: orderHub.wake,
      mayHaveMissed() {
        catalogueHub.wake();
        orderHub.wake();
      },
    });
    const keepingAlive = setInterval(() => keepAlive(subscribers), keepAliveSeconds * 1_000);
    const stop = async () => {
      clearInterval(keepingAlive);
      await stopWatching();
      await Promise.all([catalogueHub.stop(), orderHub.stop()]);
    };
    return { catalogueHub, orderHub, stop };
  }

  async function join(subscriber: Subscriber, { order, since }: Wanted): Promise<void> {
    // A beginning that has failed is tried again by the next.
    begun ??= begin().catch((error) => {
      begun = undefined;
      throw error;
    });
    const { catalogueHub, orderHub } = await begun;
    const newest = catalogueHub.edition;
    const known = since && (await wasGivenOut(since, newest(), settings.changes));
    await catchUp(subscriber, {
      newest,
      since: known ? since : undefined,
      order,
      join() {
        if (subscriber.answer.destroyed) return;
        if (closed) return void subscriber.answer.end();
        subscribers.add(subscriber);
        if (order) orderHub.add(subscriber, order.id);
      },
    });
  }

  function leave(subscriber: Subscriber, caller: string): void {
    subscribers.delete(subscriber);
    seats.leave(caller);
  }

  return {
    whyFull: (caller) => (closed ? 'server' : seats.whyFull(caller)),
    subscribe(answer, wanted) {
      // A connection that was gone before its answer was handed over says so no more.
      if (answer.destroyed) return;
      const subscriber = createSubscriber(answer, wanted);
      const { caller } = wanted;
      seats.take(caller);
      answer.on('close', () => leave(subscriber, caller));
      answer.on('error', ignore);
      tell(subscriber, [retryLine(between(RETRY_MS))]);
      join(subscriber, wanted).catch((error) => {
        settings.log.error({ err: error }, 'what a listener had missed could not be told');
        answer.destroy();
      });
    },
    async close() {
      closed = true;
      await forEachInTurn(subscribers, ({ answer }) => answer.end());
      // What has not begun by now never will.
      await begun?.then(({ stop }) => stop(), ignore);
    },
  };
}

/** What breaks is closed, and that is heard. */
function ignore(): void {}

/** By this database or by none: it may be from before a backup was put in its place. */
async function wasGivenOut(
  { version }: EventId,
  newest: Edition,
  changes: Pick<Ports['changes'], 'version'>,
): Promise<boolean> {
  if (version === 0) return false;
  // Another server may be ahead of this one.
  return version <= newest.version || version <= (await changes.version());
}

function createSubscriber(answer: ServerResponse, { topics, order }: Wanted): Subscriber {
  return {
    answer,
    topics,
    version: 0,
    order: order && { id: order.id, state: order.state },
    patience: 0,
  };
}

function between({ least, most }: { least: number; most: number }): number {
  return least + Math.random() * (most - least);
}

/** Not for those who still have something to take: if they take nothing, the server cuts them off. */
function keepAlive(subscribers: Set<Subscriber>): Promise<void> {
  return forEachInTurn(subscribers, (subscriber) => {
    if (subscriber.answer.writableLength === 0) tell(subscriber, KEEP_ALIVE);
  });
}
