import { brotliCompressSync } from 'node:zlib';
import { chromium, type Page, type Request } from '@playwright/test';
import { withRunningShop } from '../harness/running-shop.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/e2e/browsers.ts';
import { type Benchmark, round } from './benchmark.ts';

const PAGES = [
  { name: 'home', path: '/', maxScriptKb: 105 },
  { name: 'cake', path: '/cakes/celebration-cakes/berry-drip-cake', maxScriptKb: 112 },
];
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

/** In bytes. */
type Weight = Record<Kind, number> & { requests: number };

export const weight: Benchmark = {
  name: 'weight',
  title: 'Browser weight',
  description: [
    `What does a first visit download? A new Chromium at 390 × 844 opens the page and waits for half a second without requests. The sizes
are those of the response bodies, JavaScript as brotli. React, React DOM and React Router are 85 kB of it; the calendar (18 kB)
loads when it comes into view.`,
  ],
  async measure() {
    const weights = await withRunningShop(53_000, {}, async ({ origin }) => {
      const weighed: (Weight & (typeof PAGES)[number])[] = [];
      for (const page of PAGES) weighed.push({ ...page, ...(await weigh(origin + page.path)) });
      return weighed;
    });
    return {
      tables: [
        {
          caption: 'Bytes of a first visit, in kB (1,000 bytes)',
          columns: ['page', ...KINDS, 'all', 'requests'],
          rows: weights.map((page) => [
            page.name,
            ...KINDS.map((kind) => kilobytes(page[kind])),
            kilobytes(KINDS.reduce((sum, kind) => sum + page[kind], 0)),
            page.requests,
          ]),
        },
      ],
      targets: weights.map(({ name, maxScriptKb, JavaScript }) => ({
        name: `JavaScript, ${name}`,
        limit: maxScriptKb,
        measured: kilobytes(JavaScript),
        unit: 'kB',
      })),
    };
  },
};

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

function kilobytes(bytes: number): number {
  return round(bytes / 1_000);
}
