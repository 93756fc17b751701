import type { Page } from '@playwright/test';
import type { RunningShop } from '../../harness/running-shop.ts';
import { CARDS, payByCard } from '../card-page.ts';
import { emailsAbout } from '../inbox.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { listSessions, visitor } from './visitor.ts';

const CUP_CAKES = '/cakes/cup-cakes/vanilla-cup-cakes';

test.use({ expectedErrors: /409/ });

test('a changed basket expires the earlier checkout and is paid once', { tag: '@nightly' }, async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await ada.goToCheckout();
  const [first] = await listSessions(shop.stripe);
  await ada.orderCake(CUP_CAKES);
  await ada.expectCardPage();
  const sessions = await listSessions(shop.stripe);
  expect(sessions.find(({ id }) => id === first?.id)?.status).toBe('expired');
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  const [email] = await emailsAbout(shop.mail, ada.orderId());
  expect(email).toContain('Berry Drip Cake');
  expect(email).toContain('Vanilla Cup Cakes');
});

test('paid items are listed and removed, and the rest is ordered', { tag: '@nightly' }, async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  const firstId = await payAndLeave(page, shop);
  await ada.orderCake(CUP_CAKES);
  await expect(ada.heading('Part of your basket is paid for')).toBeFocused();
  await expectAccessibleAndToFit(page);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(/^Berry Drip Cake/);
  await expect(page.getByRole('link', { name: 'See the paid order' })).toHaveAttribute(
    'href',
    `/thank-you-page/${firstId}`,
  );
  await page.getByRole('button', { name: 'Take out what is paid and order the rest' }).click();
  await ada.expectCardPage();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  await expectOnlyCupCakes(page, shop.mail);
});

test('another order can be placed at once while the e-mail of a paid order fails', {
  tag: '@nightly',
}, async ({ page, shop }) => {
  const ada = visitor(page);
  await setPractice(shop.mail, { sending: '403' });
  await ada.buyACake('Your payment is safe');
  const firstId = ada.orderId();
  // The page's script empties the basket, after its heading has come from the server.
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('basket') ?? '[]').length))
    .toBe(0);
  await ada.orderCake(CUP_CAKES);
  await ada.expectCardPage();
  await ada.pay();
  await expect(ada.heading('Your payment is safe')).toBeVisible();
  await setPractice(shop.mail, { sending: 'works' });
  await expect(ada.heading('Thank you')).toBeVisible({ timeout: 30_000 });
  await expectOnlyCupCakes(page, shop.mail);
  await expect.poll(() => emailsAbout(shop.mail, firstId)).toHaveLength(1);
});

/** Pays for a cake without seeing the thank-you page. @returns the order's id. */
async function payAndLeave(page: Page, shop: RunningShop): Promise<string> {
  const ada = visitor(page);
  await ada.goToCheckout();
  const [session] = await listSessions(shop.stripe);
  const id = session?.client_reference_id ?? 'none';
  // Not in the browser: it is closed before the thank-you page can empty the basket.
  await payByCard(page.url(), CARDS.pays);
  await expect.poll(() => emailsAbout(shop.mail, id)).toHaveLength(1);
  return id;
}

async function expectOnlyCupCakes(page: Page, mail: string): Promise<void> {
  const [email] = await emailsAbout(mail, visitor(page).orderId());
  expect(email).toContain('Vanilla Cup Cakes');
  expect(email).not.toContain('Berry Drip Cake');
}
