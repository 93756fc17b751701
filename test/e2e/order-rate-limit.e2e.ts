import { limits } from '#server/http/rate-limits.ts';
import { expect, test } from './shop-fixture.ts';
import { ADA, visitor } from './visitor.ts';

test.use({
  // Allows one order in ten minutes.
  rateLimitFactor: 1 / limits['orders of a caller'],
  expectedErrors: /429|The checkout did not start/,
});

test('shows how long to wait and keeps basket and details', { tag: '@nightly' }, async ({
  page,
}) => {
  const ada = visitor(page);
  await ada.goToCheckout();
  await page.goBack();
  await ada.chooseDay();
  await ada.addToBasket();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await ada.fillIn();
  await ada.placeOrder();

  await expect(ada.heading('The payment did not start')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Please wait \d+ minutes, then try again/);
  await expect(page.getByRole('main')).toContainText('Nothing has been charged');
  await page.getByRole('button', { name: 'Change your details' }).click();
  await expect(ada.panel.getByLabel('Your Name')).toHaveValue(ADA.name);
  await expect(ada.panel.getByLabel('Email address')).toHaveValue(ADA.email);
  await expect(ada.panel.getByLabel('Phone number')).toHaveValue(ADA.phone);
  await page.keyboard.press('Escape');
  await ada.openBasket();
  // Both cakes, on one line.
  await expect(ada.basket.getByRole('listitem')).toHaveCount(1);
  await expect(ada.basket).toContainText('Total £96');
});
