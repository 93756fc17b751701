import { queryDatabase } from '../query-database.ts';
import { refuseConnections } from '../refuse-connections.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, visitor } from './visitor.ts';

test.use({ expectedErrors: /50[03]|The checkout did not start/ });

const TITLE = 'We cannot show this page just now';

test('while the database is unavailable pages return 503, and then recover', {
  tag: ['@postgres', '@nightly'],
}, async ({ page, shop }) => {
  await page.goto('/about-us');
  const { allow, close } = await refuseConnections(shop.environment.DATABASE_URL ?? '');
  try {
    for (const path of ['/', BERRY_DRIP_CAKE, '/thank-you-page/none']) {
      const response = await page.goto(path);
      expect([path, response?.status()]).toEqual([path, 503]);
      expect(response?.headers()).toMatchObject({
        'retry-after': '5',
        'cache-control': 'no-store',
      });
      await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
    }
  } finally {
    await allow();
    await close();
  }
  await expect(async () => {
    expect((await page.goto('/'))?.status()).toBe(200);
  }).toPass();
});

test('while the forbidden days cannot be read, pages serve and no day can be chosen', {
  tag: ['@postgres', '@nightly'],
}, async ({ page, shop }) => {
  const where = { databaseUrl: shop.environment.DATABASE_URL, dataDir: '' };
  const ada = visitor(page);
  const rename = (from: string, to: string) =>
    queryDatabase(
      where,
      `update documents set body = replace(body, '"${from}"', '"${to}"') where kind = 'calendar'`,
    );
  // With a new version, because the shop keeps the content of each.
  await rename('days', 'unreadable');
  await queryDatabase(where, 'update content_version set version = version + 1');
  try {
    const response = await page.goto(BERRY_DRIP_CAKE);
    expect(response?.status()).toBe(200);
    const panel = page.getByRole('group', { name: 'Collection day' });
    await expect(panel).toContainText('We cannot take orders here just now: please ring us');
    await expect(panel.getByRole('button', { name: /^\w+day \d/, disabled: false })).toHaveCount(0);
  } finally {
    await rename('unreadable', 'days');
    await queryDatabase(where, 'update content_version set version = version + 1');
  }
  await page.reload();
  await ada.orderCake();
  await ada.expectCardPage();
});
