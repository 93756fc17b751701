import { type RunningShop, withRunningShop } from '../harness/running-shop.ts';
import { type Benchmark, median, round } from './benchmark.ts';
import { cpuOfRequest, startBareServer } from './http-load.ts';

const PAGES = {
  home: '/',
  category: '/cakes/celebration-cakes',
  cake: '/cakes/celebration-cakes/berry-drip-cake',
};
/** The page cache ignores URLs with a query. */
const UNCACHED = '?x=1';
const ROUNDS = 5;
const REQUESTS = { bare: 20_000, cached: 4_000, uncached: 500 };
/** V8 compiles the rendering code in the first thousand pages. */
const WARM_UP = 1_000;

const MAX_TIMES_BARE = 15;
const MAX_UNCACHED_MS = 3;

interface PageCost {
  page: string;
  bareMicroseconds: number;
  cachedMicroseconds: number;
  /** The median of the ratios of each round: disturbances affect both loads of a round. */
  timesBare: number;
  uncachedMs: number;
}

export const pages: Benchmark = {
  name: 'pages',
  title: 'Pages',
  description: [
    `What do a cached and an uncached page cost? autocannon requests them on 32 connections, in turns with a bare \`node:http\` server of the
same bytes and headers; the figures are the medians of ${ROUNDS} rounds. Uncached is the same URL with a query.`,
    `Of an uncached page React takes a third, the router a fifth, garbage collection and gzip an eighth each. A shared machine makes all of
them slower: divide by the time of bare \`node:http\`, 21 µs on an idle AMD EPYC.`,
  ],
  async measure(share) {
    const costs = await withRunningShop(56_000, {}, (shop) => measurePages(shop, share));
    return {
      tables: [
        {
          caption: 'CPU of a page',
          columns: ['', 'bare node:http µs', 'cached µs', '× bare', 'uncached ms'],
          rows: costs.map((cost) => [
            cost.page,
            round(cost.bareMicroseconds),
            round(cost.cachedMicroseconds),
            cost.timesBare,
            cost.uncachedMs,
          ]),
        },
      ],
      targets: costs.flatMap(({ page, timesBare, uncachedMs }) => [
        {
          name: `cached ${page}`,
          limit: MAX_TIMES_BARE,
          measured: timesBare,
          unit: '× bare node:http',
        },
        {
          name: `uncached ${page}`,
          limit: MAX_UNCACHED_MS,
          measured: uncachedMs,
          unit: 'ms of CPU',
          whenMissed:
            'accepted: see above; only pages with a query and those of one person are not cached',
        },
      ]),
    };
  },
};

async function measurePages(shop: RunningShop, share: number): Promise<PageCost[]> {
  // `localhost` would be looked up as IPv6 first.
  const origin = shop.origin.replace('localhost', '127.0.0.1');
  const costs: PageCost[] = [];
  for (const [page, path] of Object.entries(PAGES)) {
    const cached = { url: origin + path, pid: shop.pid };
    const uncached = { url: origin + path + UNCACHED, pid: shop.pid };
    const bare = await startBareServer(cached.url);
    try {
      await cpuOfRequest(bare, WARM_UP);
      await cpuOfRequest(cached, WARM_UP);
      await cpuOfRequest(uncached, WARM_UP);
      const rounds: Record<keyof typeof REQUESTS, number>[] = [];
      while (rounds.length < ROUNDS) {
        rounds.push({
          bare: await cpuOfRequest(bare, REQUESTS.bare * share),
          cached: await cpuOfRequest(cached, REQUESTS.cached * share),
          uncached: await cpuOfRequest(uncached, REQUESTS.uncached * share),
        });
      }
      costs.push({
        page,
        bareMicroseconds: median(rounds.map((each) => each.bare)),
        cachedMicroseconds: median(rounds.map((each) => each.cached)),
        timesBare: round(median(rounds.map((each) => each.cached / each.bare))),
        uncachedMs: round(median(rounds.map((each) => each.uncached)) / 1_000, 2),
      });
    } finally {
      await bare.stop();
    }
  }
  return costs;
}
