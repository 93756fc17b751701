import { NOON } from '#test/samples.ts';
import { expectAccessible, expectAccessibleAndToFit } from './accessible.ts';
import { placeByApi } from './orders-by-api.ts';
import { openThankYou } from './payment-states.ts';
import { expect, test } from './shop-fixture.ts';
import { visitor } from './visitor.ts';

// A desktop has the same elements, except the buy bar and the page around: see cake.e2e.ts and pages.e2e.ts.
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('every state of a cake and its dialogs is accessible', { tag: '@nightly' }, async ({
    page,
  }) => {
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

    await button('Menu').click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await button('Show it large').click();
    await expect(page.getByRole('dialog', { name: 'Large picture' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await button(/^BASKET/).click();
    // The button is enabled and reports that the basket is empty.
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
    await ada.panel.getByLabel('Email address').fill('ada@example');
    await ada.panel.getByLabel('Phone number').focus();
    await expect(ada.panel.getByText('Is this right?')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    // Low enough that the page's own buttons are not in view yet.
    await page.setViewportSize({ width: 390, height: 700 });
    await page.evaluate(() => scrollTo({ top: 1.51 * innerHeight, behavior: 'instant' }));
    await expect(page.getByRole('region', { name: 'Your choice' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('the thank-you page is accessible in every state of an order', { tag: '@nightly' }, async ({
  page,
  shop,
}) => {
  const { id } = await placeByApi(shop);
  for (const [heading, stored] of [
    ['Checking your payment', undefined],
    ['This order is not paid yet', {}],
    ['This order has run out of time', { state: 'expired' }],
    ['Your payment is on its way', { payment: 'processing' }],
    ['Your bank did not make the payment', { state: 'expired', payment: 'failed' }],
    ['We could not check this payment', { state: 'expired', payment: 'unknown' }],
    ['Thank you', { state: 'paid', refunded: 500 }],
    ['This order is cancelled', { state: 'paid', refunded: 'all', cancelled_at: NOON }],
  ] as const) {
    await openThankYou(page, shop, stored, id);
    await expect(visitor(page).heading(heading)).toBeVisible();
    await expectAccessibleAndToFit(page);
  }
});
