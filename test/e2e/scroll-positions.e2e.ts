import type { Page } from '@playwright/test';
import { expectAtTop } from './scrolling.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, hydration, openPage } from './visitor.ts';

test('Back and Forward restore the scroll position', { tag: '@nightly' }, async ({ page }) => {
  await openPage(page, '/');
  await scrollDown(page, 700);
  await openAboutUs(page);
  await scrollDown(page, 300);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expectScrolled(page, 700);
  await page.goForward();
  await expect(page).toHaveURL('/about-us');
  await expectScrolled(page, 300);
});

test('a new page starts at the top, or at the target of a hash link', { tag: '@nightly' }, async ({
  page,
}) => {
  await openPage(page, BERRY_DRIP_CAKE);
  await scrollDown(page, 700);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'ABOUT US' })
    .click();
  await expect(page).toHaveURL('/about-us');
  await expectScrolled(page, 0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'CAKES' }).click();
  await expectAtTop(page.locator('#cakes'));
});

test('a reload keeps the scroll position', { tag: '@nightly' }, async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  await scrollDown(page, 700);
  await page.reload();
  await expectScrolled(page, 700);
  await hydration(page);
  await expectScrolled(page, 700);
});

test('Back from another document restores the scroll positions of this page and the one before', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, '/');
  await scrollDown(page, 700);
  await openAboutUs(page);
  await scrollDown(page, 300);
  await page.goto('/cakes/doughnuts');
  await page.goBack();
  await expect(page).toHaveURL('/about-us');
  await expectScrolled(page, 300);
  await hydration(page);
  await expectScrolled(page, 300);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expectScrolled(page, 700);
});

/** Dispatches the click, because Playwright scrolls before a pointer click. */
async function openAboutUs(page: Page) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'ABOUT US' })
    .dispatchEvent('click');
  await expect(page).toHaveURL('/about-us');
  await expectScrolled(page, 0);
}

async function scrollDown(page: Page, to: number) {
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), to);
  await expectScrolled(page, to);
}

async function expectScrolled(page: Page, to: number) {
  // Retries, because evaluation fails while a document unloads.
  await expect(async () => {
    expect(Math.abs((await page.evaluate(() => scrollY)) - to)).toBeLessThanOrEqual(1);
  }).toPass();
}
