import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backUpPostgres, restorePostgres } from '../test/postgres.ts';
import { type FaultContext, type Kind, type KindsSettings, killAnyAt } from './fault.ts';
import type { Random } from './random.ts';
import type { ArmedKill, ShopServer } from './shop-server.ts';
import type { TcpFault } from './tcp-proxy.ts';
import type { World } from './world.ts';

/** Orders placed and paid in this time are missing in the backup. */
const AFTER_BACKUP_MS = 2_000;
/** Longer than the shop's busy timeout (server/db/sqlite-dialect.ts). */
const LONG_LOCK_MS = 7_000;
/** The bot check or a full day may reject an order first. */
const MOST_TRIES = 5;

export function databaseKinds({ database, withRestore, withDisk }: KindsSettings): Kind[] {
  return [
    ...(database === 'postgres' ? postgresKinds : [locked]),
    ...(withDisk ? [diskFull, diskReadOnly] : []),
    ...(withRestore ? [restored, ...KILL_POINTS_AFTER_RESTORE.map(replacedAfterRestore)] : []),
  ];
}

const postgresKinds: Kind[] = [
  proxied('PostgreSQL delayed', (random) => ({ kind: 'delay', ms: random.between(20, 300) })),
  proxied('PostgreSQL cut off', () => ({ kind: 'cut' })),
  proxied('PostgreSQL cut after a query', () => ({ kind: 'cut-after' })),
  proxied('PostgreSQL hung', () => ({ kind: 'hang' })),
  proxied('PostgreSQL answered with garbage', () => ({ kind: 'garbage' })),
  {
    name: 'PostgreSQL frozen',
    async begin({ world: { cluster }, random }) {
      cluster?.freeze();
      return {
        maxMs: random.between(300, 3_000),
        async end() {
          cluster?.thaw();
          return 1;
        },
      };
    },
  },
  ended('PostgreSQL restarted', 'SIGINT'),
  ended('PostgreSQL killed', 'SIGKILL'),
];

function proxied(name: string, make: (random: FaultContext['random']) => TcpFault): Kind {
  return {
    name,
    strandsEmails: true,
    async begin({ world, random }) {
      const proxy = random.pick(world.databaseProxies);
      proxy.set(make(random));
      return { maxMs: random.between(200, 1_500), end: async () => proxy.set(undefined) };
    },
  };
}

function ended(name: string, signal: 'SIGINT' | 'SIGKILL'): Kind {
  return {
    name,
    strandsEmails: true,
    async begin({ world }) {
      world.cluster?.end(signal);
      return { maxMs: 0, end: async () => 1 };
    },
  };
}

/** Another process writes, such as a backup program. */
const locked: Kind = {
  name: 'database locked',
  async begin({ world, random }) {
    const file = new DatabaseSync(join(world.dataDir, 'shop.sqlite'), { timeout: 1_000 });
    const isLocked = lock(file);
    return {
      maxMs: random.chance(0.25) ? LONG_LOCK_MS : random.between(300, 2_000),
      async end() {
        file.close();
        return isLocked ? 1 : 0;
      },
    };
  },
};

/** @returns false while the shop holds the lock, or when the disk is full. */
function lock(file: DatabaseSync): boolean {
  try {
    file.exec('begin immediate');
    return true;
  } catch {
    return false;
  }
}

const diskFull: Kind = {
  name: 'disk full',
  async begin({ world: { disk }, random }) {
    await disk?.fill();
    return {
      maxMs: random.between(300, 1_500),
      async end() {
        await disk?.empty();
        return 1;
      },
    };
  },
};

/** Linux remounts a disk read-only only without files open for writing: the servers stop first. */
const diskReadOnly: Kind = {
  name: 'disk read-only at a restart',
  alone: true,
  strandsEmails: true,
  async begin({ world: { disk, servers }, random }) {
    await Promise.all(servers.map((server) => server.hold('SIGKILL')));
    const isReadOnly = disk?.setReadOnly(true) ?? false;
    for (const server of servers) server.release();
    return {
      maxMs: random.between(1_000, 2_000),
      async end() {
        disk?.setReadOnly(false);
        return isReadOnly ? 1 : 0;
      },
    };
  },
};

