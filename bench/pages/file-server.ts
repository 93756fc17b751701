import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startNginx } from '../start-nginx.ts';

/** A file and all that is to be said of it. */
export interface ServedFile {
  name: string;
  headers: [string, string][];
  content: Buffer;
}

/** It writes these itself, as the shop does. */
const ITS_OWN = ['connection', 'content-length', 'content-type', 'date', 'keep-alive'];

/** Serves files with the headers that they are given, as fast as a plain nginx does. */
export async function startFileServer(port: number, files: ServedFile[]) {
  const origin = `http://127.0.0.1:${port}`;
  const site = async (folder: string) => {
    for (const { name, content } of files) await writeFile(join(folder, name), content);
    return siteOf(folder, port, files);
  };
  const { pid, stop } = await startNginx(site, `${origin}/${files[0]?.name}`);
  // The one that answers.
  const worker = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return { origin, pid: Number(worker.trim()), stop };
}

function siteOf(folder: string, port: number, files: ServedFile[]): string {
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
