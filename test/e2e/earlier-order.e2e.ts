import type { Page } from '@playwright/test';
import { expect, setPractice, test } from './shop-fixture.ts';
import { lettersAbout, sessionsAt, visitor } from './visitor.ts';

const CUP_CAKES = '/cakes/cup-cakes/vanilla-cup-cakes';

test.use({ expectedErrors: /409/ });

test('a changed basket ends the checkout of the order before it, and is paid once', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await ada.goToCheckout();
  const [first] = await sessionsAt(shop.stripe);
  await orderCupCakes(page);
  await expect(page.getByLabel('Card number')).toBeVisible();
  const sessions = await sessionsAt(shop.stripe);
  expect(sessions.find(({ id }) => id === first?.id)?.status).toBe('expired');
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  const [letter] = await lettersAbout(shop.mail, ada.orderId());
  expect(letter).toContain('Berry Drip Cake');
  expect(letter).toContain('Vanilla Cup Cakes');
});

test('what is paid is named and taken out, and the rest is ordered', async ({ page, shop }) => {
  const ada = visitor(page);
  await payWhileEmailIsDown(page, shop.mail);
  const firstId = ada.orderId();
  await orderCupCakes(page);
  await expect(ada.heading('Part of this basket is paid for')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(/^Berry Drip Cake/);
  await expect(page.getByRole('link', { name: 'See the paid order' })).toHaveAttribute(
    'href',
    `/thank-you-page/${firstId}`,
  );
  await page.getByRole('button', { name: 'Take out what is paid and order the rest' }).click();
  await payTheSecond(page, shop.mail, firstId);
});

test('something else is ordered at once while the paid order’s e-mail is down', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await payWhileEmailIsDown(page, shop.mail);
  const firstId = ada.orderId();
  await ada.openBasket();
  await ada.basket.getByRole('button', { name: 'Remove Berry Drip Cake' }).click();
  await orderCupCakes(page);
  await payTheSecond(page, shop.mail, firstId);
});

async function payWhileEmailIsDown(page: Page, mail: string): Promise<void> {
  const ada = visitor(page);
  await setPractice(mail, { sending: '403' });
  await ada.goToCheckout();
  await ada.pay();
  await expect(ada.heading('Your payment is safe')).toBeVisible();
}

async function orderCupCakes(page: Page): Promise<void> {
  const ada = visitor(page);
  await ada.openCake(CUP_CAKES);
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await ada.fillIn();
  await ada.placeOrder();
}

/** On the card page of what is not paid yet: it holds the cup cakes alone. */
async function payTheSecond(page: Page, mail: string, firstId: string): Promise<void> {
  const ada = visitor(page);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await ada.pay();
  await expect(ada.heading('Your payment is safe')).toBeVisible();
  await setPractice(mail, { sending: 'works' });
  await expect(ada.heading('Thank you')).toBeVisible({ timeout: 30_000 });
  const [letter] = await lettersAbout(mail, ada.orderId());
  expect(letter).toContain('Vanilla Cup Cakes');
  expect(letter).not.toContain('Berry Drip Cake');
  await expect.poll(() => lettersAbout(mail, firstId)).toHaveLength(1);
}
