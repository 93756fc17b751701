import { payByCard } from '../card-page.ts';
import { placeByApi } from './orders-by-api.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { openPage, visitor } from './visitor.ts';

test('the thank-you page shows the confirmation after a live event', { tag: '@nightly' }, async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await setPractice(shop.mail, { sending: '403' });
  await ada.buyACake('Your payment is safe');
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

  test('the thank-you page polls until the order is confirmed', { tag: '@nightly' }, async ({
    page,
    shop,
  }) => {
    await setPractice(shop.mail, { sending: '403' });
    const { id, checkoutUrl } = await placeByApi(shop);
    await payByCard(checkoutUrl);
    await page.route('**/api/orders/*/confirm', () => undefined);
    await page.route('**/api/live?*', (route) => route.abort());
    await openPage(page, `/thank-you-page/${id}`);
    const ada = visitor(page);
    await expect(ada.heading('Your payment is safe')).toBeVisible();
    await setPractice(shop.mail, { sending: 'works' });
    await expect(ada.heading('Thank you')).toBeVisible({ timeout: 30_000 });
  });
});
