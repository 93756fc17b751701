import type { Locator, Page } from '@playwright/test';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { openPage, visitor } from './visitor.ts';

const CATEGORY = '/cakes/celebration-cakes';

test('shows the category’s title and subtitle, and each cake with picture, title, price and VIEW', async ({
  page,
}) => {
  await openPage(page, CATEGORY);
  await expect(visitor(page).heading('Made with love')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Celebration Cakes' })).toBeVisible();
  await expect(page.getByText('Layered, filled and finished by hand')).toBeVisible();
  const cakes = page.locator('#shelf > li');
  await expect(cakes.first()).toContainText('Berry Drip Cake');
  await expect(cakes.first()).toContainText('from £48');
  await expect(cakes.first()).toContainText('VIEW');
  await expect(cakes.locator('img')).toHaveCount(await cakes.count());
  await cakes.first().getByText('VIEW').click();
  await expect(page).toHaveURL(/\/cakes\/celebration-cakes\/berry-drip-cake$/);
});

test.describe('with motion', () => {
  test.use(WITH_MOTION);

  test('the hero fades with scroll', { tag: '@nightly' }, async ({ page }) => {
    await openPage(page, CATEGORY);
    await expectToFade(page, heroOf(page));
  });
});

test.describe('without scroll-driven animations', () => {
  test.use({ ownContext: true, ...WITH_MOTION });

  test('the hero fades by script', { tag: '@nightly' }, async ({ page }) => {
    await page.addInitScript(() => {
      CSS.supports = () => false;
    });
    await openPage(page, CATEGORY);
    await page.evaluate(() => {
      // The page's policy lets scripts add only constructed style sheets.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('section { animation: none !important }');
      document.adoptedStyleSheets.push(sheet);
    });
    await expectToFade(page, heroOf(page));
  });
});

test('with reduced motion the hero does not fade', { tag: '@nightly' }, async ({ page }) => {
  await openPage(page, CATEGORY);
  await scrollDown(page, 400);
  await expect(heroOf(page)).toHaveCSS('opacity', '1');
});

function heroOf(page: Page): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: 'Made with love' }) });
}

async function expectToFade(page: Page, hero: Locator) {
  const opacity = () => hero.evaluate((element) => Number(getComputedStyle(element).opacity));
  await expect.poll(opacity).toBe(1);
  await scrollDown(page, 200);
  await expect.poll(opacity).toBeLessThan(0.8);
  const half = await opacity();
  await scrollDown(page, 60);
  await expect.poll(opacity).toBeLessThan(half);
  await scrollDown(page, -260);
  await expect.poll(opacity).toBe(1);
}

async function scrollDown(page: Page, by: number) {
  await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), by);
}
