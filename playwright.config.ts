import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import './test/clock.ts';
import './test/run-folder.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from './test/e2e/browsers.ts';
import type { ShopOptions } from './test/e2e/shop-fixture.ts';

/** They change what other tests expect of a shop, so they share none with them. */
const OWN_SHOPS = /(two-servers|first-run)\.e2e\.ts$/;

// `BROWSER=firefox` or `webkit` needs Playwright's own build of it. `npm run test:firefox` drives an
// installed Firefox.
const browserName = (['firefox', 'webkit'] as const).find((name) => name === process.env.BROWSER);
const launchOptions = browserName
  ? {}
  : { executablePath: findChromium(), args: CHROMIUM_ARGUMENTS };

export default defineConfig<ShopOptions, ShopOptions>({
  testDir: 'test/e2e',
  testMatch: /\.e2e\.ts$/,
  outputDir: 'test-results',
  globalSetup: './test/e2e/setup.ts',
  // Each worker has a shop of its own, whose start takes longer than most tests. So files whose tests need
  // other settings than the shop of most tests run in one worker (`mode: 'default'`).
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  // More workers than cores are not faster. The ports of eight shops fit below 32,768, where those
  // of outgoing connections begin.
  workers: Math.min(availableParallelism(), 8),
  // The longest test has taken 74 s on two cores.
  timeout: 240_000,
  // As long as a busy machine may need: a condition that holds sooner ends the wait.
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // Collection days are London's, wherever the visitor and the server are.
    timezoneId: 'America/Los_Angeles',
    locale: 'en-GB',
    // Requests of a page that has one are not seen by `page.route`. One test allows them.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    // Tests of motion use `WITH_MOTION`.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces cost a fifth of the time. `playwright test --trace on` records them.
    trace: 'off',
    screenshot: 'only-on-failure',
    browserName: browserName ?? 'chromium',
    launchOptions,
  },
  projects: [
    { name: 'own shops', testMatch: OWN_SHOPS, use: { database: 'postgres' } },
    // Few tests, all of them nightly, because the database tests compare the two databases call by call: an order, what
    // changes the catalogue, which other tests compare, and what needs connections to refuse. They are long, so they come
    // first.
    {
      name: 'postgres',
      grep: /@postgres/,
      testIgnore: OWN_SHOPS,
      fullyParallel: false,
      use: { database: 'postgres' },
    },
    {
      name: 'sqlite',
      grepInvert: /@postgres/,
      testIgnore: OWN_SHOPS,
      use: { database: 'sqlite' },
    },
  ],
});
