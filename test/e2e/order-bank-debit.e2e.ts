import type { Page } from '@playwright/test';
import { postPractice } from '../../harness/practice-services.ts';
import { emailsAbout } from '../inbox.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { buyByApi } from './orders-by-api.ts';
import { recordShifts } from './scrolling.ts';
import { expect, test } from './shop-fixture.ts';
import { ADA, listSessions, openPage, visitor } from './visitor.ts';

test.use({ expectedErrors: /409/ });

test('a processing bank debit cannot be paid again, and the page confirms it when it succeeds', {
  tag: '@nightly',
}, async ({ page, shop }) => {
  const ada = visitor(page);
  const shift = await recordShifts(page);
  await payByBankDebit(page);
  expect(await shift()).toBeLessThan(0.02);
  const id = ada.orderId();
  await orderFromBasket(page);
  await expect(page).toHaveURL(`/thank-you-page/${id}`);
  await expect(ada.heading('Your payment is on its way')).toBeVisible();
  await settleBankDebit(shop.stripe, 'succeeded');
  await expect(ada.heading('Thank you')).toBeVisible();
  expect(await emailsAbout(shop.mail, id)).toHaveLength(1);
});

test('a failed bank debit is reported and can be ordered again', { tag: '@nightly' }, async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await payByBankDebit(page);
  await settleBankDebit(shop.stripe, 'failed');
  await expect(ada.heading('Your bank did not make the payment')).toBeVisible();
  await orderFromBasket(page);
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
});

test('another order succeeds while a bank debit is processing, once its cake is removed from the basket', {
  tag: '@nightly',
}, async ({ page }) => {
  const ada = visitor(page);
  await payByBankDebit(page);
  await ada.orderCake('/cakes/cup-cakes/vanilla-cup-cakes');
  await expect(ada.heading('A payment is still under way')).toBeFocused();
  await expectAccessibleAndToFit(page);
  await page.getByRole('button', { name: 'Open the basket' }).click();
  await ada.basket.getByRole('button', { name: 'Remove Berry Drip Cake' }).click();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await ada.placeOrder();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your order' })).not.toContainText('Berry');
});

test('the order page shows refunds', { tag: '@nightly' }, async ({ page, shop }) => {
  const ada = visitor(page);
  const id = await buyByApi(shop);
  await control(shop.stripe, 'refund', { amount: 500 });
  await openPage(page, `/thank-you-page/${id}`);
  await expect(page.getByText('£5 has been paid back.')).toBeVisible();
  await expect(ada.heading('Thank you')).toBeVisible();
  await control(shop.stripe, 'refund', {});
  await page.reload();
  await expect(ada.heading('This order is cancelled')).toBeVisible();
});

async function payByBankDebit(page: Page): Promise<void> {
  const ada = visitor(page);
  await ada.goToCheckout();
  await page.getByLabel('Name on card').fill(ADA.name);
  await page.getByRole('button', { name: 'Pay by bank debit' }).click();
  await expect(ada.heading('Your payment is on its way')).toBeVisible();
}

async function orderFromBasket(page: Page): Promise<void> {
  const ada = visitor(page);
  await ada.openBasket();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await ada.fillIn();
  await ada.placeOrder();
}

const settleBankDebit = (stripe: string, status: 'succeeded' | 'failed') =>
  control(stripe, 'bank-debit', { status });

/** Controls the payment of the latest checkout. */
async function control(stripe: string, action: string, parameters: object): Promise<void> {
  const [session] = await listSessions(stripe);
  await postPractice(stripe, `sessions/${session?.id}/${action}`, parameters);
}
