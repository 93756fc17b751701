import { refuseConnections } from '../refuse-connections.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE } from './visitor.ts';

test.use({ database: 'postgres', expectedErrors: /503/ });

const TITLE = 'We cannot show this page just now';

test('while the database is unavailable pages return 503, and then recover', async ({
  page,
  shop,
}) => {
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