const restored: Kind = {
  name: 'backup restored',
  alone: true,
  strandsEmails: true,
  async begin({ world, random }) {
    const backup = await backUp(world);
    return {
      maxMs: AFTER_BACKUP_MS,
      end: async () => ((await restore(world, backup, random)) ? 1 : 0),
    };
  },
};

interface PointAfterRestore {
  at: string;
  /** Whether the backup has the order, without its checkout; undefined: at random. */
  withOrder?: boolean;
  /** Whether its checkout is paid before the backup is restored; undefined: at random. */
  isPaid?: boolean;
}

/** After each effect of an order that replaces one whose checkout the restored backup does not know. */
const KILL_POINTS_AFTER_RESTORE: PointAfterRestore[] = [
  { at: 'orders.expireUnopened end', withOrder: true },
  { at: 'payments.checkoutsOf end' },
  { at: 'orders.adoptCheckout end', withOrder: true, isPaid: true },
  { at: 'payments.expireCheckout end' },
  { at: 'orders.fund end', isPaid: true },
  { at: 'orders.add end', isPaid: false },
];

function replacedAfterRestore(point: PointAfterRestore): Kind {
  return {
    name: `replaced after a restored backup, kill -9 at ${point.at}`,
    alone: true,
    strandsEmails: true,
    step: 'own visit',
    async begin({ world, random, visit }) {
      const { servers, stripe, setPractice } = world;
      const { withOrder, isPaid } = point;
      let backup: Backup | undefined;
      let kill: ArmedKill | undefined;
      // The comparison of all payments at each start may find the payment first.
      const search = stripe.arm(
        Number.POSITIVE_INFINITY,
        () => ({ kind: 'cut', delivered: false }),
        // The search for the checkouts of one order expands nothing.
        ({ path }) => path.includes('status=complete') && path.includes('expand'),
      );
      await visit({
        plan: { pays: isPaid ?? random.chance(0.5) },
        restoring: {
          async backUp(id, place) {
            if (withOrder ?? random.chance(0.7)) await withoutCheckout(servers, id, place);
            backup = await backUp(world);
            // An event of the payment would tell of the order.
            await setPractice('stripe', { webhooks: 'never' });
          },
          async restore(id) {
            kill = await killAnyAt(servers, point.at, id);
            if (backup) await restore(world, backup, random);
          },
        },
      });
      return {
        maxMs: 0,
        async end() {
          await setPractice('stripe', { webhooks: 'normal' });
          search.disarm();
          kill?.disarm();
          return kill?.hasHappened() ? 1 : 0;
        },
      };
    },
  };
}

/** Stores the order without a checkout: its server is killed before it opens one. */
async function withoutCheckout(
  servers: ShopServer[],
  id: string,
  place: () => Promise<unknown>,
): Promise<void> {
  const kill = await killAnyAt(servers, 'payments.openCheckout start', id);
  for (let tries = 0; tries < MOST_TRIES && !kill.hasHappened(); tries += 1) await place();
  kill.disarm();
}

interface Backup {
  file: string;
  begun: number;
  isDone: boolean;
}

async function backUp({ command, folder, where }: World): Promise<Backup> {
  const file = join(folder, `backup-${randomUUID()}`);
  const begun = Date.now();
  const isDone = where.databaseUrl
    ? await hasSucceeded(backUpPostgres(where.databaseUrl, file))
    : await command('db-backup', file);
  return { file, begun, isDone };
}

function hasSucceeded(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** Restores it while no server runs. */
async function restore(
  { command, servers, history, where }: World,
  { file, begun, isDone }: Backup,
  random: Random,
): Promise<boolean> {
  if (!isDone) return false;
  await Promise.all(
    servers.map((server) => server.hold(random.pick(['SIGTERM', 'SIGKILL'] as const))),
  );
  const isRestored = where.databaseUrl
    ? await hasSucceeded(restorePostgres(where.databaseUrl, file))
    : await command('db-restore', file, '--replace');
  history.restored(begun);
  for (const server of servers) server.release();
  return isRestored;
}
