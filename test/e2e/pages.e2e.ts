import type { Locator } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

/** Home, about us and privacy: see their own tests. */
const PAGES = [
  '/cakes/celebration-cakes',
  '/cakes?diet=no-nuts',
  BERRY_DRIP_CAKE,
  '/terms',
  '/payment-loading',
];

/** The colour of a button that looks disabled. */
const INACTIVE = 'rgb(230, 215, 192)';

test('pages open directly by URL and are accessible', async ({ page }) => {
  for (const path of PAGES) {
    await openPage(page, path);
    await expectAccessible(page);
  }
});

test('a cake opens at its own address from that of another category', async ({ page }) => {
  await openPage(page, '/cakes/doughnuts/berry-drip-cake');
  await expect(page).toHaveURL('/cakes/celebration-cakes/berry-drip-cake');
});

test.describe('missing pages', () => {
  test.use({ expectedErrors: /404/ });

  test('return 404 with a page, the navbar and the basket', { tag: '@nightly' }, async ({
    page,
  }) => {
    for (const [path, title, way] of [
      ['/no-such-page', 'We could not find that page', 'See the cakes'],
      ['/cakes/no-such-category', 'We could not find that page', 'See the cakes'],
      [
        '/cakes/celebration-cakes/no-such-cake',
        'This cake is not on our counter',
        'See Celebration Cakes',
      ],
      [
        '/thank-you-page/8d0e8f5c-3a6f-4a8f-9d6e-3f2b1c0a9e8d',
        'We could not find that order',
        'See the cakes',
      ],
      ['/thank-you-page/no-order', 'We could not find that order', 'See the cakes'],
    ] as const) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(visitor(page).heading(title)).toBeVisible();
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: '020 7946 0000' })).toBeVisible();
      await expect(main.getByRole('link', { name: way })).toBeVisible();
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('button', { name: 'BASKET' })
        .click();
      await expect(visitor(page).basket).toContainText('Your cart is empty.');
    }
  });
});

test('unknown and malformed order ids get the same response', async ({ shop }) => {
  const responses = [];
  for (const order of ['8d0e8f5c-3a6f-4a8f-9d6e-3f2b1c0a9e8d', 'no-order', 'x'.repeat(36)]) {
    for (const path of [`/thank-you-page/${order}`, `/thank-you-page/${order}.data`]) {
      const response = await fetch(shop.origin + path);
      const text = (await response.text()).replaceAll(order, 'the-order');
      responses.push([path.endsWith('.data'), response.status, text]);
    }
  }
  const [html, data] = responses;
  expect(html?.[1]).toBe(404);
  expect(responses).toEqual([html, data, html, data, html, data]);
});

test('the panel marks empty fields and keeps input', async ({ page }) => {
  const ada = visitor(page);
  await ada.openCake();
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await ada.panel.getByLabel('Your Name').fill('Ada');
  const placeOrder = ada.panel.getByRole('button', { name: 'Place Your Order' });
  await expect(placeOrder).toHaveCSS('background-color', INACTIVE);
  await placeOrder.click();
  await expect(ada.panel.getByLabel('Email address')).toBeFocused();
  await expect(ada.panel.getByLabel('Email address')).toHaveAccessibleDescription(/email/i);
  // Selecting text past the edge of the panel leaves it open; a click beside it closes it.
  await ada.panel.getByLabel('Your Name').hover();
  await page.mouse.down();
  await page.mouse.move(100, 400);
  await page.mouse.up();
  await expect(ada.panel).toBeVisible();
  await page.mouse.click(100, 400);
  await expect(ada.panel).toBeHidden();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(ada.panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ada.panel).toBeHidden();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(ada.panel.getByLabel('Your Name')).toHaveValue('Ada');
});

