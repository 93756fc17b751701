import { brotliCompressSync } from 'node:zlib';
import type { Request } from '@playwright/test';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, go } from './visitor.ts';

// Budgets, not timings: what a first visit loads of JavaScript, pressed as it is sent.
const BUDGETS = { '/': 115_000, [BERRY_DRIP_CAKE]: 135_000 };
const BOT_CHECK = /\/assets\/in-browser-/;

for (const [path, budget] of Object.entries(BUDGETS)) {
  test(`${path} loads at most ${budget / 1000} kB of JavaScript`, async ({ page }) => {
    const counted = new Set<Request>();
    const scripts = new Map<string, number>();
    let isFirstView = true;
    page.on('request', (request) => {
      // The bot check starts when the page stands and is idle: from here on it is no first view.
      if (BOT_CHECK.test(request.url())) isFirstView = false;
      if (isFirstView && request.resourceType() === 'script') counted.add(request);
    });
    page.on('response', async (response) => {
      if (!counted.has(response.request())) return;
      scripts.set(response.url(), brotliCompressSync(await response.body()).length);
    });
    await go(page, path);
    await page.waitForLoadState('networkidle');
    const weight = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
    test.info().annotations.push({ type: 'bytes', description: String(weight) });
    expect(scripts.size).toBeGreaterThan(3);
    expect(weight).toBeLessThanOrEqual(budget);
  });
}
