import type { Locator, Page } from '@playwright/test';
import { catalogue } from '#cafe/catalogue.ts';
import { photos } from '#cafe/photos.ts';
import { expect, test } from './shop-fixture.ts';
import { openPage } from './visitor.ts';

const SCREENS = [
  { width: 390, height: 664 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** The cake in each picture of the hero, without its stand, as parts of the picture. */
const CAKE_IN_HERO = new Map([
  ['hero.jpg', { left: 0.64, right: 0.9, top: 0.18, bottom: 0.71 }],
  ['hero-phone.jpg', { left: 0.39, right: 0.85, top: 0.31, bottom: 0.74 }],
]);

test('the first screen of home shows what is sold, the price, the notice, the place and a whole cake', {
  tag: '@nightly',
}, async ({ page }) => {
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await openPage(page, '/');
    const hero = page.getByRole('region', { name: 'Battenberg' });
    for (const part of [
      hero.getByRole('heading'),
      hero.getByText('Made-to-order cakes'),
      hero.getByText('See the cakes'),
      hero.getByText('From £11'),
      hero.getByText('3 days’ notice'),
      hero.getByText('Collect from 12 Chequer Row'),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    await expectWholeCakeOnScreen(hero.getByRole('img'));
  }
});

test('the first screen of a category shows cakes on a phone and on a desktop', {
  tag: '@nightly',
}, async ({ page }) => {
  for (const { slug } of catalogue.categories) {
    // The chip of the category scrolls into view when the page loads.
    await page.setViewportSize({ width: 390, height: 664 });
    await openPage(page, `/cakes/${slug}`);
    await expectFirstScreenOfCategory(page, 220);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectFirstScreenOfCategory(page, 300);
    await expectNoLonelyCard(page);
  }
});

test('the first screen of a category shows cakes on a phone on its side', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openPage(page, '/cakes/celebration-cakes');
  await expect(page.locator('#shelf img').first()).toBeInViewport({ ratio: 0.5 });
});

test('links to parts of the page keep the filter', { tag: '@nightly' }, async ({ page }) => {
  await openPage(page, '/cakes?diet=vegan');
  const cards = page.locator('#shelf > li');
  const vegan = await cards.count();
  for (const [name, part] of [
    ['Skip to the content', 'main'],
    ['CONTACT', 'contact'],
  ] as const) {
    await page.getByRole('link', { name }).first().press('Enter');
    await expect(page).toHaveURL(`/cakes?diet=vegan#${part}`);
    await expect(page.locator(`#${part}`)).toBeFocused();
  }
  await expect(cards).toHaveCount(vegan);
});

test('no picture is repeated within home and about us', { tag: '@nightly' }, async ({ page }) => {
  for (const path of ['/', '/about-us']) {
    await openPage(page, path);
    await expectNoPictureTwice(page);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a category is filtered, counted and sorted, other categories keep the choice, and all cakes too', async ({
    page,
  }) => {
    const cards = page.locator('#shelf > li');
    const count = page.getByRole('status').last();
    const inNav = (nav: string, link: string) =>
      page.getByRole('navigation', { name: nav }).getByRole('link', { name: link });
    await page.goto('/cakes/celebration-cakes');
    const all = await cards.count();
    await expect(count).toHaveText(`${all} cakes`);
    await inNav('Diets', 'Without nuts').click();
    await expect(page).toHaveURL('/cakes/celebration-cakes?diet=no-nuts');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made with love');
    await expect(cards.filter({ hasText: 'Contains nuts' })).toHaveCount(0);
    // The address and the heading come before the last card.
    await page.waitForLoadState();
    await expect(count).toHaveText(`${await cards.count()} of ${all} cakes`);
    await expect(page.getByText('no food is guaranteed 100% allergen free')).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');

    await inNav('Order of the cakes', 'Lowest price').click();
    await expect(page).toHaveURL('/cakes/celebration-cakes?diet=no-nuts&sort=price');
    await page.waitForLoadState();
    const prices = (await cards.getByText('from £').allTextContents()).map(poundsIn);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    await inNav('Categories', 'Tea Time Treat').click();
    await expect(page).toHaveURL('/cakes/time-treat?diet=no-nuts&sort=price');
    await expect(cards.first()).toContainText('Butter Croissants');
    await inNav('Diets', 'Vegan').click();
    await expect(page.getByText('Nothing in Tea Time Treat suits all of these')).toBeVisible();
    await page.getByRole('link', { name: 'See all cakes' }).click();
    await expect(page).toHaveURL('/cakes?diet=vegan&diet=no-nuts&sort=price');
    await expect(cards).toHaveText([/Vegan Raspberry Cup Cakes/, /Vegan/]);
    await expect(count).toHaveText(/^2 of \d+ cakes$/);

    await page.goto('/cakes?diet=keto&diet=vegan&x=1&sort=name');
    await expect(cards).toHaveCount(2);
    await inNav('Diets', 'Vegan').click();
    await expect(page).toHaveURL('/cakes');
    await expect(cards).toHaveCount(catalogue.cakes.filter(({ kind }) => kind === 'cake').length);
    await inNav('Order of the cakes', 'Largest').click();
    await expect(cards.first()).toContainText('Three-Tier Rose Cake');
  });
});

