import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endProcess, untilReady } from '../../harness/child-process.ts';
import { startNginx } from '../start-nginx.ts';

export interface ServedFile {
  name: string;
  headers: [string, string][];
  content: Buffer;
}

/** Headers that both servers write themselves. */
const CONNECTION_HEADERS = ['connection', 'date', 'keep-alive'];
const NGINX_HEADERS = [...CONNECTION_HEADERS, 'content-length', 'content-type'];

/** Starts a `node:http` server that only writes these files: the limit of any Node server. */
export async function startBareNode(port: number, files: ServedFile[]) {
  const served = files.map(({ name, headers, content }) => {
    const own = headers.filter(([header]) => !CONNECTION_HEADERS.includes(header)).flat();
    return [name, { headers: own, text: content.toString('latin1') }];
  });
  const bare = spawn(process.execPath, ['bench/pages/bare-node.ts'], {
    env: { BARE_PORT: String(port), BARE_FILES: JSON.stringify(Object.fromEntries(served)) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const pid = await untilReady(bare, `${origin}/${files[0]?.name}`);
  return { origin, pid, stop: () => endProcess(bare) };
}

/** Starts nginx as a server of these files and headers. */
export async function startFileServer(port: number, files: ServedFile[]) {
  const origin = `http://127.0.0.1:${port}`;
  const site = async (folder: string) => {
    for (const { name, content } of files) await writeFile(join(folder, name), content);
    return `
  sendfile on;
  tcp_nopush on;
  etag off;
  server_tokens off;
  keepalive_timeout 65s;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    ${files.map(locationOf).join('\n    ')}
  }
`;
  };
  const { pid, stop } = await startNginx(site, `${origin}/${files[0]?.name}`);
  const worker = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return { origin, pid: Number(worker.trim()), stop };
}

function locationOf({ name, headers }: ServedFile): string {
  const type = headers.find(([header]) => header === 'content-type')?.[1];
  const added = headers
    .filter(([header]) => !NGINX_HEADERS.includes(header))
    .map(([header, value]) => `add_header ${header} ${quoted(value)};`);
  return `location = /${name} { default_type ${quoted(type ?? '')}; ${added.join(' ')} }`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
