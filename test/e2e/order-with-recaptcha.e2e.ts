import { watch } from './bot-check-in-browser.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { openPage, visitor } from './visitor.ts';

test.use({ botCheck: 'recaptcha' });
test.describe.configure({ mode: 'default' });

test.beforeEach(({ shop }) => setPractice(shop.recaptcha, { visitors: 'people', api: 'normal' }));

test('orders a cake with reCAPTCHA and without a proof of work', { tag: '@nightly' }, async ({
  page,
}) => {
  const ada = visitor(page);
  const seen = watch(page);
  const challenges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/challenge')) challenges.push(request.url());
  });
  await ada.buyACake();
  expect(seen.placed).toEqual([expect.any(String)]);
  expect(challenges).toEqual([]);
});

test('the privacy page names Google', { tag: '@nightly' }, async ({ page }) => {
  await openPage(page, '/privacy');
  const whoElse = page.getByRole('region', { name: 'Who else sees it' });
  await expect(whoElse.getByRole('listitem')).toHaveCount(3);
  await expect(whoElse).toContainText('Google');
});

test.describe('if reCAPTCHA fails', () => {
  test.use({ expectedErrors: /ERR_FAILED|400|503/ });

  test('because its script is blocked: a long proof of work, and the order succeeds', {
    tag: '@nightly',
  }, async ({ page }) => {
    await page.route('**/recaptcha/api.js*', (route) => route.abort());
    const seen = watch(page);
    await visitor(page).goToCheckout();
    expect(seen.longerWork).toBe(1);
  });

  test('because it scores a person as a robot: a long proof of work, and the order succeeds', {
    tag: '@nightly',
  }, async ({ page, shop }) => {
    await setPractice(shop.recaptcha, { visitors: 'robots' });
    const seen = watch(page);
    await visitor(page).goToCheckout();
    expect(seen.longerWork).toBe(1);
  });

  test('because the shop cannot reach it: a long proof of work, and the order succeeds', {
    tag: '@nightly',
  }, async ({ page, shop }) => {
    await setPractice(shop.recaptcha, { api: 'down' });
    const seen = watch(page);
    await visitor(page).goToCheckout();
    expect(seen.longerWork).toBe(1);
  });
});
