import { defineConfig } from '@playwright/test';
import './test/clock.ts';
import './test/run-folder.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from './test/e2e/chromium.ts';
import type { ShopOptions } from './test/e2e/shop-fixture.ts';

/** The stories of an order are told on both databases, those of the pages on one. */
const ORDER_STORIES = /order-[a-z-]+\.e2e\.ts$/;
/** It has a second, and so the machine to itself. */
const TIMED_STORY = /two-servers\.e2e\.ts$/;

export default defineConfig<ShopOptions, ShopOptions>({
  testDir: 'test/e2e',
  testMatch: /\.e2e\.ts$/,
  outputDir: 'test-results',
  globalSetup: './test/e2e/postgres-for-stories.ts',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  // Stories wait more than they work: three keep two cores busy.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // Collection days are London's, wherever the visitor and the server are.
    timezoneId: 'America/Los_Angeles',
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 10_000,
    // Traces cost a fifth of the time; one that is wanted comes with `playwright test --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_ARGUMENTS },
  },
  projects: [
    { name: 'sqlite', testIgnore: TIMED_STORY, use: { database: 'sqlite' } },
    { name: 'postgres', testMatch: ORDER_STORIES, use: { database: 'postgres' } },
    {
      name: 'phone',
      testMatch: /order-a-cake\.e2e\.ts$/,
      use: { database: 'sqlite', viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    {
      name: 'two-servers',
      testMatch: TIMED_STORY,
      dependencies: ['sqlite', 'postgres', 'phone'],
      use: { database: 'postgres' },
    },
  ],
});
