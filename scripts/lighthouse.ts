import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { buildIfNeeded } from '../harness/build.ts';
import { freePorts } from '../harness/free-ports.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { startRunningShop } from '../harness/running-shop.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/e2e/browsers.ts';

// `npm run lighthouse`: the medians of several runs of Lighthouse's mobile preset on the built shop.

const PAGES = {
  home: '/',
  category: '/cakes/celebration-cakes',
  cake: '/cakes/celebration-cakes/berry-drip-cake',
  about: '/about-us',
};
const ROUNDS = Number(process.argv[2] ?? 5);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

checkNodeVersion();
buildIfNeeded();
const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-lighthouse-'));
const [port, debuggingPort] = [await freePorts(3, 31_000), await freePorts(1, 32_000)];
// Before the shop, which would go on running without one.
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${debuggingPort}`],
});
const shop = await startRunningShop(port, { DATA_DIR: dataDir });

// The first request of a picture creates it, which visitors rarely see.
for (const path of Object.values(PAGES)) await measure(path);

const table: Record<string, Record<string, number>> = {};
for (const [name, path] of Object.entries(PAGES)) {
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(path));
  const [first = {}] = rounds;
  table[name] = Object.fromEntries(
    Object.keys(first).map((figure) => [figure, median(rounds.map((round) => round[figure] ?? 0))]),
  );
}
console.table(table);
await browser.close();
await shop.stop();
await rm(dataDir, { recursive: true });

async function measure(path: string): Promise<Record<string, number>> {
  const result = await lighthouse(`${shop.origin}${path}`, {
    port: debuggingPort,
    logLevel: 'error',
    onlyCategories: CATEGORIES,
  });
  if (!result) throw new Error(`Lighthouse returned no result for ${path}.`);
  const { categories, audits } = result.lhr;
  for (const audit of Object.values(audits)) {
    if (process.env.FAILED && audit.score !== null && audit.score < 0.9) {
      console.log(path, audit.id, audit.score, audit.displayValue ?? '');
    }
  }
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
