import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { buildIfNeeded } from '../harness/build.ts';
import { freePorts } from '../harness/free-ports.ts';
import { type RunningShop, withRunningShop } from '../harness/running-shop.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/e2e/browsers.ts';

// `npm run lighthouse`: the medians of several runs of Lighthouse's mobile preset on the built shop.

const PAGES = {
  home: '/',
  category: '/cakes/celebration-cakes',
  cake: '/cakes/celebration-cakes/berry-drip-cake',
  about: '/about-us',
};
const ROUNDS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

buildIfNeeded();
const debuggingPort = await freePorts(1, 32_000);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${debuggingPort}`],
});
const table = await withRunningShop(31_000, {}, measurePages).finally(() => browser.close());
console.table(table);

async function measurePages({ origin }: RunningShop) {
  // The first request of a picture creates it, which visitors rarely see.
  for (const path of Object.values(PAGES)) await measure(origin + path);

  const table: Record<string, Record<string, number>> = {};
  for (const [name, path] of Object.entries(PAGES)) {
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(origin + path));
    const [first = {}] = rounds;
    table[name] = Object.fromEntries(
      Object.keys(first).map((figure) => [
        figure,
        median(rounds.map((round) => round[figure] ?? 0)),
      ]),
    );
  }
  return table;
}

async function measure(url: string): Promise<Record<string, number>> {
  const result = await lighthouse(url, {
    port: debuggingPort,
    logLevel: 'error',
    onlyCategories: CATEGORIES,
  });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}.`);
  const { categories, audits } = result.lhr;
  return {
    ...Object.fromEntries(
      CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)]),
    ),
    ...Object.fromEntries(
      Object.entries(METRICS).map(([name, id]) => [name, round(audits[id]?.numericValue ?? 0)]),
    ),
  };
}

function round(value: number): number {
  return value < 10 ? Math.round(value * 1000) / 1000 : Math.round(value);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
