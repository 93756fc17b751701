import type { ServerResponse } from 'node:http';
import { londonDay } from '#domain/calendar/days.ts';
import type { Clock } from '#domain/clock.ts';
import type { Log, Ports } from '#domain/ports.ts';
import { type Job, startJob } from '#server/jobs/job.ts';
import { KEEP_ALIVE, KEEP_ALIVE_SECONDS, retryLine } from './events.ts';
import { createListenerLimits, type ListenerLimits } from './listener-limits.ts';
import { type Subscriber, send } from './subscriber.ts';

/** People at the cafe, each with some screens. */
const MOST_LISTENERS = { total: 500, ofCaller: 20 };
/** Well within the second in which a new order appears. */
const POLL_SECONDS = 0.25;
const POLL_RETRY_SECONDS = 5;

interface BookLiveSettings {
  book: Pick<Ports['book'], 'version'>;
  clock: Clock;
  log: Log;
  keepAliveSeconds?: number;
}

interface BookSubscription {
  personId: string;
  /** The version that the screen shows, if it says so. */
  since: string | undefined;
  /** Whether the person is still signed in. */
  sessionLasts(): Promise<boolean>;
}

export interface BookLive {
  limitReached: ListenerLimits['reached'];
  /** Sends events from now on to a response whose head has been sent. */
  subscribe(response: ServerResponse, subscription: BookSubscription): void;
  /** Ends all responses, and accepts no more. */
  close(): Promise<void>;
}

/**
 * Tells the people at the cafe that an order has changed, on whichever server, and that a new day has begun:
 * a screen that stays on shows today's orders. The event has no contents: screens read again what their role
 * may see.
 */
export function createBookLive({
  book,
  clock,
  log,
  keepAliveSeconds = KEEP_ALIVE_SECONDS,
}: BookLiveSettings): BookLive {
  const limits = createListenerLimits(MOST_LISTENERS);
  const listeners = new Map<Subscriber, BookSubscription>();
  /** The version that all listeners have; undefined while nobody listens. */
  let sent: string | undefined;
  let jobs: Job[] = [];
  let isClosed = false;

  function startJobs(): void {
    if (jobs.length > 0) return;
    const retrySeconds = POLL_RETRY_SECONDS;
    jobs = [
      startJob({ name: 'book', everySeconds: POLL_SECONDS, retrySeconds, log, run: sendChanges }),
      startJob({
        name: 'book keep-alive',
        everySeconds: keepAliveSeconds,
        log,
        run: () => sendToAll(KEEP_ALIVE),
      }),
    ];
  }

  async function currentVersion(): Promise<string> {
    return `${await book.version()}-${londonDay(clock.now())}`;
  }

  async function sendChanges(): Promise<void> {
    if (listeners.size === 0) {
      sent = undefined;
      return;
    }
    const version = await currentVersion();
    if (version === sent) return;
    await sendToAll(bookEvent(version));
    // Only now: if sending fails, the next round repeats it.
    sent = version;
  }

  /** Ends the connections of people who have signed out or have been disabled. */
  async function sendToAll(message: Buffer): Promise<void> {
    for (const [subscriber, { sessionLasts }] of listeners) {
      if (await sessionLasts()) send(subscriber, [message]);
      else subscriber.response.end();
    }
  }

  async function join(subscriber: Subscriber, { since }: BookSubscription): Promise<void> {
    const version = await currentVersion();
    sent ??= version;
    if (since !== version) send(subscriber, [bookEvent(version)]);
  }

  return {
    limitReached: (person) => (isClosed ? 'server' : limits.reached(person)),
    subscribe(response, subscription) {
      // It would emit no further `close`.
      if (response.destroyed) return;
      const { personId } = subscription;
      const subscriber: Subscriber = { response, topics: [], maxBufferedBytes: 0 };
      limits.add(personId);
      response.on('close', () => {
        listeners.delete(subscriber);
        limits.remove(personId);
      });
      response.on('error', ignore);
      if (isClosed) return void response.end();
      send(subscriber, [retryLine()]);
      // Before the version is read, so that no change is missed; one may be sent twice.
      listeners.set(subscriber, subscription);
      startJobs();
      join(subscriber, subscription).catch((error) => {
        log.error({ err: error }, 'a live connection could not be started');
        response.destroy();
      });
    },
    async close() {
      isClosed = true;
      for (const { response } of listeners.keys()) response.end();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** Like an event of the catalogue about everything, so that the browser needs no other code for it. */
function bookEvent(version: string): Buffer {
  return Buffer.from(`event: put\ndata: null\nid: ${version}\n\n`);
}

/** A `close` event follows every error. */
function ignore(): void {}
