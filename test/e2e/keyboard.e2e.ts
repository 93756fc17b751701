import type { Page } from '@playwright/test';
import {
  expectFocusNeverCovered,
  expectFocusTrapped,
  expectNoHorizontalScroll,
  tabTo,
} from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { ADA, BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

test('orders a cake by keyboard only', async ({ page }) => {
  test.slow();
  const ada = visitor(page);
  const { keyboard } = page;
  await openPage(page, '/');
  await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: /Celebration Cakes/ }));
  await keyboard.press('Enter');
  await expect(ada.heading('Made with love')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: /Berry Drip Cake/ }));
  await keyboard.press('Enter');
  await expect(ada.heading('Berry Drip Cake')).toBeVisible();

  await tabTo(page, page.getByRole('radio', { name: /6 inches/ }));
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /8 inches/ })).toBeChecked();
  await tabTo(page, page.getByLabel('Message on the cake'));
  await keyboard.type('Happy Birthday');
  await tabTo(page, page.getByRole('button', { name: 'Next month' }));
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  const focused = page.locator('td :focus');
  while ((await focused.getAttribute('aria-disabled')) === 'true') {
    await keyboard.press('ArrowRight');
  }
  await keyboard.press('Enter');
  await expect(page.getByText(/^You collect on/)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Buy now' }));
  await keyboard.press('Enter');

  for (const [label, text] of [
    ['Your Name', ADA.name],
    ['Email address', ADA.email],
    ['Phone number', ADA.phone],
  ] as const) {
    await tabTo(page, ada.panel.getByLabel(label));
    await keyboard.type(text);
  }
  await keyboard.press('Enter');
  await ada.expectCardPage();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Happy Birthday');
});

test.describe('with motion', () => {
  test.use(WITH_MOTION);

  test('every dialog traps focus, closes on Escape and returns focus', async ({ page }) => {
    test.slow();
    const ada = visitor(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await ada.openCake();
    const opener = (name: string | RegExp) => page.getByRole('button', { name }).first();
    const keepsFocus = async (
      name: string | RegExp,
      dialogName: string,
      returnsTo = opener(name),
    ) => {
      await opener(name).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: dialogName });
      await expectFocusTrapped(page, dialog);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(returnsTo).toBeFocused();
    };
    await keepsFocus('Menu', 'Menu');
    await keepsFocus(/^BASKET/, 'Your basket');
    await keepsFocus('Show it large', 'Large picture');
    // This dialog moves focus to the days.
    await keepsFocus(
      'Buy now',
      'SELECT A DAY',
      page.locator('td button[aria-disabled="false"]').first(),
    );
    await ada.chooseDay();
    await page.getByRole('button', { name: /Rainbow Tall Candles/ }).click();
    // The foot of a drawer stays in sight, and covers part of a small window.
    await page.setViewportSize({ width: 390, height: 640 });
    await keepsFocus('Buy now', 'Pick up at the cafe');
    await keepsFocus(/^BASKET/, 'Your basket');
  });
});

test('on a phone each category that has focus is in view', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, '/cakes');
  const categories = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await categories.first().focus();
  for (const category of await categories.all()) {
    await expect(category).toBeFocused();
    await expect(category).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press('Tab');
  }
});

test('the owner’s tabs and bars do not cover what has focus', { tag: '@nightly' }, async ({
  page,
  context,
  shop,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await signInContext(context, shop, 'owner');
  await bookOrders(shop, [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Mary' }]);
  for (const path of ['/owner', '/owner/orders/new', '/owner/calendar']) {
    await openPage(page, path);
    await expectFocusNeverCovered(page);
  }
});

test.describe('at 320 px with 200 % text size', () => {
  test.use({ ownContext: true, viewport: { width: 320, height: 640 } });

  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%';
      });
    }),
  );

  test.describe('pages', () => {
    test.use({ expectedErrors: /404/ });

    test('have no horizontal scroll', { tag: '@nightly' }, async ({ page }) => {
      for (const [path, status] of [
        ['/', 200],
        ['/cakes/celebration-cakes', 200],
        [BERRY_DRIP_CAKE, 200],
        ['/about-us', 200],
        ['/nowhere', 404],
      ] as const) {
        expect((await page.goto(path))?.status(), path).toBe(status);
        await expect(page.getByRole('contentinfo')).toBeVisible();
        await expectNoHorizontalScroll(page);
      }
    });
  });

  test('an order succeeds without horizontal scroll and, with reduced motion, without animations', {
    tag: '@nightly',
  }, async ({ page }) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await ada.addToBasket();
    await expectToFit(page, 'Your basket');
    await expectNoMotion(page);
    await ada.basket.getByRole('button', { name: 'Checkout' }).click();
    await expectToFit(page, 'Pick up at the cafe');
    await expectNoMotion(page);
    await ada.fillIn();
    await ada.placeOrder();
    await ada.pay();
    await expect(ada.heading('Thank you')).toBeVisible();
    await expectNoHorizontalScroll(page);
  });
});

/** Expects that every animation ends within 1 ms. */
async function expectNoMotion(page: Page) {
  const longest = await page.evaluate(() =>
    document
      .getAnimations()
      // The loader's slice does not move: this animation only shows and hides it.
      .filter((it) => !(it instanceof CSSAnimation && it.animationName === 'show-slice'))
      .map(({ effect }) => Number(effect?.getComputedTiming().endTime))
      .reduce((most, each) => Math.max(most, each), 0),
  );
  expect(longest).toBeLessThanOrEqual(1);
}

async function expectToFit(page: Page, dialogName: string) {
  const dialog = page.getByRole('dialog', { name: dialogName });
  await expect(dialog).toBeVisible();
  const [wanted, given] = await dialog.evaluate((it) => [it.scrollWidth, it.clientWidth]);
  expect(wanted).toBeLessThanOrEqual(given ?? 0);
}
