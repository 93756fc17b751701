import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, untilAnswering } from '../harness/child-process.ts';

export interface Nginx {
  /** Of the process that was started; another works for it. */
  pid: number;
  stop(): Promise<void>;
}

/** For what it does not hold in memory: where it is installed these folders are root's. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * nginx with one worker, in a folder that goes with it; resolves when it answers at the URL.
 * @param site what it is to do: the inside of `http`. The folder is its own to put files in.
 */
export async function startNginx(
  site: (folder: string) => Promise<string>,
  url: string,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-nginx-'));
  // Started by root, its worker is somebody else.
  await chmod(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr crit;
events {}
http {
  access_log off;
  ${TEMPORARY.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  ${await site(folder)}
}
`,
  );
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pid = await untilAnswering(nginx, url);
  return {
    pid,
    async stop() {
      await endProcess(nginx, 'SIGQUIT');
      await rm(folder, { recursive: true });
    },
  };
}
