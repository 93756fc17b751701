import type { Locator } from '@playwright/test';
import { CARD_EXPIRY } from '../card-page.ts';
import { emailsAbout } from '../inbox.ts';
import { expectFocusNeverCovered } from './accessible.ts';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { ADA, BERRY_DRIP_CAKE, listSessions, openPage, visitor } from './visitor.ts';

test.use(WITH_MOTION);

const DEVICES = [
  { name: 'on a desktop computer', tag: ['@postgres', '@nightly'], device: {} },
  {
    name: 'on a phone',
    tag: [],
    device: { viewport: { width: 390, height: 844 }, hasTouch: true },
  },
];

for (const { name, tag, device } of DEVICES) {
  test.describe(name, () => {
    test.use(device);

    test('buys two sizes, a message and a candle; the cafe gets an e-mail', {
      tag,
    }, async ({ page, shop }) => {
      const ada = visitor(page);
      await page.goto('/');
      await page.getByRole('link', { name: /Celebration Cakes/ }).click();
      await expect(page.getByRole('heading', { name: 'Made with love' })).toBeVisible();
      await page
        .getByRole('link', { name: /Berry Drip Cake/ })
        .first()
        .click();
      await expect(ada.heading('Berry Drip Cake')).toBeVisible();

      await page.getByRole('radio', { name: /8 inches/ }).check();
      await page.getByLabel(/message/i).fill('Happy Birthday Zoë');
      await ada.chooseDay();
      await ada.addToBasket();
      await ada.basket.getByRole('button', { name: 'Contine shopping' }).click();
      await page.getByRole('radio', { name: /10 inches/ }).check();
      await page.getByRole('button', { name: /Rainbow Tall Candles/ }).click();
      await ada.addToBasket();

      await expect(ada.basket.getByRole('listitem')).toHaveCount(3);
      await expect(ada.basket).toContainText('Happy Birthday Zoë');
      await expect(ada.basket).toContainText(/\d\d\.\d\d\.\d{4}/);
      await expect(ada.basket).toContainText('£166');
      await ada.basket.getByRole('button', { name: 'Checkout' }).click();
      await expect(ada.panel).toContainText('Made for you, so it cannot be returned');
      await ada.fillIn();
      await ada.placeOrder();

      await expect(page.getByText('£166').first()).toBeVisible();
      await ada.pay();
      await expect(ada.heading('Thank you')).toBeVisible();
      await expect(page.getByRole('main')).toContainText('Happy Birthday Zoë');

      await ada.openBasket();
      await expect(ada.basket).toContainText('Your cart is empty.');
      await page.keyboard.press('Escape');

      // This browser leads to the order until its customer takes that out.
      const thanks = page.url();
      const entries = page.getByText('MY ORDER');
      await expect(entries.first()).toHaveAttribute('href', /^\/my-order\/[0-9a-z]{26}$/);
      await page.setViewportSize({ width: 390, height: 664 });
      await expect(page.getByText(/^\w{3} \d+ \w{3}$/).first()).toBeInViewport({ ratio: 1 });
      await page.getByRole('link', { name: 'See or change your order' }).click();
      await expect(page.getByRole('heading', { name: /^Your order \w{6}$/ })).toBeVisible();
      await page.getByRole('button', { name: 'Take it out' }).click();
      await expect(entries).toHaveCount(0);
      await expect(page.locator(':focus')).toContainText('Taken out of this browser’s menu');
      await page.goto(thanks);

      const emails = await emailsAbout(shop.mail, ada.orderId());
      expect(emails).toHaveLength(1);
      for (const expected of ['Happy Birthday Zoë', '£68', '£92', '£6', ...Object.values(ADA)]) {
        expect(emails[0]).toContain(expected);
      }
      await page.goto(shop.mail);
      await expect(
        page.getByText('Happy Birthday Zoë').filter({ visible: true }).first(),
      ).toBeVisible();
    });
  });
}

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true });

  test('buys a cake for twelve with a message and candles in at most 12 taps besides typing', {
    tag: '@nightly',
  }, async ({ page }) => {
    const ada = visitor(page);
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.tap();
    };
    /** Types into fields that the Next key of a phone's keyboard leads through. */
    const type = async (first: Locator, ...texts: string[]) => {
      await tap(first);
      for (const [place, text] of texts.entries()) {
        if (place > 0) await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
    };
    await openPage(page, '/');
    await tap(page.getByRole('main').getByRole('link', { name: /Celebration Cakes/ }));
    await tap(page.getByRole('link', { name: /Berry Drip Cake/ }));
    await type(page.getByLabel('How many people?'), '12');
    await type(page.getByLabel('Message on the cake'), 'Happy Birthday Zoë');
    await tap(ada.nextDays.nth(1));
    await tap(page.getByRole('button', { name: /Rainbow Tall Candles/ }));
    await tap(page.getByRole('button', { name: 'Buy now' }));
    await type(ada.panel.getByLabel('Your Name'), ...Object.values(ADA));
    await tap(ada.panel.getByRole('button', { name: 'Place Your Order' }));
    await ada.expectCardPage();
    const card = ['4242 4242 4242 4242', CARD_EXPIRY, '123', ADA.name];
    await type(page.getByLabel('Card number'), ...card);
    await tap(page.getByRole('button', { name: /^Pay £74/ }));
    await expect(ada.heading('Thank you')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Happy Birthday Zoë');
    expect(taps).toBeLessThanOrEqual(12);
  });
});

test('cancels at the card page and returns home with the basket kept', { tag: '@nightly' }, async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await ada.goToCheckout();
  const checkout = page.url();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${shop.origin}/`);
  const note = page.getByText('Nothing was charged. Your basket is kept.');
  await expect(note).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFocusNeverCovered(page);
  await ada.openBasket();
  await expect(ada.basket.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back to paying' }).click();
  await expect(page).toHaveURL(checkout);

  // Another basket is not what that checkout sells.
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(note).toBeVisible();
  await ada.openBasket();
  await ada.basket.getByRole('button', { name: 'Remove Berry Drip Cake' }).click();
  await expect(note).toHaveCount(0);
});

test('clicks Place Your Order twice and reloads: one order, one checkout, paid by a second card', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  const before = await listSessions(shop.stripe);
  await ada.prepareOrder();
  await ada.panel.getByRole('button', { name: 'Place Your Order' }).dblclick();
  await ada.expectCardPage();
  await page.reload();
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(await listSessions(shop.stripe)).toHaveLength(before.length + 1);

  // Back from the card page leads to the cake; the same order leads to the same checkout.
  const checkout = page.url();
  await page.goBack();
  await expect(page).toHaveURL(`${shop.origin}${BERRY_DRIP_CAKE}`);
  await expect(page.getByText('Nothing was charged. Your basket is kept.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to paying' })).toHaveAttribute(
    'href',
    checkout,
  );
  await ada.openBasket();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await ada.placeOrder();
  await expect(page).toHaveURL(checkout);
  expect(await listSessions(shop.stripe)).toHaveLength(before.length + 1);

  await ada.pay('4000 0000 0000 0002');
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
});
