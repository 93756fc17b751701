import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FaultContext, Kind, KindsSettings } from './kinds.ts';
import type { TcpFault } from './tcp-proxy.ts';

/** Orders placed and paid in this time are missing in the backup. */
const AFTER_BACKUP_MS = 2_000;
/** Longer than the shop's busy timeout (server/database/sqlite-dialect.ts). */
const LONG_LOCK_MS = 7_000;

export function databaseKinds({ database, withRestore, withDisk }: KindsSettings): Kind[] {
  return [
    ...(database === 'postgres' ? postgresKinds : [locked]),
    ...(withDisk ? [diskFull, diskReadOnly] : []),
    ...(withRestore ? [restored] : []),
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
    async run({ world: { cluster }, random, wait }) {
      cluster?.freeze();
      await wait(random.between(300, 3_000));
      cluster?.thaw();
      return 1;
    },
  },
  ended('PostgreSQL restarted', 'SIGINT'),
  ended('PostgreSQL killed', 'SIGKILL'),
];

function proxied(name: string, make: (random: FaultContext['random']) => TcpFault): Kind {
  return {
    name,
    strandsEmails: true,
    async run({ world, random, wait }) {
      const proxy = random.pick(world.databaseProxies);
      proxy.set(make(random));
      await wait(random.between(200, 1_500));
      return proxy.set(undefined);
    },
  };
}

function ended(name: string, signal: 'SIGINT' | 'SIGKILL'): Kind {
  return {
    name,
    strandsEmails: true,
    async run({ world }) {
      world.cluster?.end(signal);
      return 1;
    },
  };
}

/** Another process writes, such as a backup program. */
const locked: Kind = {
  name: 'database locked',
  async run({ world, random, wait }) {
    const file = new DatabaseSync(join(world.dataDir, 'shop.sqlite'), { timeout: 1_000 });
    try {
      file.exec('begin immediate');
      await wait(random.chance(0.25) ? LONG_LOCK_MS : random.between(300, 2_000));
      file.exec('rollback');
      return 1;
    } catch {
      // The shop holds the lock, or the disk is full.
      return 0;
    } finally {
      file.close();
    }
  },
};

const diskFull: Kind = {
  name: 'disk full',
  async run({ world: { disk }, random, wait }) {
    await disk?.fill();
    await wait(random.between(300, 1_500));
    await disk?.empty();
    return 1;
  },
};

/** Linux remounts a disk read-only only without files open for writing: the servers stop first. */
const diskReadOnly: Kind = {
  name: 'disk read-only at a restart',
  alone: true,
  strandsEmails: true,
  async run({ world: { disk, servers }, random, wait }) {
    await Promise.all(servers.map((server) => server.hold('SIGKILL')));
    const isReadOnly = disk?.setReadOnly(true) ?? false;
    for (const server of servers) server.release();
    await wait(random.between(1_000, 2_000));
    disk?.setReadOnly(false);
    return isReadOnly ? 1 : 0;
  },
};

const restored: Kind = {
  name: 'backup restored',
  alone: true,
  strandsEmails: true,
  async run({ world: { command, servers, folder, history }, random, wait }) {
    const file = join(folder, `backup-${randomUUID()}`);
    const begun = Date.now();
    if (!(await command('db-backup', file))) return 0;
    await wait(AFTER_BACKUP_MS);
    await Promise.all(
      servers.map((server) => server.hold(random.pick(['SIGTERM', 'SIGKILL'] as const))),
    );
    const isDone = await command('db-restore', file, '--replace');
    history.restored(begun);
    for (const server of servers) server.release();
    return isDone ? 1 : 0;
  },
};
