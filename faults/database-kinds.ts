import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { backUpSqlite, restoreSqlite } from '#server/commands/sqlite-backup.ts';
import { backUpPostgres, restorePostgres } from '../test/postgres.ts';
import { armKill, type Kind } from './fault.ts';
import type { World } from './world.ts';

/** Orders placed and paid in this time are missing in the backup. */
const AFTER_BACKUP_MS = 2_000;
/** Longer than the shop's busy timeout (server/db/sqlite-dialect.ts). */
const LONG_LOCK_MS = 7_000;
/** Reached by orders that the backup lacks, or has as they were. */
const KILL_POINTS_AFTER_RESTORE = [
  'orders.add end',
  'orders.expireUnopened end',
  'payments.checkoutsOf end',
  'orders.adoptCheckout end',
  'payments.expireCheckout end',
  'orders.fund end',
];

export function databaseKinds(database: 'sqlite' | 'postgres'): Kind[] {
  return [...(database === 'postgres' ? postgresKinds : [locked]), restored];
}

const postgresKinds: Kind[] = [
  {
    name: 'PostgreSQL cut off after a query',
    async begin({ databaseProxies }, random) {
      const proxy = random.pick(databaseProxies);
      proxy.startCutting();
      return async () => {
        await pause(random.between(200, 1_500));
        return proxy.stopCutting();
      };
    },
  },
  {
    name: 'PostgreSQL killed',
    /** Its supervisor starts it again. */
    async begin({ postgresFolder }) {
      let hits = 1;
      try {
        const [pid] = readFileSync(join(postgresFolder, 'data/postmaster.pid'), 'utf8').split('\n');
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It is starting after another fault.
        hits = 0;
      }
      return async () => hits;
    },
  },
];

/** Another process writes, such as a backup program. */
const locked: Kind = {
  name: 'database locked',
  async begin({ where }, random) {
    const file = new DatabaseSync(join(where.dataDir, 'shop.sqlite'), { timeout: 1_000 });
    const isLocked = lock(file);
    return async () => {
      await pause(random.chance(0.25) ? LONG_LOCK_MS : random.between(300, 2_000));
      file.close();
      return isLocked ? 1 : 0;
    };
  },
};

/** @returns false while the shop holds the lock. */
function lock(file: DatabaseSync): boolean {
  try {
    file.exec('begin immediate');
    return true;
  } catch {
    return false;
  }
}

const restored: Kind = {
  name: 'backup restored',
  alone: true,
  async begin(world, random) {
    const { servers, history, where, folder } = world;
    const file = join(folder, `backup-${randomUUID()}`);
    const begun = Date.now();
    const isDone = await backUp(where, file);
    return async () => {
      await pause(AFTER_BACKUP_MS);
      if (!isDone) return 0;
      const signal = random.pick(['SIGTERM', 'SIGKILL'] as const);
      await Promise.all(servers.map((server) => server.hold(signal)));
      const isRestored = await restore(where, file);
      history.restored(begun);
      const endKill = random.chance(0.5)
        ? armKill(world, random.pick(KILL_POINTS_AFTER_RESTORE))
        : undefined;
      for (const server of servers) server.release();
      await endKill?.();
      return isRestored ? 1 : 0;
    };
  },
};

function backUp({ databaseUrl, dataDir }: World['where'], file: string): Promise<boolean> {
  return hasSucceeded(
    databaseUrl ? backUpPostgres(databaseUrl, file) : backUpSqlite(dataDir, file),
  );
}

function restore({ databaseUrl, dataDir }: World['where'], file: string): Promise<boolean> {
  return hasSucceeded(
    databaseUrl ? restorePostgres(databaseUrl, file) : restoreSqlite(dataDir, file, true),
  );
}

/** PostgreSQL's programs only fail with an error; the functions for SQLite also return why they did nothing. */
function hasSucceeded(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    (result) => typeof result !== 'string' || ['backed-up', 'restored'].includes(result),
    () => false,
  );
}
