import type { Locator, Page } from '@playwright/test';
import { CARD_EXPIRY } from '../card-page.ts';
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

test('orders a cake for twelve by keyboard only, in at most 60 keys besides what is typed', {
  tag: '@nightly',
}, async ({ page }) => {
  test.slow();
  const ada = visitor(page);
  const main = page.getByRole('main');
  let keys = 0;
  const goTo = async (target: Locator) => {
    keys += await tabTo(page, target);
  };
  const enter = async () => {
    keys += 1;
    await page.keyboard.press('Enter');
  };
  const type = async (target: Locator, text: string) => {
    await goTo(target);
    await page.keyboard.type(text);
  };
  await openPage(page, '/');
  await goTo(page.getByRole('link', { name: 'Skip to the content' }));
  await enter();
  await goTo(main.getByRole('link', { name: /Celebration Cakes/ }));
  await enter();
  await expect(ada.heading('Made with love')).toBeVisible();
  await goTo(page.getByRole('link', { name: 'Skip to the cakes' }));
  await enter();
  await goTo(page.getByRole('link', { name: /Berry Drip Cake/ }));
  await enter();
  await expect(ada.heading('Berry Drip Cake')).toBeVisible();

  await type(page.getByLabel('How many people?'), '12');
  await expect(page.getByRole('radio', { name: /8 inches/ })).toBeChecked();
  await type(page.getByLabel('Message on the cake'), 'Happy Birthday');
  await goTo(ada.nextDays.nth(1));
  await enter();
  await expect(page.getByText(/^You collect on/)).toBeVisible();
  await goTo(page.getByRole('button', { name: /Navy & Gold Tall Candles/ }));
  await enter();
  await goTo(page.getByRole('button', { name: 'Buy now' }));
  await enter();

  await type(ada.panel.getByLabel('Your Name'), ADA.name);
  await type(ada.panel.getByLabel('Email address'), ADA.email);
  await type(ada.panel.getByLabel('Phone number'), ADA.phone);
  await enter();
  await ada.expectCardPage();
  await type(page.getByLabel('Card number'), '4242 4242 4242 4242');
  await type(page.getByLabel('Expiry'), CARD_EXPIRY);
  await type(page.getByLabel('CVC'), '123');
  await type(page.getByLabel('Name on card'), ADA.name);
  await enter();
  await expect(ada.heading('Thank you')).toBeVisible();
  await expect(main).toContainText('Happy Birthday');
  await expect(main).toContainText('Tall Candles');
  expect(keys).toBeLessThanOrEqual(60);
});

test.describe('with motion', () => {
  test.use(WITH_MOTION);

  test('every dialog traps focus, closes on Escape and returns focus', { tag: '@nightly' }, async ({
    page,
  }) => {
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
