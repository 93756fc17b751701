import { brotliCompressSync } from 'node:zlib';
import { chromium, type Page, type Request } from '@playwright/test';
import { type RunningShop, withRunningShop } from '../harness/running-shop.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/e2e/browsers.ts';
import { atMost, type Benchmark, type Result, round } from './benchmark.ts';

const PAGES = { home: '/', cake: '/cakes/celebration-cakes/berry-drip-cake' };
const KINDS = ['document', 'JavaScript', 'CSS', 'fonts', 'pictures', 'data', 'other'] as const;
type Kind = (typeof KINDS)[number];

/** By Chromium's resource type. */
const KIND_OF: Record<string, Kind> = {
  document: 'document',
  script: 'JavaScript',
  stylesheet: 'CSS',
  font: 'fonts',
  image: 'pictures',
  fetch: 'data',
  xhr: 'data',
};

const MAX_KB = { home: 105, cake: 115 };

/** kB of JavaScript, brotli, measured on the same kind of machine on 2026-11-20. */
const EXTERNAL = [
  { label: 'React + React DOM alone', value: 58.2, external: true },
  { label: 'vercel/commerce, home', value: 151.7, external: true },
  { label: 'vercel/commerce, product', value: 154.6, external: true },
  { label: 'Medusa starter, home', value: 332.2, external: true },
  { label: 'Medusa starter, product', value: 352.8, external: true },
];

export const weight: Benchmark = {
  name: 'weight',
  title: 'Browser weight',
  description:
    'What does a first visit download? A new Chromium at 390 × 844 opens the page and waits for half a second without requests. ' +
    'The sizes are those of the response bodies; JavaScript is counted as brotli, to compare it with the external figures.',
  measure: () => withRunningShop(53_000, {}, measure),
};

async function measure({ origin }: RunningShop): Promise<Result> {
  const home = await weigh(origin + PAGES.home);
  const cake = await weigh(origin + PAGES.cake);
  const scripts = { home: kilobytes(home.JavaScript), cake: kilobytes(cake.JavaScript) };
  return {
    tables: [
      {
        caption: 'Bytes of a first visit at 390 px, in kB (1,000 bytes)',
        columns: ['page', ...KINDS, 'all', 'requests'],
        rows: [row('home', home), row('cake', cake)],
      },
    ],
    charts: [
      {
        title: 'JavaScript of a first visit, brotli',
        unit: 'kB',
        bars: [
          { label: 'Battenberg, home', value: scripts.home },
          { label: 'Battenberg, cake', value: scripts.cake },
          ...EXTERNAL,
        ],
      },
    ],
    targets: [
      atMost('JavaScript, home', scripts.home, MAX_KB.home, 'kB'),
      atMost('JavaScript, cake', scripts.cake, MAX_KB.cake, 'kB'),
    ],
  };
}

type Weight = Record<Kind, number> & { requests: number };

async function weigh(address: string): Promise<Weight> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: CHROMIUM_ARGUMENTS,
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const requests = new Map<string, Request>();
    page.on('requestfinished', (request) => requests.set(request.url(), request));
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    const weight: Weight = {
      document: 0,
      JavaScript: 0,
      CSS: 0,
      fonts: 0,
      pictures: 0,
      data: 0,
      other: 0,
      requests: requests.size,
    };
    for (const request of requests.values()) {
      const kind = KIND_OF[request.resourceType()] ?? 'other';
      weight[kind] +=
        kind === 'JavaScript' ? await brotliOf(request, page) : await sentBytes(request);
    }
    return weight;
  } finally {
    await browser.close();
  }
}

async function sentBytes(request: Request): Promise<number> {
  return (await request.sizes()).responseBodySize;
}

/** Requests the script again: Chromium does not return the bodies of worker scripts. */
async function brotliOf(request: Request, page: Page): Promise<number> {
  const script = await page.request.get(request.url());
  return brotliCompressSync(await script.body()).length;
}

function row(name: string, { requests, ...weight }: Weight): (string | number)[] {
  const all = KINDS.reduce((sum, kind) => sum + weight[kind], 0);
  return [name, ...KINDS.map((kind) => kilobytes(weight[kind])), kilobytes(all), requests];
}

function kilobytes(bytes: number): number {
  return round(bytes / 1_000);
}
