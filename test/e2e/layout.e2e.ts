import type { Page } from '@playwright/test';
import { holdRequests } from './held-requests.ts';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

test('the navbar has five entries, CONTACT scrolls to the footer, BASKET shows the count, and the logo links to home', async ({
  page,
}) => {
  const ada = visitor(page);
  await ada.openCake();
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('listitem')).toHaveText(['ABOUT US', 'CAKES', 'GALLERY', 'CONTACT']);
  await expect(bar.getByRole('button', { name: 'BASKET' })).toHaveText('BASKET');

  await page.getByRole('link', { name: 'CONTACT' }).first().click();
  const footer = page.getByRole('contentinfo');
  await expect(footer).toBeFocused();
  await expect(footer).toBeInViewport({ ratio: 0.8 });
  for (const [name, href] of [
    ['020 7946 0000', 'tel:+442079460000'],
    ['WhatsApp 07700 900000', 'https://wa.me/447700900000'],
    ['hello@battenberg.example', 'mailto:hello@battenberg.example'],
    ['Plan a route', /^https:\/\/www\.google\.com\/maps\/dir\//],
    ['Instagram', /instagram/],
    ['Facebook', /facebook/],
  ] as const) {
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await expect(footer).toContainText('message only');
  await expect(footer).toContainText('12 Chequer Row');

  await ada.chooseDay();
  await ada.addToBasket();
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('button', { name: 'BASKET · 1 item' })).toBeVisible();
  await bar.getByRole('link', { name: 'Battenberg, home' }).click();
  await expect(page).toHaveURL('/');
});

test('the name of a page shows while it loads', { tag: '@nightly' }, async ({ page }) => {
  await openPage(page, '/cakes/celebration-cakes');
  const letThrough = await holdRequests(page, '**/*.data*');
  await page.getByRole('link', { name: /Berry Drip Cake/ }).click();
  await expect(page.getByText('Opening Berry Drip Cake')).toBeVisible();
  letThrough();
  await expect(visitor(page).heading('Berry Drip Cake')).toBeVisible();
  await expect(page.getByText('Opening Berry Drip Cake')).toBeHidden();
});

test('the back arrow shows on cake and about pages up to 767 px', { tag: '@nightly' }, async ({
  page,
}) => {
  const back = page.getByRole('link', { name: 'Back', exact: true });
  for (const [path, leadsTo] of [
    [BERRY_DRIP_CAKE, '/cakes/celebration-cakes'],
    ['/about-us', '/'],
  ] as const) {
    await page.setViewportSize({ width: 768, height: 800 });
    await openPage(page, path);
    await expect(back).toBeHidden();
    await page.setViewportSize({ width: 767, height: 800 });
    await back.click();
    await expect(page).toHaveURL(leadsTo);
    await expect(back).toHaveCount(0);
  }
});

test.describe('the mobile menu', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, ...WITH_MOTION });

  test('slides in, links to pages, and closes on a swipe of more than 20 px towards its edge', {
    tag: '@nightly',
  }, async ({ page }) => {
    await openPage(page, '/');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    const opener = page.getByRole('button', { name: 'Menu' });
    await opener.click();
    await expect(menu.getByRole('link', { name: 'ABOUT US' })).toBeVisible();
    await swipe(page, { from: 200, to: 120 });
    await swipe(page, { from: 200, to: 215 });
    await expect(menu).toBeVisible();
    await swipe(page, { from: 200, to: 221 });
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await menu.getByRole('link', { name: 'ABOUT US' }).click();
    await expect(page).toHaveURL('/about-us');
    await expect(menu).toBeHidden();
  });

  test('closes with the basket on Checkout', { tag: '@nightly' }, async ({ page }) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await ada.addToBasket();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('button', { name: /BASKET/ })
      .click();
    await ada.basket.getByRole('button', { name: 'Checkout' }).click();
    await expect(ada.panel).toBeVisible();
    await expect(ada.basket).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  });
});

async function swipe(page: Page, { from, to }: { from: number; to: number }) {
  const touch = await page.context().newCDPSession(page);
  const at = (x: number) => [{ x, y: 600 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [390, 1280]) {
    const tag = width === 390 ? [] : '@nightly';
    test(`pages show all content and the menu’s links work at ${width} px`, { tag }, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(BERRY_DRIP_CAKE);
      await expect(page.locator('noscript p').first()).toHaveText(
        'Ordering here needs JavaScript. Without it, please ring us on 020 7946 0000.',
      );
      await expect(page.getByRole('heading', { name: 'Berry Drip Cake' })).toBeVisible();
      for (const text of ['8 inches', 'Closed on Sundays', 'Gluten', 'halal friendly']) {
        await expect(page.getByText(text).first()).toBeVisible();
      }
      const bar = page.getByRole('navigation', { name: 'Main' });
      await bar.getByRole('link', { name: 'CONTACT' }).click();
      await expect(page.getByRole('contentinfo')).toBeInViewport();
      await bar.getByRole('link', { name: 'ABOUT US' }).click();
      await expect(page).toHaveURL('/about-us');
      await bar.getByRole('link', { name: 'CAKES' }).click();
      await expect(page).toHaveURL('/#cakes');
      await page.getByRole('link', { name: /Celebration Cakes/ }).click();
      await page.getByRole('link', { name: /Berry Drip Cake/ }).click();
      await expect(page).toHaveURL(BERRY_DRIP_CAKE);
    });
  }

  test('the basket and the payment page say what to do', async ({ page }) => {
    await page.goto('/payment-loading');
    await expect(visitor(page).heading('Nothing has been ordered')).toBeVisible();
    await expect(visitor(page).heading('Taking you to the card payment')).toBeHidden();
    await page.getByRole('button', { name: 'BASKET' }).first().click();
    const advice = visitor(page).basket.locator('noscript p');
    await expect(advice).toBeVisible();
    await expect(advice).toContainText('Without it, please ring us');
    await expect(visitor(page).basket.getByText('One moment')).toBeHidden();
  });
});
