import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test';
import * as z from 'zod';
import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { postPractice } from '../../harness/practice-services.ts';
import { freeShopPorts, type RunningShop, startRunningShop } from '../../harness/running-shop.ts';
import { SHARED_PICTURES, sharePictures } from '../../harness/shared-pictures.ts';
import { clockVariablesAt, shiftDate } from '../clock.ts';
import { startPostgres } from '../postgres.ts';
import type { Owner } from './owner.ts';
import { createSharedContexts, resetContext, type SharedContexts } from './shared-contexts.ts';

export interface ShopOptions {
  database: 'sqlite' | 'postgres';
  botCheck: 'proof-of-work' | 'recaptcha';
  /** Multiplies the rate limits, so that only tests of rate limits reach one. */
  rateLimitFactor: number;
  /** The start time of the clocks of the shop and the browser; if empty, that of the test run. */
  clock: string;
}

interface Fixtures {
  /**
   * A new browser context instead of one that tests share: for a first visit, and for what
   * `resetContext` does not reset (init scripts, exposed functions, the clock, CDP sessions).
   */
  ownContext: boolean;
  /** Console errors that a test expects; any other fails it. */
  expectedErrors: RegExp | null;
  owner: Owner;
}

/**
 * For tests of motion and for those that represent the usual visitor. The others run with reduced motion,
 * because Chromium draws in software: an order costs a seventh less CPU time.
 */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Not the default, so that a test can check that pages show the configured value. */
export const RETENTION_DAYS = 45;

const Calendar = z.object({ today: z.string() });

interface WorkerFixtures extends ShopOptions {
  shop: RunningShop;
  sharedContexts: SharedContexts;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: ['sqlite', { option: true, scope: 'worker' }],
  botCheck: ['proof-of-work', { option: true, scope: 'worker' }],
  rateLimitFactor: [1_000, { option: true, scope: 'worker' }],
  clock: ['', { option: true, scope: 'worker' }],

  shop: [
    async ({ database, botCheck, rateLimitFactor, clock }, use, { parallelIndex }) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-e2e-'));
      // At another time what the first start has stored would come from the future.
      if (database === 'sqlite' && !clock) await cp(stockedFolder(), dataDir, { recursive: true });
      await sharePictures(dataDir);
      const postgres = database === 'postgres' ? await startPostgres() : undefined;
      const port = await freeShopPorts(21_000 + parallelIndex * 1_400);
      const running = await startRunningShop(port, {
        DATA_DIR: dataDir,
        DATABASE_URL: (await postgres?.url('e2e')) ?? '',
        // Each round asks about every checkout that tests have left open.
        RECONCILE_SECONDS: '5',
        ...SHARED_PICTURES,
        // Nearly each test solves a challenge. That of the first run does the full work.
        BOT_CHECK_WORK_FACTOR: '0.01',
        RETENTION_DAYS: String(RETENTION_DAYS),
        ...(botCheck === 'recaptcha' && practiceRecaptcha(port)),
        RATE_LIMIT_FACTOR: String(rateLimitFactor),
        TZ: 'Pacific/Auckland',
        ...(clock && clockVariablesAt(clock)),
      });
      await expectClockOfShop(running);
      await use(running);
      await running.stop();
      await postgres?.stop();
      await rm(dataDir, { recursive: true });
    },
    { scope: 'worker' },
  ],

  owner: async ({ shop }, use) => {
    // Loaded on use: few tests need the server's modules.
    const { openOwner } = await import('./owner.ts');
    const owner = await openOwner(shop, { now: () => timeAt(shop) });
    await use(owner);
    await owner.undo();
  },

  baseURL: async ({ shop }, use) => use(shop.origin),
  expectedErrors: async ({ shop: _ }, use) => use(null),

  sharedContexts: [
    async ({ browser }, use) => {
      const contexts = createSharedContexts(browser);
      await use(contexts);
      await contexts.close();
    },
    { scope: 'worker' },
  ],

  ownContext: [false, { option: true }],

  context: async (
    {
      browser,
      shop,
      baseURL,
      sharedContexts,
      ownContext,
      javaScriptEnabled,
      hasTouch,
      deviceScaleFactor,
    },
    use,
    testInfo,
  ) => {
    const offset = offsetOf(shop);
    const prepare = async (context: BrowserContext) => {
      // Pages without scripts have no clock to shift.
      if (offset !== 0 && javaScriptEnabled) await context.addInitScript(shiftDate, offset);
    };
    if (ownContext) {
      const context = await browser.newContext();
      await prepare(context);
      await use(context);
      await context.close();
      return;
    }
    const key = JSON.stringify([baseURL, javaScriptEnabled, hasTouch, deviceScaleFactor]);
    const context = await sharedContexts.open(key, prepare);
    await use(context);
    if (testInfo.status === testInfo.expectedStatus) {
      await resetContext(context, `${baseURL}/healthz`).catch(() => context.close());
    } else {
      await context.close();
    }
  },

  page: async (
    { context, viewport, contextOptions, shop, javaScriptEnabled, expectedErrors },
    use,
  ) => {
    const page = context.pages()[0] ?? (await context.newPage());
    if (viewport) await page.setViewportSize(viewport);
    const { reducedMotion = 'no-preference' } = contextOptions;
    await page.emulateMedia({ reducedMotion, media: null, forcedColors: null });
    if (javaScriptEnabled !== false) await expectClockOfBrowser(shop, page);
    await setPractice(shop.stripe, { webhooks: 'normal', api: 'normal' });
    await setPractice(shop.mail, { sending: 'works' });
    const errors: { text: string; url?: string }[] = [];
    page.on('console', (message) => {
      if (isComplaint(message)) {
        errors.push({ text: message.text(), url: message.location().url });
      }
    });
    page.on('pageerror', ({ message }) => {
      if (message !== ABORTED_RESPONSE) errors.push({ text: message });
    });
    await use(page);
    const unexpected = errors.filter(({ text }) => !expectedErrors?.test(text));
    expect(unexpected, 'unexpected errors in the console').toEqual([]);
  },
});

