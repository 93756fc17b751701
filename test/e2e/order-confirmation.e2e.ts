import type { Page } from '@playwright/test';
import type { RunningShop } from '../../harness/running-shop.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { visitor } from './visitor.ts';

test('the thank-you page shows the confirmation after a live event', async ({ page, shop }) => {
  const ada = await payWhileEmailIsDown(page, shop);
  await page.route('**/api/orders/*/confirm', () => undefined);
  const listening = page.waitForResponse(/\/api\/live\?topics=orders/);
  await page.reload();
  await listening;
  await setPractice(shop.mail, { sending: 'works' });
  await expect(ada.heading('Thank you')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'BASKET' })).toHaveText('BASKET');
});

test.describe('without live events', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('the thank-you page polls until the order is confirmed', async ({ page, shop }) => {
    const ada = await payWhileEmailIsDown(page, shop);
    await page.route('**/api/orders/*/confirm', () => undefined);
    await page.route('**/api/live?*', (route) => route.abort());
    await page.reload();
    await expect(ada.heading('Your payment is safe')).toBeVisible();
    await setPractice(shop.mail, { sending: 'works' });
    await expect(ada.heading('Thank you')).toBeVisible({ timeout: 30_000 });
  });
});

async function payWhileEmailIsDown(page: Page, shop: RunningShop) {
  const ada = visitor(page);
  await setPractice(shop.mail, { sending: '403' });
  await ada.buyACake('Your payment is safe');
  return ada;
}
