import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setPrice } from '#test/edit-cake.ts';
import { openWithContent } from '#test/open-database.ts';
import { samplePrice } from '#test/samples.ts';
import { freePorts } from '../harness/free-ports.ts';
import { memoryAfterGc } from '../harness/process-memory.ts';
import { startRunningShop } from '../harness/running-shop.ts';
import { type Benchmark, percentile, round } from './benchmark.ts';
import { type EmptyDatabase, settingsOf, withDatabase } from './databases.ts';
import { processorMs } from './processes.ts';
import { fetchText } from './shopper.ts';

const LISTENERS = 10_000;
/** Compiling code and filling caches does not count as a listener's memory. */
const FIRST_LISTENERS = 200;
const WARM_UP_PAGES = 500;
/** The backlog of a listening socket is 511. */
const CONCURRENT_CONNECTS = 100;
const SETTLING_MS = 2_000;
const CHANGES = 20;
const CHANGE_PAUSE_MS = 500;
const SIZE = 'berry-drip-cake-6';
const FIRST_PRICE = 5_000;
/** For the database, the log, Node itself and the first listeners. */
const OTHER_FILES = 500;
/** Of the shop, its practice services and the inspector. */
const PORTS = 6;

const MAX_KILOBYTES = 15;
const MAX_EVENT_MICROSECONDS = 40;
const MAX_DELAY_MS = 500;
const MEMORY_MISSED = 'accepted: a stream for each (decisions/015); a cafe has a hundred listeners';
const DELAY_MISSED =
  'accepted: up to 250 ms until the server looks, then one write after another; see the event’s CPU';

/** Chromium's: the size of the headers counts, because Node keeps them. */
const HEADERS = [
  'Connection: keep-alive',
  'sec-ch-ua-platform: "Linux"',
  'Cache-Control: no-cache',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Accept: text/event-stream',
  'sec-ch-ua: "Chromium";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile: ?0',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Dest: empty',
  'Referer: http://127.0.0.1/cakes/celebration-cakes',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9',
].join('\r\n');

export const live: Benchmark = {
  name: 'live',
  title: 'Live',
  description: [
    `What do ${LISTENERS.toLocaleString('en-GB')} live listeners cost a server on SQLite? Memory is measured after garbage collection, with and without them. Then another
process changes a price twice a second; the delay counts from the acknowledgement of the commit to each listener's event, and a
server looks for changes every 250 ms.`,
  ],
  async measure(share) {
    const listeners = LISTENERS * share;
    checkOpenFiles(listeners);
    const measured = await withDatabase('SQLite', (empty) => measureLive(empty, listeners));
    const { residentBytes, heapBytes, eventMicroseconds, delays } = measured;
    const p99 = Math.round(percentile(delays, 0.99));
    return {
      tables: [
        {
          caption: `${listeners.toLocaleString('en-GB')} listeners`,
          columns: ['', 'memory kB', 'of it heap kB', 'delay p50 ms', 'p99 ms', 'last ms'],
          rows: [
            [
              'each',
              round(residentBytes / 1_000),
              round(heapBytes / 1_000),
              ...[0.5, 0.99, 1].map((part) => Math.round(percentile(delays, part))),
            ],
          ],
        },
      ],
      targets: [
        {
          name: 'memory of a listener',
          limit: MAX_KILOBYTES,
          measured: round(residentBytes / 1_000),
          unit: 'kB',
          whenMissed: MEMORY_MISSED,
        },
        {
          name: 'event for a listener',
          limit: MAX_EVENT_MICROSECONDS,
          measured: round(eventMicroseconds),
          unit: 'µs of CPU',
        },
        {
          name: 'commit to event, p99',
          limit: MAX_DELAY_MS,
          measured: p99,
          unit: 'ms',
          whenMissed: DELAY_MISSED,
        },
      ],
    };
  },
};

async function measureLive({ where }: EmptyDatabase, listeners: number) {
  const port = await freePorts(PORTS, 53_000);
  const inspector = port + PORTS - 1;
  const shop = await startRunningShop(port, settingsOf(where), [
    `--inspect=127.0.0.1:${inspector}`,
  ]);
  // Its changes are those of another server.
  const owner = await openWithContent(where);
  const sockets: Socket[] = [];
  try {
    const path = `/api/live?topics=categories,cakes,calendar&since=${await owner.contentVersion()}`;
    const arrivals: number[] = [];
    const openListeners = async (count: number) => {
      while (count > 0) {
        const next = Array.from({ length: Math.min(count, CONCURRENT_CONNECTS) }, () =>
          openListener(port, path, () => arrivals.push(performance.now())),
        );
        sockets.push(...(await Promise.all(next)));
        count -= next.length;
      }
    };
    const memory = async () => {
      await pause(SETTLING_MS);
      return memoryAfterGc(inspector);
    };
    await openListeners(FIRST_LISTENERS);
    for (let done = 0; done < WARM_UP_PAGES; done += 1) await fetchText(200, shop.origin);
    const before = await memory();
    await openListeners(listeners);
    const after = await memory();

    const cpuBefore = processorMs(shop.pid);
    const delays: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      arrivals.length = 0;
      await setPrice(owner, samplePrice(SIZE, FIRST_PRICE + change));
      const acknowledged = performance.now();
      while (arrivals.length < sockets.length) await pause(1);
      delays.push(...arrivals.map((at) => at - acknowledged));
      await pause(Math.max(0, CHANGE_PAUSE_MS - (performance.now() - acknowledged)));
    }
    const cpuMs = processorMs(shop.pid) - cpuBefore;
    return {
      residentBytes: (after.rss - before.rss) / listeners,
      heapBytes: (after.heapUsed - before.heapUsed) / listeners,
      eventMicroseconds: (cpuMs * 1_000) / (CHANGES * sockets.length),
      delays,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await owner.close();
    await shop.stop();
  }
}

/** Resolves when the response has begun. Calls `received` for each event that a change causes. */
function openListener(port: number, path: string, received: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${HEADERS}\r\n\r\n`);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      if (text.startsWith('HTTP/1.1 200')) resolve(socket);
      if (text.includes('\nid: ')) received();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('A listener lost its connection.')));
  });
}

/** @throws when the limit of open files is too low for so many connections. */
function checkOpenFiles(connections: number): void {
  const needed = connections + OTHER_FILES;
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  if (limit === 'unlimited' || Number(limit) >= needed) return;
  throw new Error(
    `The limit of open files here is ${limit}. Raise it in this shell: ulimit -n ${needed}`,
  );
}
