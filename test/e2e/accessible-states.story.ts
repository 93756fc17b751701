import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { go, sessionsAt, visitor } from './visitor.ts';

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('every state of a cake and its dialogs is accessible', async ({ page }) => {
      const ada = visitor(page);
      const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
      await ada.openCake();
      await page.getByRole('group', { name: 'Collection day' }).scrollIntoViewIfNeeded();
      await button('Next month').click();
      await page.getByRole('tab', { name: 'Serving info' }).click();
      await page.getByLabel('Message on the cake').fill('x'.repeat(31));
      await expectAccessible(page);
      await page.getByLabel('Message on the cake').fill('');
      await page.getByRole('tab', { name: 'Allergens' }).click();

      if (width < 768) {
        await button('Menu').click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
      }

      await button('Show it large').click();
      await expect(page.getByRole('dialog', { name: 'Large picture' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');

      await button(/^BASKET/).click();
      // It can be pressed, and says that there is nothing to check out.
      await ada.basket.getByRole('button', { name: 'Checkout' }).click({ force: true });
      await expect(ada.basket.getByText('There is nothing to check out yet.')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');

      await button('Buy now').click();
      await expect(page.getByRole('dialog', { name: 'SELECT A DAY' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');

      await ada.chooseDay();
      await ada.addToBasket();
      await expectAccessible(page);
      await ada.basket.getByRole('button', { name: 'Checkout' }).click();
      await ada.panel.getByLabel('Your Name').focus();
      await ada.panel.getByLabel('Email address').focus();
      await expect(ada.panel.getByLabel('Your Name')).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page);
      await page.keyboard.press('Escape');

      await page.evaluate(() => scrollTo({ top: 1.6 * innerHeight, behavior: 'instant' }));
      await expect(page.getByRole('region', { name: 'Your choice' })).toBeVisible();
      await expectAccessible(page);
    });

    test('every face of the thank-you page is accessible', async ({ page, shop }) => {
      const ada = visitor(page);
      await setPractice(shop.mail, { sending: '403' });
      await ada.goToCheckout();
      await ada.pay();
      await expect(ada.heading('Your payment is safe')).toBeVisible();
      await expectAccessible(page);
      await setPractice(shop.mail, { sending: 'works' });
      await expect(ada.heading('Thank you')).toBeVisible({ timeout: 30_000 });
      await expectAccessible(page);
    });

    for (const [face, state] of [
      ['Checking your payment', undefined],
      ['This order is not paid yet', 'placed'],
      ['This order has run out of time', 'expired'],
    ] as const) {
      test(`the thank-you page that says “${face}” is accessible`, async ({ page, shop }) => {
        const ada = visitor(page);
        const orderId = await placeWithoutPaying(page, shop.stripe);
        const order = await (await fetch(`${shop.origin}/api/orders/${orderId}`)).json();
        await page.route('**/confirm', (route) =>
          state
            ? route.fulfill({
                json: { order: { ...order, state }, checkoutUrl: null, checked: true },
              })
            : undefined,
        );
        await go(page, `/thank-you-page/${orderId}`);
        await expect(ada.heading(face)).toBeVisible();
        await expectAccessible(page);
      });
    }
  });
}

/** To the card page and no further. @returns the order’s id. */
async function placeWithoutPaying(page: Page, stripe: string): Promise<string> {
  await visitor(page).goToCheckout();
  const [session] = await sessionsAt(stripe);
  await go(page, '/');
  return session?.client_reference_id ?? '';
}