test('the first screen of the panel has the order, its total and Place Your Order', {
  tag: '@nightly',
}, async ({ page }) => {
  const ada = visitor(page);
  const [message, next] = ['Happy Birthday Ada', 'You pay £48 next: Card, Apple Pay, Google Pay.'];
  await ada.openCake();
  await page.getByLabel('Message on the cake').fill(message);
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Buy now' }).click();
  const order = ada.panel.getByRole('region', { name: 'Your order' });
  const item = order.getByRole('listitem');
  const placeOrder = ada.panel.getByRole('button', { name: 'Place Your Order' });
  await expect(item).toContainText(/^Berry Drip Cake · 6\sin, \w+ \d+ \w+, 8am/);
  await motionEnds(ada.panel);
  for (const [width, height] of [
    [390, 664],
    [390, 844],
    [1366, 660],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const shown of [
      item.getByText('Berry Drip Cake'),
      item.getByText(message),
      item.locator('img'),
      order.getByRole('button', { name: 'Change' }),
      order.getByText('Contains: Eggs, Dairy (milk), Gluten (wheat), Soya (soybeans)').first(),
      ada.panel.getByText('Total £48'),
      placeOrder,
      ada.panel.getByText(next),
    ]) {
      await expect(shown, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
    }
    if (width === 320) continue;
    const lastField = await ada.panel.getByLabel('Phone number').boundingBox();
    const button = await placeOrder.boundingBox();
    expect(bottomOf(lastField), `${width} × ${height}`).toBeLessThan(button?.y ?? 0);
  }
  // A field that gets focus is not left under the total.
  await ada.panel.getByLabel('Phone number').focus();
  const focused = await ada.panel.getByLabel('Phone number').boundingBox();
  const total = await ada.panel.getByText('Total £48').boundingBox();
  expect(bottomOf(focused)).toBeLessThan(total?.y ?? 0);

  await order.getByRole('button', { name: 'Change' }).click();
  await expect(ada.panel).toBeHidden();
  await expect(ada.basket.getByRole('listitem')).toHaveCount(1);
});

test('an e-mail address that looks mistyped shows a warning that does not block the order', {
  tag: '@nightly',
}, async ({ page }) => {
  const ada = visitor(page);
  await ada.openCake();
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Buy now' }).click();
  const email = ada.panel.getByLabel('Email address');
  const placeOrder = ada.panel.getByRole('button', { name: 'Place Your Order' });
  await expect(email).toHaveAccessibleDescription('For your confirmation');
  await ada.fillIn({ name: 'Ada', email: 'ada@', phone: '020 7946 0123' });
  await motionEnds(ada.panel);
  const buttonBefore = await placeOrder.boundingBox();
  await expect(email).toHaveAccessibleDescription(/^Is this right\?/);
  await expect(email).toHaveAttribute('aria-invalid', 'false');
  await expect(placeOrder).not.toHaveCSS('background-color', INACTIVE);
  await email.fill('ada@example.org');
  await expect(email).toHaveAccessibleDescription('For your confirmation');
  expect(await placeOrder.boundingBox()).toEqual(buttonBefore);
  await email.fill('ada');
  await ada.placeOrder();
  await ada.expectCardPage();
});

test('the payment page without details reports what is missing', async ({ page }) => {
  const ada = visitor(page);
  await openPage(page, '/payment-loading');
  await expect(ada.heading('Your details are missing')).toBeVisible();
});

test.describe('a damaged basket', () => {
  test.use({ expectedErrors: /Invalid date format/ });

  test('an invalid basket item is dropped and the others are kept', async ({ page }) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await ada.addToBasket();
    await page.evaluate(() => {
      const basket = JSON.parse(localStorage.getItem('basket') ?? '[]');
      basket.push({ ...basket[0], id: 1, selectedDay: '31.12.2026' });
      localStorage.setItem('basket', JSON.stringify(basket));
    });
    const thrown = page.waitForEvent('pageerror');
    await page.reload();
    expect((await thrown).message).toBe('Invalid date format: 31.12.2026');
    await ada.openBasket();
    await expect(ada.basket.getByRole('listitem')).toHaveCount(1);
    await expect(ada.basket).toContainText('We could not read 1 item of your basket');
  });
});

/** A drawer slides in: a position on its way is not its last. */
async function motionEnds(drawer: Locator): Promise<void> {
  await drawer.evaluate((it) =>
    Promise.all(it.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
}

function bottomOf(box: { y: number; height: number } | null): number {
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

test('two tabs share one basket', { tag: '@nightly' }, async ({ page, context }) => {
  const ada = visitor(page);
  const second = await context.newPage();
  await openPage(second, '/');
  await ada.openCake();
  await ada.chooseDay();
  await ada.addToBasket();
  await expect(second.getByRole('button', { name: /BASKET.*1/i }).first()).toBeVisible();
});
