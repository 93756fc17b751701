import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { changeStoredToken, storedToken, watch } from './bot-check-in-browser.ts';
import { holdRequests } from './held-requests.ts';
import { expect, test } from './shop-fixture.ts';
import { ADA, visitor } from './visitor.ts';

const CHALLENGE = '**/api/bot-check/challenge*';
const HOUR = 3_600_000;
/** Half of a token's lifetime and five minutes. */
const RENEWED_AFTER_MS = HOUR / 2 + 5 * 60_000;
const JWT = /^ey[\w-]+\.[\w-]+\.[\w-]+$/;

test('orders a cake; the challenge is solved in the background', async ({ page }) => {
  const ada = visitor(page);
  const seen = watch(page);
  await ada.openCake();
  await ada.chooseDay();
  await expect.poll(() => storedToken(page)).toBeDefined();
  expect(seen.longerWork).toBe(0);
  const stored = await storedToken(page);
  await goToPickUp(page);
  await ada.placeOrder();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  expect(seen.placed).toEqual([stored?.token]);
  // The token survives the visit to the card page.
  expect((await storedToken(page))?.token).toBe(stored?.token);
  // Nothing is confirmed if the webhook was faster than the page.
  expect(seen.confirmed.filter((token) => token !== stored?.token)).toEqual([]);
});

test('presses Place Your Order during the check: the order goes on when it ends', {
  tag: '@nightly',
}, async ({ page }) => {
  const ada = visitor(page);
  const seen = watch(page);
  const release = await holdRequests(page, CHALLENGE);
  await ada.openCake();
  await goToPickUp(page);
  await ada.placeOrder();
  await expect(ada.heading('Taking you to the card payment')).toBeVisible();
  await expectAccessible(page);
  expect(seen.placed).toEqual([]);
  release();
  await ada.expectCardPage();
});

test('has an expired token: it is renewed without a message', { tag: '@nightly' }, async ({
  page,
}) => {
  const ada = visitor(page);
  await ada.openCake();
  await ada.chooseDay();
  await expect.poll(() => storedToken(page)).toBeDefined();
  const old = await storedToken(page);
  await changeStoredToken(page, { issuedAt: Date.now() - 2 * HOUR, expiresAt: Date.now() - HOUR });
  const seen = watch(page);
  await ada.goToCheckout();
  expect(seen.placed).toEqual([expect.stringMatching(JWT)]);
  expect(seen.placed).not.toContain(old?.token);
});

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true });

  test('leaves the page open: the token is renewed before it expires', { tag: '@nightly' }, async ({
    page,
  }) => {
    await page.clock.install();
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await expect.poll(() => storedToken(page)).toBeDefined();
    const first = await storedToken(page);
    // Just before the renewal: a jump past it would time out its requests.
    const now = await page.evaluate(() => Date.now());
    await page.clock.fastForward((first?.issuedAt ?? now) + RENEWED_AFTER_MS - 2_000 - now);
    expect((await storedToken(page))?.token).toBe(first?.token);
    const renewed = expect.poll(async () => (await storedToken(page))?.token, { timeout: 30_000 });
    await renewed.not.toBe(first?.token);
  });
});

test.describe('with a token that the shop rejects', () => {
  test.use({ expectedErrors: /401/ });

  test('gets a new token and places the order', { tag: '@nightly' }, async ({ page }) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await expect.poll(() => storedToken(page)).toBeDefined();
    await changeStoredToken(page, { token: 'of.somebody.else' });
    const seen = watch(page);
    await ada.goToCheckout();
    expect(seen.placed).toEqual(['of.somebody.else', expect.stringMatching(JWT)]);
  });
});

test.describe('if the check is blocked', () => {
  test.use({ ownContext: true, expectedErrors: /ERR_FAILED|The checkout did not start|401/ });

  test('and its token cannot be stored: the order succeeds', { tag: '@nightly' }, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key, value) {
        if (key.startsWith('bot-check:')) throw new DOMException('Full', 'QuotaExceededError');
        setItem.call(this, key, value);
      };
    });
    const seen = watch(page);
    await visitor(page).buyACake();
    expect(seen.placed).toEqual([expect.stringMatching(JWT)]);
  });

  test('and nothing works: the page shows the cafe’s number, keeps the basket and offers a retry', {
    tag: '@nightly',
  }, async ({ page }) => {
    const ada = visitor(page);
    await page.route(CHALLENGE, (route) => route.abort());
    await ada.openCake();
    await goToPickUp(page);
    await ada.placeOrder();
    await expect(ada.heading('The payment did not start')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('Our check that you are not a robot did not work.');
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
    await ada.expectCardPage();
  });
});

/** Opens the pick-up panel and fills it in. */
async function goToPickUp(page: Page) {
  const ada = visitor(page);
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await ada.fillIn();
}
