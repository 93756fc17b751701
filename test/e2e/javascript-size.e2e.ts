import { brotliCompressSync } from 'node:zlib';
import { openLive } from './live-page.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE } from './visitor.ts';

test.use({ ownContext: true });

// Budgets: the JavaScript of a first visit, brotli-compressed, until the page is idle. The bot check
// of a cake's page is included.
const BUDGETS = [
  { path: '/', width: 390, kilobytes: 105 },
  { path: '/', width: 1280, kilobytes: 105 },
  { path: BERRY_DRIP_CAKE, width: 390, kilobytes: 115 },
  // The calendar is in the viewport from the start.
  { path: BERRY_DRIP_CAKE, width: 1280, kilobytes: 134 },
];

for (const { path, width, kilobytes } of BUDGETS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test(`${path} loads at most ${kilobytes} kB of JavaScript`, async ({ page }) => {
      const addresses = new Set<string>();
      page.on('request', (request) => {
        if (request.resourceType() === 'script') addresses.add(request.url());
      });
      // Includes the script of the live events.
      await openLive(page, path);
      await page.waitForLoadState('networkidle');
      let weight = 0;
      for (const address of addresses) {
        const script = await (await page.request.get(address)).body();
        weight += brotliCompressSync(script).length;
        const hasOwnersRoutes = script.includes('owner/owner-layout');
        expect(hasOwnersRoutes, address).toBe(false);
      }
      test.info().annotations.push({ type: 'bytes', description: String(weight) });
      expect(addresses.size).toBeGreaterThan(3);
      expect(weight).toBeLessThanOrEqual(kilobytes * 1000);
    });
  });
}
