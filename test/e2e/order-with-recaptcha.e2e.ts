import { watch } from './bot-check-in-browser.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { go, visitor } from './visitor.ts';

test.use({ botCheck: 'recaptcha' });

test.beforeEach(({ shop }) => setPractice(shop.recaptcha, { visitors: 'people', api: 'normal' }));

test('orders a cake where reCAPTCHA looks on, and works for nothing', async ({ page }) => {
  const ada = visitor(page);
  const seen = watch(page);
  const challenges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/challenge')) challenges.push(request.url());
  });
  await ada.goToCheckout();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  expect(seen.placed).toEqual([expect.any(String)]);
  expect(challenges).toEqual([]);
});

test('is told by the privacy page that Google looks on', async ({ page }) => {
  await go(page, '/privacy');
  const whoElse = page.getByRole('region', { name: 'Who else sees it' });
  await expect(whoElse.getByRole('listitem')).toHaveCount(3);
  await expect(whoElse).toContainText('Google');
});

test.describe('where it cannot help', () => {
  test.use({ expectedErrors: /ERR_FAILED|400|503/ });

  test('its script is blocked: the visitor’s browser works instead, and the order goes through', async ({
    page,
  }) => {
    await page.route('**/recaptcha/api.js*', (route) => route.abort());
    const seen = watch(page);
    await visitor(page).goToCheckout();
    expect(seen.longerWork).toBe(1);
  });

  test('a person whom it takes for a robot works instead, and the order goes through', async ({
    page,
    shop,
  }) => {
    await setPractice(shop.recaptcha, { visitors: 'robots' });
    const seen = watch(page);
    await visitor(page).goToCheckout();
    expect(seen.longerWork).toBe(1);
  });

  test('the shop cannot reach it: everybody works instead, and orders go through', async ({
    page,
    shop,
  }) => {
    await setPractice(shop.recaptcha, { api: 'down' });
    const seen = watch(page);
    await visitor(page).goToCheckout();
    expect(seen.longerWork).toBe(1);
  });
});
