import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, untilReady } from '../harness/child-process.ts';

export interface Nginx {
  /** Of the master process. */
  pid: number;
  stop(): Promise<void>;
}

/** The default folders belong to root. */
const TEMPORARY_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Starts nginx with one worker in a temporary folder and waits until it responds at the URL.
 * @param site returns the contents of the `http` block; it may write files into the folder.
 */
export async function startNginx(
  site: (folder: string) => Promise<string>,
  url: string,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-nginx-'));
  // A master of root has a worker of another user.
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
  ${TEMPORARY_FOLDERS.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  ${await site(folder)}
}
`,
  );
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pid = await untilReady(nginx, url);
  return {
    pid,
    async stop() {
      await endProcess(nginx, 'SIGQUIT');
      await rm(folder, { recursive: true });
    },
  };
}
