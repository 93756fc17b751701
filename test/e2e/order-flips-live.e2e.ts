import { expect, setPractice, test } from './shop-fixture.ts';
import { visitor } from './visitor.ts';

test('the thank-you page hears that the order is confirmed, even when it can ask nobody', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await setPractice(shop.mail, { sending: '403' });
  await ada.goToCheckout();
  await ada.pay();
  await expect(ada.heading('Your payment is safe')).toBeVisible();
  await page.route('**/api/orders/*/confirm', () => undefined);
  const listening = page.waitForResponse(/\/api\/live\?topics=orders/);
  await page.reload();
  await listening;
  await setPractice(shop.mail, { sending: 'works' });
  await expect(ada.heading('Thank you')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'BASKET' })).toHaveText('BASKET');
});
