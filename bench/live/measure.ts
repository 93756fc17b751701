import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseLocation, openDatabase } from '#server/database/open-database.ts';
import { samplePrice } from '#test/samples.ts';
import { freePorts } from '../../harness/free-ports.ts';
import { memoryHeld } from '../../scripts/fuzz/memory.ts';
import { type DatabaseName, openBenchDatabases } from '../databases.ts';
import { shopVariables, startShop } from '../start-shop.ts';
import { openCaller } from '../timed-calls.ts';
import { sharedClock } from './crowd-words.ts';
import { gather } from './crowds.ts';

/** Milliseconds, and bytes. */
export interface MeasuredLive {
  servers: number;
  database: DatabaseName;
  listeners: number;
  /** What one more listener costs its server: its memory altogether, and the part that is V8's heap. */
  bytesOfAListener: { resident: number; heap: number };
  /** From the acknowledgement of each commit to each who was told of it. */
  told: number[];
  /** Each answer of the home page: with all of them listening, and while prices change as well. */
  pages: { before: number[]; meanwhile: number[] };
}

const PATH = '/api/live?topics=categories,cakes,calendar';
const SIZE = 'berry-drip-cake-6';
const FIRST_PRICE = 5_000;
const CHANGES = 20;
const BETWEEN_CHANGES_MS = 400;
const VISITS_BEFORE = 500;
const BETWEEN_VISITS_MS = 10;
/** After the first few a server has compiled its code and filled its caches, which is no listener's cost. */
const FIRST_LISTENERS = 200;
const FIRST_VISITS = 200;
const SETTLING_MS = 2_000;

/** Everything on one server with SQLite, and spread over two on one PostgreSQL. */
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
  /** What is open, the last first. */
  const closing: (() => unknown)[] = [];
  try {
    for (const [server, port] of ports.entries()) {
      const inspect = `--inspect=127.0.0.1:${inspectors[server]}`;
      const shop = await startShop(port, shopVariables(where, port), [inspect]);
      closing.unshift(shop.stop);
    }
    // As the owner's command opens it, in a process of its own.
    const owner = await openDatabase(where);
    closing.unshift(owner.close);
    const page = openCaller(`http://127.0.0.1:${first}`);
    closing.unshift(page.close);
    const visit = async () => (await page.call('GET', '/')).milliseconds;
    const path = `${PATH}&since=${await owner.changes.version()}`;

    const few = await gather(ports, FIRST_LISTENERS, path);
    closing.unshift(few.leave);
    await visitUntil(visit, (visits) => visits === FIRST_VISITS);
    const alone = await memoryOf(inspectors);
    const crowds = await gather(ports, listeners, path);
    closing.unshift(crowds.leave);
    const together = await memoryOf(inspectors);

    const before = await visitUntil(visit, (visits) => visits === VISITS_BEFORE);
    let isOver = false;
    const visits = visitUntil(visit, () => isOver);
    const told: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      await pause(BETWEEN_CHANGES_MS);
      await owner.catalogue.setPrice(samplePrice(SIZE, FIRST_PRICE + change));
      const acknowledged = sharedClock();
      const arrivals = await crowds.told(await owner.changes.version());
      told.push(...arrivals.map((at) => at - acknowledged));
    }
    isOver = true;
    return {
      servers,
      database: where.databaseUrl ? 'PostgreSQL' : 'SQLite',
      listeners,
      bytesOfAListener: {
        resident: (together.rss - alone.rss) / listeners,
        heap: (together.heapUsed - alone.heapUsed) / listeners,
      },
      told,
      pages: { before, meanwhile: await visits },
    };
  } finally {
    for (const close of closing) await close();
  }
}

async function visitUntil(
  visit: () => Promise<number>,
  isEnough: (visits: number) => boolean,
): Promise<number[]> {
  const milliseconds: number[] = [];
  while (!isEnough(milliseconds.length)) {
    milliseconds.push(await visit());
    await pause(BETWEEN_VISITS_MS);
  }
  return milliseconds;
}

/** Of all servers, when what has just begun is over. */
async function memoryOf(inspectors: number[]): Promise<{ rss: number; heapUsed: number }> {
  await pause(SETTLING_MS);
  const sum = { rss: 0, heapUsed: 0 };
  for (const inspector of inspectors) {
    const { rss, heapUsed } = await memoryHeld(inspector);
    sum.rss += rss;
    sum.heapUsed += heapUsed;
  }
  return sum;
}
