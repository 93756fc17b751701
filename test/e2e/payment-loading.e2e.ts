import { expectAccessibleAndToFit } from './accessible.ts';
import { expect, test } from './shop-fixture.ts';
import { visitor } from './visitor.ts';

test('while the payment starts, the page explains the next step', { tag: '@nightly' }, async ({
  page,
}) => {
  const ada = visitor(page);
  await page.route('**/api/orders/*', () => undefined);
  await ada.openCake();
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await ada.fillIn();
  await ada.placeOrder();
  await expect(ada.heading('Taking you to the card payment')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Taking' })).toContainText(
    'You pay on our payment partner’s secure page and come back here',
  );
  await expectAccessibleAndToFit(page);
});

test.describe('in a browser that makes no ids, as without HTTPS', () => {
  test.use({ expectedErrors: /The checkout did not start/ });

  test('the page says that nothing is charged, and whom to ring', { tag: '@nightly' }, async ({
    page,
  }) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await page.getByRole('button', { name: 'Buy now' }).click();
    await ada.fillIn();
    await page.evaluate(() => {
      crypto.randomUUID = () => {
        throw new TypeError('crypto.randomUUID is not a function');
      };
    });
    await ada.placeOrder();
    await expect(ada.heading('The payment did not start')).toBeVisible();
    await expect(page.getByText('Nothing has been charged')).toBeVisible();
  });
});
