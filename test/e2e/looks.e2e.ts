import type { Locator } from '@playwright/test';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, type Box, boxOf, openPage, visitor } from './visitor.ts';

// What an art director saw, measured.

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 664 };

const bottomOf = ({ y, height }: Box) => y + height;
const middleOf = ({ y, height }: Box) => y + height / 2;

test('the first screen shows the cake and what to press in a zoomed window and on a phone on its side', {
  tag: '@nightly',
}, async ({ page }) => {
  const main = page.getByRole('main');
  for (const screen of [
    // 1440 × 900 at 200 %.
    { width: 720, height: 450 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(screen);
    await openPage(page, BERRY_DRIP_CAKE);
    await expect(main.getByRole('img').first()).toBeInViewport({ ratio: 0.98 });
    await expect(visitor(page).heading('Berry Drip Cake')).toBeInViewport({ ratio: 1 });
    await openPage(page, '/');
    await expect(main.getByText('See the cakes')).toBeInViewport({ ratio: 1 });
    await openPage(page, '/cakes/celebration-cakes');
    await expect(page.locator('#shelf img').first()).toBeInViewport({ ratio: 0.5 });
  }
});

test('the card of the collection day has no holes, and the message stands beside its preview', {
  tag: '@nightly',
}, async ({ page }) => {
  const ada = visitor(page);
  for (const screen of [PHONE, { width: 768, height: 1024 }, DESKTOP]) {
    await page.setViewportSize(screen);
    await openPage(page, BERRY_DRIP_CAKE);
    const card = page.getByRole('group', { name: 'Collection day' });
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByRole('grid')).toBeVisible();
    await expectNoHoles(card);
    await ada.chooseDay();
    await expectNoHoles(card);
    await card.getByRole('button', { name: 'Next month' }).click();
    await expectNoHoles(card);

    const field = await boxOf(page.getByLabel('Message on the cake'));
    const preview = await boxOf(page.getByText('We pipe it by hand.').locator('..'));
    const isBeside = preview.x > field.x + field.width;
    expect(isBeside ? preview.y - field.y : preview.y - bottomOf(field)).toBeLessThanOrEqual(16);
  }
});

/** The widest gap, in pixels, that is not a hole. */
const MAX_GAP = 48;

/** Between the words, buttons and pictures of an element, from top to bottom. */
async function expectNoHoles(element: Locator): Promise<void> {
  const gaps = await element.evaluate((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    const range = document.createRange();
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    const boxes: DOMRect[] = [...card.querySelectorAll('img, svg, button, a')].map((each) =>
      each.getBoundingClientRect(),
    );
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      boxes.push(range.getBoundingClientRect());
    }
    const shown = boxes
      .filter(({ height }) => height > 0)
      .sort((one, other) => one.top - other.top);
    let reached = top;
    return [
      ...shown.map((box) => ({ from: box.top, to: box.bottom })),
      { from: bottom, to: bottom },
    ]
      .map(({ from, to }) => {
        const gap = from - reached;
        reached = Math.max(reached, to);
        return Math.round(gap);
      })
      .filter((gap) => gap > 0);
  });
  expect(Math.max(...gaps)).toBeLessThanOrEqual(MAX_GAP);
}

test('lists keep price and VIEW in a line, notes on the grid, names of a size, and banners nearly square', {
  tag: '@nightly',
}, async ({ page }) => {
  for (const screen of [{ width: 390, height: 844 }, { width: 768, height: 1024 }, DESKTOP]) {
    await page.setViewportSize(screen);
    await openPage(page, '/cakes?diet=no-nuts');
    for (const card of await page.locator('#shelf > li').all()) {
      const [price, view] = await Promise.all(
        [/^from £/, /^VIEW$/].map((text) => boxOf(card.getByText(text))),
      );
      if (price && view) expect(Math.abs(middleOf(price) - middleOf(view))).toBeLessThan(8);
    }
    // Without its padding.
    const noteStart = await page
      .getByText('no food is guaranteed 100% allergen free')
      .evaluate((note) => {
        const range = document.createRange();
        range.selectNodeContents(note);
        return range.getBoundingClientRect().left;
      });
    const shelf = await boxOf(page.locator('#shelf > li').first());
    expect(Math.abs(noteStart - shelf.x)).toBeLessThanOrEqual(1);

    await openPage(page, '/cakes/celebration-cakes');
    const size = (heading: string) =>
      page
        .getByRole('heading', { name: heading, exact: true })
        .evaluate((element) => getComputedStyle(element).fontSize);
    expect(await size('Celebration Cakes')).toBe(await size('Made with love'));
    const banner = await boxOf(page.getByRole('main').getByRole('img').first());
    expect(banner.width / banner.height).toBeGreaterThan(0.6);
    expect(banner.width / banner.height).toBeLessThan(1.4);
  }
});

test('pictures of the gallery lead to their cake, and a cake of three tiers is drawn with three', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, '/');
  const gallery = page.locator('#gallery');
  const link = gallery.getByRole('link').first();
  const title = (await link.textContent()) ?? '';
  await gallery.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('link', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await link.click();
  await expect(visitor(page).heading(title)).toBeVisible();

  await openPage(page, '/cakes/large-party-cakes/three-tier-rose-cake');
  const sizes = page.getByRole('group', { name: 'Size' });
  const widths = await sizes
    .locator('svg')
    .first()
    .locator('use')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
  const [plate = 0, ...tiers] = widths;
  expect(tiers).toHaveLength(3);
  expect(tiers).toEqual(tiers.toSorted((one, other) => other - one));
  expect(tiers[0]).toBeLessThan(plate);
  await expect(page.getByText('We need 7 days’ notice for this cake')).toBeVisible();
});

test('the basket writes a day as specified under a heading in words, no size of what has none, and Checkout in sight', {
  tag: '@nightly',
}, async ({ page }) => {
  const ada = visitor(page);
  await page.setViewportSize({ width: 320, height: 568 });
  await ada.openCake();
  await ada.chooseDay();
  await page.getByRole('button', { name: /Rainbow Tall Candles/ }).click();
  await ada.addToBasket();
  await expect(ada.basket.getByRole('button', { name: 'Checkout' })).toBeInViewport({ ratio: 1 });
  await expect(ada.basket.getByRole('heading', { name: /^\w{3} \d+ \w{3}$/ })).toBeVisible();
  const [cake, candles] = await ada.basket.getByRole('listitem').allInnerTexts();
  expect(cake).toMatch(/Size\s+6 inches/);
  expect(candles).not.toContain('Size');
  for (const text of [cake, candles]) expect(text).toMatch(/Collection\s+\d\d\.\d\d\.\d{4}/);
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  // Where the specification does not ask for it, a day is in words.
  await expect(ada.panel).toContainText(/\w{3} \d+ \w{3}/);
  await expect(ada.panel).not.toContainText(/\d\d\.\d\d\.\d{4}/);
});
