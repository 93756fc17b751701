import { execFile, spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { freePorts } from '../harness/free-ports.ts';
import { type RunningShop, withRunningShop } from '../harness/running-shop.ts';
import { atMost, type Benchmark, median, round, type Table, type Target } from './benchmark.ts';
import { type ServedFile, startBareNode, startFileServer } from './pages/servers.ts';
import { processorMs } from './processor-time.ts';

const MAX_TIMES_BARE_CPU = 1.25;
const MAX_TIMES_BARE_P99 = 2;
const MAX_UNCACHED_MS = 4;

const SERVERS = ['nginx', 'bare Node', 'cached', 'uncached'] as const;
type Server = (typeof SERVERS)[number];

const PAGES = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/cakes/celebration-cakes' },
  { name: 'cake', path: '/cakes/celebration-cakes/berry-drip-cake' },
];
/** The page cache ignores URLs with a query. */
const UNCACHED = '?x=1';
const CONNECTIONS = 64;
/** V8 compiles the rendering code in the first thousands of pages. */
const WARM_UP_SECONDS = 4;
/** Chromium's. */
const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';
const MILLISECONDS = { us: 0.001, ms: 1, s: 1_000 };

interface Load {
  requestsPerSecond: number;
  /** The server's CPU time of a request. */
  microseconds: number;
  p99Milliseconds: number;
}
/** One load per round. */
type Rounds = Record<Server, Load[]>;

export const pages: Benchmark = {
  name: 'pages',
  title: 'Pages',
  description:
    'What do a cached and an uncached page cost, compared with bare Node and with a file? wrk sends requests on 64 connections from one thread. Bare Node is ' +
    'node:http that writes the same bytes and headers; nginx has one worker and serves them from a file. The servers take turns of a few seconds; a ratio is of ' +
    'two loads of the same round, and the table has the medians. CPU is the time of the server’s process divided by the requests. Uncached is the same URL with a query.',
  sizes: ['rounds', 'seconds'],
  async measure({ rounds = 5, seconds = 3 }) {
    checkTools();
    const measured = await withRunningShop(56_000, {}, (shop) =>
      measurePages(shop, rounds, seconds),
    );
    return {
      tables: measured.map(([page, of]) => tableOf(page, of)),
      charts: [
        {
          title: 'CPU of a page',
          unit: '× bare Node',
          bars: measured.flatMap(([page, of]) => [
            { label: `${page}, nginx`, value: ratio(of, 'nginx', cpu) },
            { label: `${page}, cached`, value: ratio(of, 'cached', cpu) },
          ]),
          target: MAX_TIMES_BARE_CPU,
        },
      ],
      targets: measured.flatMap(([page, of]) => targetsOf(page, of)),
    };
  },
};

const cpu = ({ microseconds }: Load) => microseconds;
const p99 = ({ p99Milliseconds }: Load) => p99Milliseconds;
const perSecond = ({ requestsPerSecond }: Load) => requestsPerSecond;

function tableOf(page: string, of: Rounds): Table {
  return {
    caption: `${page}: medians of ${of.nginx.length} rounds`,
    columns: [
      '',
      'requests/s',
      'CPU µs',
      'p99 ms',
      'requests/s, × bare Node',
      'CPU, × bare Node',
      'p99, × bare Node',
    ],
    rows: SERVERS.map((server) => [
      server,
      Math.round(median(of[server].map(perSecond))),
      round(median(of[server].map(cpu))),
      round(median(of[server].map(p99)), 2),
      ratio(of, server, perSecond),
      ratio(of, server, cpu),
      ratio(of, server, p99),
    ]),
  };
}

function targetsOf(page: string, of: Rounds): Target[] {
  const uncachedMs = round(median(of.uncached.map(cpu)) / 1_000, 2);
  const times = '× bare Node’s';
  return [
    atMost(`${page}: CPU of a cached page`, ratio(of, 'cached', cpu), MAX_TIMES_BARE_CPU, times),
    atMost(`${page}: p99 of a cached page`, ratio(of, 'cached', p99), MAX_TIMES_BARE_P99, times),
    atMost(`${page}: CPU of an uncached page`, uncachedMs, MAX_UNCACHED_MS, 'ms'),
  ];
}

/** The median of the ratios per round: disturbances affect both loads of a round. */
function ratio(of: Rounds, server: Server, figure: (load: Load) => number): number {
  const ratios = of[server].flatMap((load, at) => {
    const bare = of['bare Node'][at];
    return bare ? [figure(load) / figure(bare)] : [];
  });
  return round(median(ratios), 2);
}

async function measurePages(
  shop: RunningShop,
  rounds: number,
  seconds: number,
): Promise<[string, Rounds][]> {
  // wrk would look `localhost` up as IPv6 first.
  const origin = shop.origin.replace('localhost', '127.0.0.1');
  const files = await Promise.all(
    PAGES.map(({ name, path }) => readCachedPage(name, origin + path)),
  );
  const port = await freePorts(2, 57_000);
  const nginx = await startFileServer(port, files);
  const bare = await startBareNode(port + 1, files);
  try {
    const measured: [string, Rounds][] = [];
    for (const { name, path } of PAGES) {
      const of: Rounds = { nginx: [], 'bare Node': [], cached: [], uncached: [] };
      const targets = {
        nginx: { url: `${nginx.origin}/${name}`, pid: nginx.pid },
        'bare Node': { url: `${bare.origin}/${name}`, pid: bare.pid },
        cached: { url: origin + path, pid: shop.pid },
        uncached: { url: origin + path + UNCACHED, pid: shop.pid },
      };
      for (const server of SERVERS) await load(targets[server], WARM_UP_SECONDS);
      for (let done = 0; done < rounds; done += 1) {
        for (const server of SERVERS) of[server].push(await load(targets[server], seconds));
      }
      measured.push([name, of]);
    }
    return measured;
  } finally {
    await nginx.stop();
    await bare.stop();
  }
}

/** Requests one page as fast as the server responds. */
async function load({ url, pid }: { url: string; pid: number }, seconds: number): Promise<Load> {
  const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}`, '--latency', '--timeout', '30s'];
  const before = processorMs(pid);
  const { stdout } = await promisify(execFile)('wrk', [
    ...options,
    '-H',
    `Accept-Encoding: ${ACCEPT_ENCODING}`,
    url,
  ]);
  const used = processorMs(pid) - before;
  const [, requests] = /(\d+) requests in/.exec(stdout) ?? [];
  if (/Non-2xx|Socket errors/.test(stdout) || !Number(requests)) {
    throw new Error(`${url} failed under load:\n${stdout}`);
  }
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  return {
    requestsPerSecond: Number(perSecond),
    microseconds: (used * 1_000) / Number(requests),
    p99Milliseconds: parseDuration(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
  };
}

function parseDuration(match: RegExpExecArray | null): number {
  const [, number, unit = ''] = match ?? [];
  const known = Object.entries(MILLISECONDS).find(([name]) => name === unit);
  return Number(number) * (known?.[1] ?? Number.NaN);
}

/** Reads a page with its headers exactly as the page cache sends it. */
async function readCachedPage(name: string, url: string): Promise<ServedFile> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { 'Accept-Encoding': 'br' } }, async (response) => {
      const headers = Object.entries(response.headersDistinct).flatMap(([header, values = []]) =>
        values.map((value): [string, string] => [header, value]),
      );
      resolve({ name, headers, content: await buffer(response) });
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
  throw new Error(`This benchmark needs Linux, wrk and nginx: sudo apt-get install ${names}`);
}
