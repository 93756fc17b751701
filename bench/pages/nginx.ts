import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilReachable } from '../../scripts/until-reachable.ts';

/** A file and all that is to be said of it. */
export interface ServedFile {
  name: string;
  headers: [string, string][];
  content: Buffer;
}

export interface Nginx {
  origin: string;
  /** Of the one process that answers. */
  pid: number;
  stop(): Promise<void>;
}

/** It writes these itself, as the shop does. */
const ITS_OWN = ['connection', 'content-length', 'content-type', 'date', 'keep-alive'];

/** Serves files with the headers that they are given, as fast as a plain nginx does. */
export async function startNginx(port: number, files: ServedFile[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-nginx-'));
  // Started by root, its worker is somebody else.
  await chmod(folder, 0o755);
  for (const { name, content } of files) await writeFile(join(folder, name), content);
  const config = join(folder, 'nginx.conf');
  await writeFile(config, configOf(folder, port, files));
  const master = spawn('nginx', ['-c', config, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilReachable(`${origin}/${files[0]?.name}`);
  const children = await readFile(`/proc/${master.pid}/task/${master.pid}/children`, 'utf8');
  return {
    origin,
    pid: Number(children.trim()),
    async stop() {
      const ended = once(master, 'exit');
      master.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function configOf(folder: string, port: number, files: ServedFile[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes 1;
pid ${folder}/pid;
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  etag off;
  server_tokens off;
  keepalive_timeout 65s;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    ${files.map(locationOf).join('\n    ')}
  }
}
`;
}

function locationOf({ name, headers }: ServedFile): string {
  const type = headers.find(([header]) => header === 'content-type')?.[1];
  const added = headers
    .filter(([header]) => !ITS_OWN.includes(header))
    .map(([header, value]) => `add_header ${header} ${quoted(value)};`);
  return `location = /${name} { default_type ${quoted(type ?? '')}; ${added.join(' ')} }`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
