import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePorts } from '../../harness/free-ports.ts';
import { startRunningShop } from '../../harness/running-shop.ts';
import { type ServedFile, startFileServer } from './file-server.ts';
import { type Load, load } from './load.ts';
import { startBareNode } from './start-bare-node.ts';

export const SERVERS = ['nginx', 'bare Node', 'kept', 'not kept'] as const;
export type Server = (typeof SERVERS)[number];

const PAGES = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/cakes/celebration-cakes' },
  { name: 'cake', path: '/cakes/celebration-cakes/berry-drip-cake' },
];
/** Whatever has a query goes past the page cache. */
const PAST_THE_CACHE = '?x=1';
/** Until the engine has compiled what renders a page: some thousands of them. */
const WARM_UP_SECONDS = 4;
const SHOP_AND_PRACTICE = 4;

/** Round by round. */
export type Rounds = Record<Server, Load[]>;

/** @returns what was measured of each page. */
export async function measurePages(rounds: number, seconds: number): Promise<Map<string, Rounds>> {
  checkTools();
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-pages-'));
  const port = await freePorts(SHOP_AND_PRACTICE + 2, 56_000);
  const shop = await startRunningShop(port, { DATA_DIR: dataDir });
  // As wrk writes it: to look `localhost` up twice would try IPv6 first.
  const origin = shop.origin.replace('localhost', '127.0.0.1');
  const files = await Promise.all(PAGES.map(({ name, path }) => keptForm(name, origin + path)));
  const nginx = await startFileServer(port + SHOP_AND_PRACTICE, files);
  const bare = await startBareNode(port + SHOP_AND_PRACTICE + 1, files);
  try {
    const measured = new Map<string, Rounds>();
    for (const { name, path } of PAGES) {
      const of: Rounds = { nginx: [], 'bare Node': [], kept: [], 'not kept': [] };
      const targets = {
        nginx: { url: `${nginx.origin}/${name}`, pid: nginx.pid },
        'bare Node': { url: `${bare.origin}/${name}`, pid: bare.pid },
        kept: { url: origin + path, pid: shop.pid },
        'not kept': { url: origin + path + PAST_THE_CACHE, pid: shop.pid },
      };
      for (const server of SERVERS) await load(targets[server], WARM_UP_SECONDS);
      for (let round = 0; round < rounds; round += 1) {
        for (const server of SERVERS) of[server].push(await load(targets[server], seconds));
      }
      measured.set(name, of);
    }
    return measured;
  } finally {
    await nginx.stop();
    await bare.stop();
    await shop.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** The page exactly as it leaves the cache, for nginx to serve. */
async function keptForm(name: string, url: string): Promise<ServedFile> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { 'Accept-Encoding': 'br' } }, async (answer) => {
      const headers = Object.entries(answer.headersDistinct).flatMap(([header, values = []]) =>
        values.map((value): [string, string] => [header, value]),
      );
      resolve({ name, headers, content: await buffer(answer) });
    });
    call.on('error', reject);
    call.end();
  });
}

function checkTools(): void {
  const missing = [
    ['wrk', 'wrk'],
    ['nginx', 'nginx-light'],
  ].filter(([command = '']) => spawnSync(command, ['-v']).error !== undefined);
  if (process.platform === 'linux' && missing.length === 0) return;
  const names = missing.map(([, debian]) => debian).join(' ');
  throw new Error(`This is measured on Linux, with wrk and nginx: sudo apt-get install ${names}`);
}
