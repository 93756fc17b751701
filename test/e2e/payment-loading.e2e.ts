import type { Page } from '@playwright/test';
import { expectAccessibleAtAllWidths } from './accessible.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { dayFromToday, visitor } from './visitor.ts';

test('while the payment starts, the page explains the next step', async ({ page }) => {
  await page.route('**/api/orders/*', () => undefined);
  await order(page);
  await expect(visitor(page).heading('Taking you to the card payment')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Taking' })).toContainText(
    'You pay on our payment partner’s secure page and come back here',
  );
  await expectAccessibleAtAllWidths(page);
});

test.describe('when the catalogue has changed', () => {
  test.use({ expectedErrors: /409/ });

  test('the screen of changes is accessible, also without a chosen day', async ({ page }) => {
    await order(page, { on: dayFromToday(-7) });
    await expect(visitor(page).heading('A few things have changed')).toBeVisible();
    await expectAccessibleAtAllWidths(page);
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page.getByText('Please choose one of these.')).toBeVisible();
    await expectAccessibleAtAllWidths(page);
  });
});

test.describe('when the checkout is down', () => {
  test.use({ expectedErrors: /The checkout did not start|503/ });

  test('the failure screen is accessible', async ({ page, shop }) => {
    await setPractice(shop.stripe, { api: 'down' });
    await order(page);
    await expect(visitor(page).heading('The payment did not start')).toBeVisible();
    await expectAccessibleAtAllWidths(page);
  });
});

/** Places an order, for the day `on` if given. */
async function order(page: Page, { on }: { on?: string } = {}) {
  const ada = visitor(page);
  await ada.openCake();
  await ada.chooseDay();
  await ada.addToBasket();
  await page.evaluate((day) => {
    const basket = JSON.parse(localStorage.getItem('basket') ?? '[]');
    if (day) basket[0].selectedDay = day;
    localStorage.setItem('basket', JSON.stringify(basket));
  }, on);
  await page.reload();
  await page
    .getByRole('button', { name: /^BASKET/ })
    .first()
    .click();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await ada.fillIn();
  await ada.placeOrder();
}
