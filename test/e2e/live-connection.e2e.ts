import type { Page } from '@playwright/test';
import { openLive, recordConnections } from './live-page.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

const price = (page: Page, text: string) =>
  page.getByRole('radio', { name: new RegExp(`8 inches .*${text}`) });

test('a hidden tab disconnects, and catches up when it is visible again', {
  tag: '@nightly',
}, async ({ page, owner }) => {
  const connections = recordConnections(page);
  await openLive(page, BERRY_DRIP_CAKE);
  const hungUp = page.waitForEvent('requestfailed', (request) => request.url().includes('/live'));
  await show(page, 'hidden');
  await hungUp;
  await owner.changePrice('berry-drip-cake', '8', 72, 68);
  await expect(price(page, '£68')).toBeVisible();
  expect(connections).toHaveLength(1);

  await show(page, 'visible');
  await expect(price(page, '£72')).toBeVisible();
  expect(connections).toHaveLength(2);
  expect(connections[1]?.get('since')).toBe(connections[0]?.get('since'));
});

test('navigation opens a new connection only when the topics change', { tag: '@nightly' }, async ({
  page,
  owner,
}) => {
  const connections = recordConnections(page);
  await openLive(page, '/cakes/celebration-cakes');
  await page.getByRole('link', { name: /Berry Drip Cake/ }).click();
  await expect
    .poll(() => connections.map((each) => each.get('topics')))
    .toEqual(['categories,cakes', 'cakes,calendar']);
  await owner.changePrice('berry-drip-cake', '8', 73, 68);
  await expect(price(page, '£73')).toBeVisible();
  await page.getByRole('link', { name: 'ABOUT US' }).click();
  await expect(page).toHaveTitle(/About us/);
  expect(connections).toHaveLength(2);
});

test('a stale cached page catches up after it connects', { tag: '@nightly' }, async ({
  page,
  owner,
}) => {
  // Like a page from a shared cache.
  const cached = await page.request.get(BERRY_DRIP_CAKE);
  const body = await cached.text();
  await owner.changePrice('berry-drip-cake', '8', 74, 68);
  await page.route(`**${BERRY_DRIP_CAKE}`, (route) =>
    route.fulfill({ body, headers: cached.headers() }),
  );
  await openPage(page, BERRY_DRIP_CAKE);
  await expect(price(page, '£74')).toBeVisible();
});

test.describe('without EventSource', () => {
  test.use({ ownContext: true });

  test('the page works', { tag: '@nightly' }, async ({ page }) => {
    const ada = visitor(page);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'EventSource'));
    await ada.openCake();
    await ada.chooseDay();
    await ada.addToBasket();
  });
});

test.describe('when the server is unreachable for a while', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('the page gets missed changes and later ones', { tag: '@nightly' }, async ({
    page,
    shop,
    owner,
  }) => {
    await openLive(page, BERRY_DRIP_CAKE);
    await page.getByLabel(/message/i).fill('Still here');
    await shop.whileDown(() => owner.changePrice('berry-drip-cake', '8', 75, 68));
    await expect(price(page, '£75')).toBeVisible();
    await owner.changePrice('berry-drip-cake', '8', 76, 68);
    await expect(price(page, '£76')).toBeVisible();
    await expect(page.getByLabel(/message/i)).toHaveValue('Still here');
  });

  test('a failed loader request leaves the page unchanged and is retried', {
    tag: '@nightly',
  }, async ({ page, owner }) => {
    await openLive(page, BERRY_DRIP_CAKE);
    await page.getByLabel(/message/i).fill('Still here');
    await page.route('**/*.data', (route) => route.abort(), { times: 2 });
    await owner.changePrice('berry-drip-cake', '8', 77, 68);
    await expect(price(page, '£77')).toBeVisible();
    await expect(page.getByLabel(/message/i)).toHaveValue('Still here');
  });
});

/** Headless Chromium never hides a page, so this overrides `visibilityState` and dispatches the event. */
async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      value: visibilityState,
      configurable: true,
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}
