import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { shiftDate } from '../clock.ts';
import { expectAccessible } from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { dayFromToday, openPage } from './visitor.ts';

test.use({
  ownContext: true,
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (401|503)/,
});

const SCREENS = ['/owner', '/owner/week', '/owner/orders'];
const A_DAY_MS = 24 * 60 * 60 * 1000;

function screens(): string[] {
  return [...SCREENS, ...[0, 1].map((day) => `/owner/day/${dayFromToday(day)}`)];
}

test('Today opens without a network, its ticks wait, and nothing is kept for who is not signed in', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  const name = `Olga ${randomUUID().slice(0, 8)}`;
  const [order] = await bookOrders(shop, [{ name }]);
  const tab = (title: string) => page.getByRole('link', { name: title, exact: true });
  const heading = page.getByRole('heading', { level: 1 });
  const collected = page.getByRole('button', { name: `Collected : ${name}`, exact: true });
  const connection = page.getByRole('status').first();
  await openPage(page, '/owner');
  await expectKept(page);

  // What was loaded since the connection last said that nothing is missing is as old.
  await tab('Week').click();
  await expect(heading).toHaveText('The next two weeks');
  await tab('Today').click();
  await expect(collected).toBeVisible();
  await context.setOffline(true);
  await expect(connection).toHaveText(/^As of \d\d:\d\d, without a network\.$/);
  await page.reload();
  await expect(connection).toHaveText(/^As of \d\d:\d\d, without a network\.$/);
  await collected.click();
  await expect(connection).toContainText('One tick waits.');
  await tab('Week').click();
  await expect(heading).toHaveText('The next two weeks');
  await tab('Orders').click();
  await expect(heading).toHaveText('Orders');
  await tab('Cakes').click();
  await expect(page.getByRole('main')).toContainText('connected to the internet?');
  await tab('Today').click();
  await expect(collected).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/owner/money');
  await expect(heading).toHaveText('Without a network');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open Today' }).click();
  await expect(collected).toHaveAttribute('aria-pressed', 'true');

  await context.setOffline(false);
  await expect(connection).toBeEmpty();
  await openPage(page, `/owner/orders/${order?.id}`);
  const trail = page.getByRole('region', { name: 'What happened' });
  await expect(trail.getByText('Collected')).toHaveCount(1);

  // Visitors' pages have no service worker.
  await openPage(page, '/');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  expect(await kept(page)).toEqual(expect.arrayContaining(screens()));
  for (const path of await kept(page)) {
    expect(path).toMatch(/^\/(owner(\/week|\/orders|\/day\/[\d-]+)?(\.data)?|assets\/.+)$/);
  }

  // Another browser tab has ended the session.
  await openPage(page, '/owner');
  await context.clearCookies();
  await tab('Week').click();
  await expect(page.getByRole('link', { name: 'Sign in again' })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);

  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner');
  await expectKept(page);
  await openPage(page, '/owner/more');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/owner/sign-in');
  await expect.poll(() => kept(page)).toEqual([]);
});

test('tomorrow opens without a network, also after midnight as the list of that day', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'kitchen');
  const name = `Otto ${randomUUID().slice(0, 8)}`;
  await bookOrders(shop, [{ name, day: 1 }]);
  const tomorrow = `/owner/day/${dayFromToday(1)}`;
  const card = page.getByRole('article', { name });
  const connection = page.getByRole('status').first();
  await openPage(page, '/owner');
  await expectKept(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: /^Tomorrow, / }).click();
  await expect(card).toBeVisible();
  await expect(connection).toHaveText(/^As of \d\d:\d\d, without a network\.$/);
  await card.getByRole('button', { name: /^Ready/ }).click();
  await expect(connection).toContainText('One tick waits.');
  await page.reload();
  await expect(card.getByRole('button', { name: /^Ready/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // At five in the morning, in the cellar.
  await passADay(context);
  await page.goto('/owner');
  await expect(page).toHaveURL(tomorrow);
  await expect(card).toBeVisible();
  await expect(connection).toContainText(/^As of \w{3} \d+ \w{3}, \d\d:\d\d, without a network\./);
  await expectAccessible(page);
  // What was Today is over.
  await page.goto('/owner/week');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Without a network');
});

/** For the browser: its next documents, and the service worker. */
async function passADay(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no service worker.');
  await context.addInitScript(shiftDate, A_DAY_MS);
  await worker.evaluate(shiftDate, A_DAY_MS);
}

async function expectKept(page: Page): Promise<void> {
  const wanted = screens().flatMap((screen) => [screen, `${screen}.data`]);
  await expect.poll(() => kept(page)).toEqual(expect.arrayContaining(wanted));
}

/** The paths of all that is kept in this browser. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      paths.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return paths;
  });
}
