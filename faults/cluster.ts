import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, startCluster } from '../test/postgres.ts';

/** A PostgreSQL that the campaign can freeze, restart and kill. */
export interface FaultyCluster {
  /** The shop's database, without a proxy. */
  url: string;
  socket: string;
  freeze(): void;
  thaw(): void;
  /** `SIGINT` is a fast shutdown. The supervisor restarts the server. */
  end(signal: 'SIGINT' | 'SIGKILL'): void;
  stop(): Promise<void>;
}

/** A commit must survive a killed server, but not a power cut. */
const SETTINGS = ['fsync=off', 'full_page_writes=off'];

export async function startFaultyCluster(): Promise<FaultyCluster> {
  const { adminUrl, folder, stop } = await startCluster(SETTINGS, { supervised: true });
  const url = await createDatabase({ adminUrl, prefix: 'battenberg_' }, 'faults');
  let frozen: number[] = [];

  function postmaster(): number | undefined {
    try {
      return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      // PostgreSQL is starting.
      return undefined;
    }
  }

  function thaw(): void {
    for (const id of frozen) signal(id, 'SIGCONT');
    frozen = [];
  }

  return {
    url,
    socket: join(folder, '.s.PGSQL.5432'),
    freeze() {
      const server = postmaster();
      if (server === undefined) return;
      // The server first, so that it starts no more processes.
      signal(server, 'SIGSTOP');
      frozen = [server, ...childrenOf(server)];
      for (const id of frozen) signal(id, 'SIGSTOP');
    },
    thaw,
    end(how) {
      const server = postmaster();
      if (server !== undefined) signal(server, how);
    },
    async stop() {
      thaw();
      await stop();
    },
  };
}

function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(parent)], {
    encoding: 'utf8',
  });
  return stdout.split(/\s+/).filter(Boolean).map(Number);
}

/** The process may have ended. */
function signal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch {}
}
