import type { Page } from '@playwright/test';
import { openLive } from './live-page.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE } from './visitor.ts';

// At 1280 px the calendar is in the viewport from the start, and its library uses Intl.
test.use({ ownContext: true, viewport: { width: 390, height: 844 } });

test('pages hydrate without Intl, whose first use is slow', { tag: '@nightly' }, async ({
  page,
}) => {
  const uses = await watchIntl(page);
  for (const path of ['/', '/cakes/celebration-cakes', BERRY_DRIP_CAKE]) {
    await openLive(page, path);
    expect(uses, path).toEqual([]);
    // Check that the proxies record uses.
    await page.evaluate(() => [(1_000).toLocaleString('en-GB'), new Intl.PluralRules('en-GB')]);
    expect(uses.splice(0)).toEqual(['toLocaleString', 'PluralRules']);
  }
});

/** @returns the names of the used functions; the array grows with each use. */
async function watchIntl(page: Page): Promise<string[]> {
  const uses: string[] = [];
  await page.exposeFunction('report', (name: string) => uses.push(name));
  await page.addInitScript(() => {
    const report = Reflect.get(window, 'report');
    function watch(owner: object, name: string) {
      const watched = new Proxy(Reflect.get(owner, name), {
        construct(target, values) {
          report(name);
          return Reflect.construct(target, values);
        },
        apply(target, self, values) {
          report(name);
          return Reflect.apply(target, self, values);
        },
      });
      Reflect.set(owner, name, watched);
    }
    for (const name of Object.getOwnPropertyNames(Intl)) watch(Intl, name);
    watch(Number.prototype, 'toLocaleString');
    for (const kind of ['', 'Date', 'Time']) watch(Date.prototype, `toLocale${kind}String`);
  });
  return uses;
}
