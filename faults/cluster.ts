import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, startCluster } from '../test/postgres.ts';

/** A PostgreSQL of the campaign's own, which it may freeze, restart and kill. */
export interface FaultyCluster {
  /** The shop's database, reached without a proxy. */
  url: string;
  socket: string;
  freeze(): void;
  thaw(): void;
  /** `SIGINT` is a fast shutdown. The supervisor starts it again. */
  end(signal: 'SIGINT' | 'SIGKILL'): void;
  stop(): Promise<void>;
}

/** A commit has to survive a killed server, but not a power cut. */
const SETTINGS = ['fsync=off', 'full_page_writes=off'];

export async function startFaultyCluster(): Promise<FaultyCluster> {
  const { adminUrl, folder, stop } = await startCluster(SETTINGS, { supervised: true });
  const url = await createDatabase({ adminUrl, prefix: 'battenberg_' }, 'faults');
  let frozen: number[] = [];

  function postmaster(): number | undefined {
    try {
      return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      // It is being started.
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
      // First the server, so that it starts no process that is not seen.
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

/** A process that has ended meanwhile needs none. */
function signal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch {}
}
