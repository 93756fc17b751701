import type { Page } from '@playwright/test';
import { holdRequests } from './held-requests.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { BERRY_DRIP_CAKE, hydration, visitor } from './visitor.ts';

test.use({ ownContext: true });

test('input and clicks before hydration are kept', async ({ page }) => {
  const ada = visitor(page);
  const letScriptsCome = await holdScripts(page);
  await page.goto('/cakes/celebration-cakes/red-velvet-cake', { waitUntil: 'domcontentloaded' });

  await page.getByRole('radio', { name: /8 inches/ }).check();
  await page.getByRole('radio', { name: /^chocolate/ }).check();
  await page.getByRole('textbox', { name: /^Your number/ }).fill('7');
  await page.getByLabel(/message/i).fill('Happy Birthday Zoë');
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Add to basket' }).first().click();
  await expect(ada.basket).toBeHidden();
  letScriptsCome();

  await expect(ada.basket.getByRole('listitem')).toHaveCount(1);
  await expect(ada.basket).toContainText('8 inches');
  await expect(ada.basket).toContainText('Happy Birthday Zoë');
  await expect(ada.basket).toContainText('Sponge: chocolate · Number topper: “7”');
  await expect(ada.basket).toContainText('Total £72');
});

test('a click right after hydration waits for the earlier ones', { tag: '@nightly' }, async ({
  page,
}) => {
  const ada = visitor(page);
  const letScriptsCome = await holdScripts(page);
  await page.addInitScript(() => {
    document.addEventListener('hydrated', async () => {
      await null;
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === 'Add to basket')?.click();
    });
  });
  await page.goto(BERRY_DRIP_CAKE, { waitUntil: 'domcontentloaded' });
  await page.getByLabel('How many people?').fill('12');
  await ada.chooseDay();
  letScriptsCome();

  await expect(ada.basket.getByRole('listitem')).toHaveCount(1);
  await expect(ada.basket).toContainText('8 inches');
});

test('what the owner types before hydration is kept', { tag: '@nightly' }, async ({
  page,
  context,
  shop,
}) => {
  await signInContext(context, shop, 'owner');
  const letScriptsCome = await holdScripts(page);
  await page.addInitScript(() => {
    document.addEventListener('hydrated', () => Object.assign(window, { isHydrated: true }));
  });
  await page.goto('/owner/cakes/red-velvet-cake', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Name', { exact: true }).fill('Another name');
  await page.getByLabel('Description').fill('Another description.');
  letScriptsCome();
  await hydration(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Another name');
  await expect(page.getByLabel('Description')).toHaveValue('Another description.');
});

test('pointer moves while the page loads do not prevent hydration', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.mouse.move(300, 300);
  const letScriptsCome = await holdScripts(page);
  await page.goto(BERRY_DRIP_CAKE, { waitUntil: 'commit' });
  for (let x = 300; x < 320; x++) await page.mouse.move(x, 300);
  letScriptsCome();

  await page.getByRole('radio', { name: /10 inches/ }).check();
  await expect(page.getByRole('status').filter({ hasText: /^£92$/ })).toBeVisible();
});

test.describe('if a script does not come', () => {
  test.use({ expectedErrors: /Failed to (load resource|fetch dynamically imported module)/ });

  test('forms are sent all the same', { tag: '@nightly' }, async ({ page }) => {
    await page.route(/assets\/(?!hydration).*\.js/, (route) => route.abort());
    await page.goto('/owner/sign-in');
    await page.getByLabel('Your e-mail address').fill('nobody@example.org');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect(page).toHaveURL(/sign-in\/code/);
  });

  test('the page says so, and so does the basket', { tag: '@nightly' }, async ({ page }) => {
    await page.route(/assets\/(?!hydration).*\.js/, (route) => route.abort());
    await page.goto(BERRY_DRIP_CAKE);
    const notice = page.getByText('Part of this page did not come. Please reload it');
    await page.getByRole('button', { name: 'Add to basket' }).first().click();
    await expect(notice.first()).toBeInViewport({ ratio: 1 });
    const ada = visitor(page);
    await ada.openBasket();
    await expect(ada.basket.getByRole('alert')).toHaveText(/^Part of this page did not come/);
    await expect(ada.basket.getByText('One moment')).toBeHidden();
  });
});

/** Holds every script except the small hydration script. */
function holdScripts(page: Page): Promise<() => void> {
  return holdRequests(page, /\/assets\/(?!hydration)[^/]+\.js$/);
}
