import type { Page } from '@playwright/test';
import { expectAtTop } from './scrolling.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, go } from './visitor.ts';

test('Back and Forward lead to where each page was left', async ({ page }) => {
  await go(page, '/');
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

test('a new page begins at its top, and a link to a place on it there', async ({ page }) => {
  await go(page, BERRY_DRIP_CAKE);
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

test('a reload stays where it was', async ({ page }) => {
  await go(page, BERRY_DRIP_CAKE);
  await scrollDown(page, 700);
  await page.reload();
  await expectScrolled(page, 700);
  await expectTakenOver(page);
  await expectScrolled(page, 700);
});

test('Back from another document, and on to a page before it, leads to where they were left', async ({
  page,
}) => {
  await go(page, '/');
  await scrollDown(page, 700);
  await openAboutUs(page);
  await scrollDown(page, 300);
  await page.goto('/cakes/doughnuts');
  await page.goBack();
  await expect(page).toHaveURL('/about-us');
  await expectScrolled(page, 300);
  await expectTakenOver(page);
  await expectScrolled(page, 300);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expectScrolled(page, 700);
});

/** Without the pointer, for which Playwright would scroll. */
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
  // A document that is being left answers no more: it is asked again.
  await expect(async () => {
    expect(Math.abs((await page.evaluate(() => scrollY)) - to)).toBeLessThanOrEqual(1);
  }).toPass();
}

/** The scripts that come after the page leave it where it is. */
async function expectTakenOver(page: Page) {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'));
  });
}
