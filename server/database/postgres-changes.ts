import { Client, type Notification } from 'pg';
import { OrderId } from '#domain/orders/order.ts';
import type { ChangeWatcher } from '#domain/ports.ts';
import { CATALOGUE_CHANNEL } from './announce-version.ts';
import { batch } from './batch.ts';
import { type ChangeFeed, type ChangeSource, createChangeFeed } from './change-feed.ts';

const ORDER_CHANNEL = 'order_changed';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A notification takes at most 8000 bytes, and an id and its comma 37. */
const IDS_OF_A_NOTIFICATION = 200;

/** A connection of its own beside the pool's, because `LISTEN` belongs to a connection. */
export function createPostgresFeed(databaseUrl: string): ChangeFeed {
  return createChangeFeed((tell) => keepListening(databaseUrl, tell));
}

/** `pg` does not connect again by itself, nor listen again: this does, until it is stopped. */
function keepListening(databaseUrl: string, tell: ChangeWatcher): ChangeSource {
  let client: Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let failures = 0;
  let stopped = false;
  let connecting = connect();

  async function connect(): Promise<void> {
    const fresh = new Client({
      connectionString: databaseUrl,
      application_name: 'battenberg live',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    // Without a listener it would end the process; the end itself follows.
    fresh.on('error', () => {});
    fresh.on('notification', (notification) => hear(notification, tell));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CATALOGUE_CHANNEL}; listen ${ORDER_CHANNEL}`);
      // What is sent from here are hints, which a crash may lose: they need not wait for the disk.
      await fresh.query('set synchronous_commit = off');
    } catch {
      // A server that cannot be reached is logged by whoever asks it for something.
      await fresh.end().catch(() => {});
      return connectLater();
    }
    if (stopped) return fresh.end();
    fresh.once('end', () => {
      client = undefined;
      if (!stopped) connectLater();
    });
    client = fresh;
    failures = 0;
    // Only now, when whatever comes next will be heard.
    tell.mayHaveMissed();
  }

  function connectLater(): void {
    if (stopped) return;
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    failures += 1;
    // A database that comes back is not run over by all servers at the same moment.
    const pause = longest * (0.5 + Math.random() / 2);
    again = setTimeout(() => {
      connecting = connect();
    }, pause);
  }

  return {
    announceOrder: createAnnouncer(() => client, tell),
    async stop() {
      stopped = true;
      clearTimeout(again);
      await connecting;
      await client?.end();
    },
  };
}

function hear({ channel, payload = '' }: Notification, tell: ChangeWatcher): void {
  if (channel === CATALOGUE_CHANNEL) tell.catalogueChanged();
  if (channel !== ORDER_CHANNEL) return;
  const ids = payload.split(',').flatMap((text) => OrderId.safeParse(text).data ?? []);
  for (const id of ids) tell.orderChanged(id);
}

/**
 * However many orders move on at once, there is one statement at a time, on a connection that no order
 * has to wait for.
 */
function createAnnouncer(connection: () => Client | undefined, tell: ChangeWatcher) {
  const notify = batch<OrderId>(async (ids) => {
    for (let first = 0; first < ids.length; first += IDS_OF_A_NOTIFICATION) {
      const payload = ids.slice(first, first + IDS_OF_A_NOTIFICATION).join();
      await connection()?.query('select pg_notify($1, $2)', [ORDER_CHANNEL, payload]);
    }
  });
  return (id: OrderId) => {
    // This process at least need not be reached. Otherwise it hears itself.
    if (!connection()) tell.orderChanged(id);
    // When the connection breaks meanwhile, all look again as soon as it is back.
    else notify(id).catch(() => {});
  };
}
