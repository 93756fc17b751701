import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { changeKeptToken, keptToken, watch } from './bot-check-in-browser.ts';
import { expect, test } from './shop-fixture.ts';
import { ADA, visitor } from './visitor.ts';

const CHALLENGE = '**/api/bot-check/challenge*';
const HOUR = 3_600_000;
const JWT = /^ey[\w-]+\.[\w-]+\.[\w-]+$/;

test('orders a cake, and the check is done in a worker while the page is read', async ({
  page,
}) => {
  const ada = visitor(page);
  const seen = watch(page);
  await ada.openCake();
  await expect.poll(() => keptToken(page)).toBeDefined();
  expect(seen.workers).toEqual([expect.stringMatching(/\/assets\/solve-worker-[\w-]+\.js$/)]);
  expect(seen.longerWork).toBe(0);
  const kept = await keptToken(page);
  await goToPickUp(page);
  await ada.placeOrder();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  expect(seen.placed).toEqual([kept?.token]);
  // It survives the trip to the card page.
  expect(seen.confirmed[0]).toBe(kept?.token);
});

test('presses Place Your Order while the check runs: it says so and goes on by itself', async ({
  page,
}) => {
  const ada = visitor(page);
  const letGo = await placeWhileChecking(page);
  await expect(ada.panel.getByRole('status')).toContainText('goes on by itself');
  await expectAccessible(page);
  await letGo();
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('closes the panel while the check runs: nothing is ordered until it is asked for again', async ({
  page,
}) => {
  const ada = visitor(page);
  const letGo = await placeWhileChecking(page);
  await page.keyboard.press('Escape');
  await expect(ada.panel).toBeHidden();
  await letGo();
  await expect.poll(() => keptToken(page)).toBeDefined();
  await ada.openBasket();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await expect(ada.panel.getByLabel('Your Name')).toHaveValue(ADA.name);
  await ada.placeOrder();
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('has a token that has expired: it is renewed, and nobody notices', async ({ page }) => {
  const ada = visitor(page);
  await ada.openCake();
  await expect.poll(() => keptToken(page)).toBeDefined();
  const old = await keptToken(page);
  await changeKeptToken(page, { issuedAt: Date.now() - 2 * HOUR, expiresAt: Date.now() - HOUR });
  const seen = watch(page);
  await ada.goToCheckout();
  expect(seen.placed).toEqual([expect.stringMatching(JWT)]);
  expect(seen.placed).not.toContain(old?.token);
});

test('leaves the page open for a while: the token is renewed before it expires', async ({
  page,
}) => {
  await page.clock.install();
  const ada = visitor(page);
  await ada.openCake();
  await expect.poll(() => keptToken(page)).toBeDefined();
  const first = await keptToken(page);
  // To just before it, and no further: what waits a while for its answer would have waited too long at once.
  await page.clock.fastForward('34:50');
  expect((await keptToken(page))?.token).toBe(first?.token);
  const renewed = expect.poll(async () => (await keptToken(page))?.token, { timeout: 30_000 });
  await renewed.not.toBe(first?.token);
});

test.describe('with a token that the shop does not take', () => {
  test.use({ expectedErrors: /401/ });

  test('gets a fresh one by itself and places the order', async ({ page }) => {
    const ada = visitor(page);
    await ada.openCake();
    await expect.poll(() => keptToken(page)).toBeDefined();
    await changeKeptToken(page, { token: 'of.somebody.else' });
    const seen = watch(page);
    await ada.goToCheckout();
    expect(seen.placed).toEqual(['of.somebody.else', expect.stringMatching(JWT)]);
  });
});

test.describe('where the check is blocked', () => {
  test.use({ expectedErrors: /ERR_FAILED|The checkout did not start|401/ });

  test('no workers and nothing to keep a token in: more work on the page, and the order goes through', async ({
    page,
  }) => {
    const ada = visitor(page);
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'Worker');
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('Not here', 'SecurityError');
        },
      });
    });
    const seen = watch(page);
    await ada.goToCheckout();
    await ada.pay();
    await expect(ada.heading('Thank you')).toBeVisible();
    expect(seen.longerWork).toBeGreaterThan(0);
    expect(seen.placed).toEqual([expect.stringMatching(JWT)]);
  });

  test('the worker cannot be fetched: more work on the page, and the order goes through', async ({
    page,
  }) => {
    await page.route('**/assets/solve-worker-*', (route) => route.abort());
    const seen = watch(page);
    await visitor(page).goToCheckout();
    expect(seen.longerWork).toBe(1);
    expect(seen.placed).toEqual([expect.stringMatching(JWT)]);
  });

  test('nothing helps: the cafe’s number is told, all is kept, and it can be tried again', async ({
    page,
  }) => {
    const ada = visitor(page);
    await page.route(CHALLENGE, (route) => route.abort());
    await ada.openCake();
    await goToPickUp(page);
    await ada.placeOrder();
    await expect(ada.heading('The payment did not start')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('Our check that you are a person did not go through.');
    await expect(main).not.toContainText(/error|token|fetch/i);
    await expect(main.getByRole('link', { name: /^020/ })).toHaveAttribute('href', /^tel:/);
    await main.getByRole('button', { name: 'Open the basket' }).click();
    await expect(ada.basket.getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Change your details' }).click();
    await expect(ada.panel.getByLabel('Email address')).toHaveValue(ADA.email);
    await page.keyboard.press('Escape');
    await page.unroute(CHALLENGE);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
  });
});

/** From the cake to the pick-up panel, filled in. */
async function goToPickUp(page: Page) {
  const ada = visitor(page);
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await ada.fillIn();
}

/** @returns what lets the held calls go on. */
async function holdBack(page: Page, calls: string) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(calls, async (route) => {
    await gate;
    await route.continue();
  });
  return async () => letGo();
}

/** The check has begun and does not end. @returns what lets it. */
async function placeWhileChecking(page: Page) {
  const ada = visitor(page);
  const letGo = await holdBack(page, CHALLENGE);
  await ada.openCake();
  await goToPickUp(page);
  await ada.placeOrder();
  await expect(ada.panel.getByRole('button', { name: 'Checking' })).toBeVisible();
  return letGo;
}