export { expect };

export async function setPractice(origin: string, settings: Record<string, string>) {
  await postPractice(origin, 'settings', settings);
}

/** How far the shop's clock is ahead of the machine's, in milliseconds. */
function offsetOf({ environment }: RunningShop): number {
  return Number(environment.CLOCK_OFFSET ?? 0);
}

/** A test at another time proves nothing if the clock of the shop or the browser is not shifted. */
async function expectClockOfShop(shop: RunningShop): Promise<void> {
  const { today } = Calendar.parse(await (await fetch(`${shop.origin}/api/calendar`)).json());
  const [now, aMinuteAgo] = [0, 60_000].map((ago) => londonDay(timeAt(shop, ago)));
  expect([now, aMinuteAgo], 'the shop has another clock').toContain(today);
}

async function expectClockOfBrowser(shop: RunningShop, page: Page): Promise<void> {
  const time = await page.evaluate(() => Date.now());
  const ahead = Math.abs(time - Date.parse(timeAt(shop)));
  expect(ahead, 'the browser has another clock').toBeLessThan(60_000);
}

export function timeAt(shop: RunningShop, millisecondsAgo = 0): Instant {
  const machineTime = performance.timeOrigin + performance.now();
  return new Date(machineTime + offsetOf(shop) - millisecondsAgo).toISOString();
}

/** Playwright's own, about `serviceWorkers: 'block'`. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright';

/**
 * React Router's own: when a navigation ends a response between its data and its end, nothing handles the two promises
 * of its end (`decode` of its turbo-stream). The page is as it should be.
 */
const ABORTED_RESPONSE = 'signal is aborted without reason';

function isComplaint(message: ConsoleMessage): boolean {
  if (message.text() === BLOCKED_WORKER) return false;
  return message.type() === 'error' || message.type() === 'warning';
}

function practiceRecaptcha(port: number) {
  return {
    RECAPTCHA_SITE_KEY: 'practice-site',
    RECAPTCHA_SECRET_KEY: 'practice-secret',
    RECAPTCHA_ORIGIN: `http://localhost:${port + 3}`,
  };
}

/** The data of a shop after its first start, by `setup.ts`. */
function stockedFolder(): string {
  return z.string().parse(process.env.E2E_STOCKED);
}
