import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { openLive } from './live-page.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE } from './visitor.ts';

test.use({ ownContext: true });

// Budgets: the JavaScript of a first visit, as it is sent with brotli, until the page is idle.
const BUDGETS = [
  { path: '/', width: 390, kilobytes: 102 },
  { path: '/', width: 1280, kilobytes: 102 },
  { path: BERRY_DRIP_CAKE, width: 390, kilobytes: 112 },
  // With options.
  { path: '/cakes/celebration-cakes/red-velvet-cake', width: 390, kilobytes: 113 },
  // The calendar is in the viewport from the start.
  { path: BERRY_DRIP_CAKE, width: 1280, kilobytes: 134 },
];

for (const { path, width, kilobytes } of BUDGETS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    const tag = width === 390 ? [] : '@nightly';
    test(`${path} loads at most ${kilobytes} kB of JavaScript`, { tag }, async ({ page }) => {
      const addresses = new Set<string>();
      page.on('request', (request) => {
        if (request.resourceType() === 'script') addresses.add(request.url());
      });
      // Includes the script of the live events.
      await openLive(page, path);
      await page.waitForLoadState('networkidle');
      let weight = 0;
      for (const address of addresses) {
        const { bytes, script } = await download(address);
        weight += bytes;
        const hasOwnersRoutes = script.includes('owner/owner-layout');
        expect(hasOwnersRoutes, address).toBe(false);
      }
      test.info().annotations.push({ type: 'bytes', description: String(weight) });
      expect(addresses.size).toBeGreaterThan(3);
      expect(weight).toBeLessThanOrEqual(kilobytes * 1000);
    });
  });
}

/** @returns the script and the number of bytes that a browser with brotli receives. */
async function download(address: string): Promise<{ bytes: number; script: string }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'br' } }, resolve).on('error', reject);
  });
  const body = Buffer.concat(await response.toArray());
  const isCompressed = response.headers['content-encoding'] === 'br';
  const script = isCompressed ? brotliDecompressSync(body) : body;
  return { bytes: body.length, script: script.toString() };
}