function poundsIn(price: string): number {
  return Number(price.replace('from £', ''));
}

async function expectFirstScreenOfCategory(page: Page, heroHeight: number) {
  const hero = page.locator('section', { hasText: 'Made with love' });
  expect((await hero.boundingBox())?.height, page.url()).toBeLessThanOrEqual(heroHeight);
  await expect(page.locator('#shelf img').first()).toBeInViewport({ ratio: 0.75 });
  const chips = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await expect(chips).toHaveCount(catalogue.categories.length + 1);
  await expect(chips.and(page.locator('[aria-current]'))).toBeInViewport({ ratio: 1 });
  await expectNoPictureTwice(page);
}

async function expectNoPictureTwice(page: Page) {
  const files = await page
    .locator('main img:not([aria-hidden=true] *)')
    .evaluateAll((images) => images.map((image) => image.getAttribute('data-photo')));
  expect(files, page.url()).toEqual([...new Set(files)]);
}

/** The last row has more than one card, unless there is only one row. */
async function expectNoLonelyCard(page: Page) {
  const tops = await page
    .locator('#shelf > li')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
  const last = tops.filter((top) => top === tops.at(-1));
  if (new Set(tops).size > 1) expect(last.length, page.url()).toBeGreaterThan(1);
}

async function expectWholeCakeOnScreen(image: Locator) {
  await expect(image).toHaveJSProperty('complete', true);
  const { box, position, file, below } = await image.evaluate((element: HTMLImageElement) => ({
    box: element.getBoundingClientRect().toJSON(),
    position: getComputedStyle(element).objectPosition,
    file: element.currentSrc.split('/').at(-1) ?? '',
    below: innerHeight,
  }));
  const photo = photos.find((known) => known.file === file);
  const cake = CAKE_IN_HERO.get(file);
  if (!photo || !cake) throw new Error(`${file} is not a picture of the hero`);
  const scale = Math.max(box.width / photo.width, box.height / photo.height);
  const [across = 0, down = 0] = position.split(' ').map((part) => Number.parseFloat(part) / 100);
  // Where the cropped picture would begin and end.
  const left = box.left + (box.width - photo.width * scale) * across;
  const top = box.top + (box.height - photo.height * scale) * down;
  expect(left + photo.width * scale * cake.left).toBeGreaterThanOrEqual(box.left);
  expect(left + photo.width * scale * cake.right).toBeLessThanOrEqual(box.right);
  expect(top + photo.height * scale * cake.top).toBeGreaterThanOrEqual(box.top);
  expect(top + photo.height * scale * cake.bottom).toBeLessThanOrEqual(Math.min(box.bottom, below));
}
