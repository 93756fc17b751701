import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { setPrice } from '#test/edit-cake.ts';
import { openWithContent } from '#test/open-database.ts';
import { samplePrice } from '#test/samples.ts';
import { freePorts } from '../../harness/free-ports.ts';
import { memoryAfterGc } from '../../harness/process-memory.ts';
import { type DatabaseName, openBenchDatabases } from '../databases.ts';
import { openClient } from '../http-client.ts';
import { shopVariables, startShop } from '../start-shop.ts';
import { openListeners, sharedClock } from './listeners.ts';

/** Times in milliseconds, memory in bytes. */
export interface MeasuredLive {
  servers: number;
  database: DatabaseName;
  listeners: number;
  /** The server's memory for one more listener, and V8's part of it. */
  bytesPerListener: { resident: number; heap: number };
  /** From the acknowledgement of a commit to each listener's event. */
  delays: number[];
  /** The response times of the home page with all listeners, without and with price changes. */
  pages: { unchanged: number[]; changing: number[] };
}

const PATH = '/api/live?topics=categories,cakes,calendar';
const SIZE = 'berry-drip-cake-6';
const FIRST_PRICE = 5_000;
const CHANGES = 20;
const CHANGE_PAUSE_MS = 400;
const VISITS_BEFORE = 500;
const VISIT_PAUSE_MS = 10;
/** Compiling code and filling caches does not count as a listener's memory. */
const FIRST_LISTENERS = 200;
const FIRST_VISITS = 200;
const SETTLING_MS = 2_000;

/** All listeners on one server with SQLite, and spread over two servers on one PostgreSQL. */
export async function measureLive(listeners: number): Promise<MeasuredLive[]> {
  const databases = await openBenchDatabases();
  try {
    return [
      await measureAt(await databases.fresh('SQLite'), { servers: 1, listeners }),
      await measureAt(await databases.fresh('PostgreSQL'), { servers: 2, listeners }),
    ];
  } finally {
    await databases.stop();
  }
}

interface Setting {
  servers: number;
  listeners: number;
}

async function measureAt(
  where: DatabaseLocation,
  { servers, listeners }: Setting,
): Promise<MeasuredLive> {
  const first = await freePorts(2 * servers, 53_000);
  const ports = Array.from({ length: servers }, (_, server) => first + server);
  const inspectors = ports.map((port) => port + servers);
  /** Runs in reverse order of opening. */
  const closing: (() => unknown)[] = [];
  try {
    for (const [server, port] of ports.entries()) {
      const inspect = `--inspect=127.0.0.1:${inspectors[server]}`;
      const shop = await startShop(port, shopVariables(where, port), [inspect]);
      closing.unshift(shop.stop);
    }
    // Changes of another server.
    const owner = await openWithContent(where);
    closing.unshift(owner.close);
    const page = openClient(`http://127.0.0.1:${first}`);
    closing.unshift(page.close);
    const visit = async () => (await page.call('GET', '/')).milliseconds;
    const path = `${PATH}&since=${await owner.contentVersion()}`;

    const first200 = await openListeners(ports, FIRST_LISTENERS, path);
    closing.unshift(first200.close);
    await visitUntil(visit, (visits) => visits === FIRST_VISITS);
    const memoryBefore = await memoryOf(inspectors);
    const all = await openListeners(ports, listeners, path);
    closing.unshift(all.close);
    const memoryAfter = await memoryOf(inspectors);

    const unchanged = await visitUntil(visit, (visits) => visits === VISITS_BEFORE);
    let isOver = false;
    const visits = visitUntil(visit, () => isOver);
    const delays: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      await pause(CHANGE_PAUSE_MS);
      await setPrice(owner, samplePrice(SIZE, FIRST_PRICE + change));
      const acknowledged = sharedClock();
      const times = await all.received(await owner.contentVersion());
      delays.push(...times.map((at) => at - acknowledged));
    }
    isOver = true;
    return {
      servers,
      database: where.databaseUrl ? 'PostgreSQL' : 'SQLite',
      listeners,
      bytesPerListener: {
        resident: (memoryAfter.rss - memoryBefore.rss) / listeners,
        heap: (memoryAfter.heapUsed - memoryBefore.heapUsed) / listeners,
      },
      delays,
      pages: { unchanged, changing: await visits },
    };
  } finally {
    for (const close of closing) await close();
  }
}

async function visitUntil(
  visit: () => Promise<number>,
  isDone: (visits: number) => boolean,
): Promise<number[]> {
  const milliseconds: number[] = [];
  while (!isDone(milliseconds.length)) {
    milliseconds.push(await visit());
    await pause(VISIT_PAUSE_MS);
  }
  return milliseconds;
}

/** The sum over all servers. */
async function memoryOf(inspectors: number[]): Promise<{ rss: number; heapUsed: number }> {
  await pause(SETTLING_MS);
  const sum = { rss: 0, heapUsed: 0 };
  for (const inspector of inspectors) {
    const { rss, heapUsed } = await memoryAfterGc(inspector);
    sum.rss += rss;
    sum.heapUsed += heapUsed;
  }
  return sum;
}

/** For the database, the log, Node itself and the first listeners. */
const OTHER_FILES = 500;

/** @throws when the limit of open files is too low for so many connections. */
export function checkOpenFiles(connections: number): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  if (limit === 'unlimited' || Number(limit) >= connections + OTHER_FILES) return;
  throw new Error(
    `${connections} connections need as many open files; the limit here is ${limit}.\n` +
      `Raise it in this shell: ulimit -n ${connections + OTHER_FILES}\n` +
      'If that is not permitted, raise the limit of the machine first: `nofile` in ' +
      '/etc/security/limits.conf, LimitNOFILE= for a service.',
  );
}
