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

interface Download {
  kind: Kind;
  bytes: number;
}

export const weight: Benchmark = {
  name: 'weight',
  title: 'Browser weight',
  description: [
    `What does a first visit download? A new Chromium at 390 × 844 opens the page and waits for half a second without requests. The sizes
are those of the response bodies, JavaScript as brotli. React, React DOM and React Router are 85 kB of it; the calendar (18 kB)
loads when it comes into view.`,
  ],
  async measure() {
    const weighed = await withRunningShop(53_000, {}, async ({ origin }) => {
      const downloads: Download[][] = [];
      for (const { path } of PAGES) downloads.push(await download(origin + path));
      return PAGES.map((page, at) => ({ ...page, downloads: downloads[at] ?? [] }));
    });
    return {
      tables: [
        {
          caption: 'Bytes of a first visit, in kB (1,000 bytes)',
          columns: ['page', ...KINDS, 'all', 'requests'],
          rows: weighed.map(({ name, downloads }) => [
            name,
            ...KINDS.map((kind) => kilobytes(downloads, kind)),
            kilobytes(downloads),
            downloads.length,
          ]),
        },
      ],
      targets: weighed.map(({ name, maxScriptKb, downloads }) => ({
        name: `JavaScript, ${name}`,
        limit: maxScriptKb,
        measured: kilobytes(downloads, 'JavaScript'),
        unit: 'kB',
      })),
    };
  },
};

async function download(address: string): Promise<Download[]> {
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
    return await Promise.all(
      [...requests.values()].map(async (request) => {
        const kind = KIND_OF[request.resourceType()] ?? 'other';
        const bytes = kind === 'JavaScript' ? brotliOf(request, page) : sentBytes(request);
        return { kind, bytes: await bytes };
      }),
    );
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

function kilobytes(downloads: Download[], of?: Kind): number {
  const bytes = downloads.flatMap(({ kind, bytes }) =>
    of === undefined || kind === of ? bytes : [],
  );
  return round(bytes.reduce((sum, each) => sum + each, 0) / 1_000);
}
