import { brotliCompressSync } from 'node:zlib';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, go } from './visitor.ts';

// Budgets, not timings: what a first visit loads of JavaScript, pressed as it is sent.
const BUDGETS = { '/': 115_000, [BERRY_DRIP_CAKE]: 135_000 };

for (const [path, budget] of Object.entries(BUDGETS)) {
  test(`${path} loads at most ${budget / 1000} kB of JavaScript`, async ({ page }) => {
    const scripts = new Map<string, number>();
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script') return;
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
