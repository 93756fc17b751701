import type { Page } from '@playwright/test';
import * as z from 'zod';
import { cafe } from '#cafe/cafe.ts';
import { aboutUs } from '#cafe/words/welcome.ts';
import { Category } from '#domain/catalogue/catalogue.ts';
import { expectAccessibleAtAllWidths } from './accessible.ts';
import { expectAtTop, recordScrolling, scrollThrough } from './scrolling.ts';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { openPage } from './visitor.ts';

const HistoryState = z.object({ usr: z.object({ category: Category }) });
const tagline = (page: Page) => page.getByRole('link', { name: cafe.name.tagline });

test('home shows hero, about us, categories and notes as specified, and is accessible', async ({
  page,
}) => {
  await openPage(page, '/');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
    cafe.name.name,
  );
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    aboutUs.title,
    'Cakes and Pastries',
    'In season',
    'Our Gallery',
    'Important Information',
    'What people say',
  ]);
  for (const id of ['about-us', 'cakes', 'gallery'])
    await expect(page.locator(`#${id}`)).toBeAttached();

  const hero = page.getByRole('region', { name: cafe.name.name });
  expect((await hero.getByRole('img').boundingBox())?.width).toBe(1280);
  await expect(tagline(page)).toContainText(/made-to-order cakes and freshly baked pastries/i);
  await expect(hero.getByRole('listitem')).toHaveText([
    'From £11',
    '3 days’ notice',
    'Collect from 12 Chequer Row, N8 0XX',
  ]);

  const about = page.locator('#about-us');
  await expect(about.getByRole('heading')).toBeVisible();
  for (const words of [
    /family cafe in North London/,
    /specialising in cakes and desserts/,
    /quality is our priority/i,
    /only the finest ingredients are used/,
  ]) {
    await expect(about.getByRole('paragraph')).toContainText(words);
  }

  const cards = page.locator('#cakes').getByRole('listitem');
  await expect(cards.getByRole('heading')).toHaveText([
    'Celebration Cakes',
    'Cup Cakes',
    'Tea Time Treat',
    'Doughnuts',
    'Extra Large Cakes',
    'Children’s Favourite',
    'Vegan & Gluten Free',
  ]);
  await expect(cards.locator('img')).toHaveCount(7);
  await expect(cards.getByText('Browse')).toHaveCount(7);

  const notes = page.getByRole('region', { name: 'Important Information' }).getByRole('listitem');
  await expect(notes).toContainText([
    /gluten, eggs, soya, milk, nuts and other allergens are used, so no food is guaranteed 100% allergen free/,
    /Everything is handmade, so the colour and decoration .* may differ .* and depend on/,
    /need a cake sooner .* please ask.* we will try to make it happen/,
  ]);

  await scrollThrough(page);
  await expect(page.getByRole('button', { name: 'Next testimonial' })).toBeVisible();
  await expectAccessibleAtAllWidths(page);
});

test('a click on a card opens its category and passes it as navigation state', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, '/');
  await page.locator('#cakes').getByRole('link', { name: 'Extra Large Cakes' }).click();
  await expect(page).toHaveURL('/cakes/large-party-cakes');
  const { usr } = HistoryState.parse(await page.evaluate(() => history.state));
  expect(usr.category).toMatchObject({ id: 5, slug: 'large-party-cakes' });
});

test.describe('the hero', () => {
  test.use(WITH_MOTION);

  test('a click on the tagline scrolls smoothly to the cakes', { tag: '@nightly' }, async ({
    page,
  }) => {
    await openPage(page, '/');
    const positions = await recordScrolling(page);
    await tagline(page).click();
    await expectAtTop(page.locator('#cakes'));
    expect(new Set(await positions()).size).toBeGreaterThan(1);
    await expect(page.locator('#cakes')).toBeFocused();
  });

  test('with reduced motion the click scrolls at once', { tag: '@nightly' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page, '/');
    const positions = await recordScrolling(page);
    await tagline(page).click();
    await expectAtTop(page.locator('#cakes'));
    expect(new Set(await positions()).size).toBe(1);
  });

  test('its text hides on scroll, and shows again at the top and on keyboard focus', {
    tag: '@nightly',
  }, async ({ page }) => {
    await openPage(page, '/');
    const text = page.getByRole('heading', { level: 1 }).locator('..');
    await expect(text).toHaveCSS('opacity', '1');
    await page.evaluate(() => scrollTo(0, 1));
    await expect(text).toHaveCSS('opacity', '0');
    await page.evaluate(() => scrollTo(0, 0));
    await expect(text).toHaveCSS('opacity', '1');
    await page.evaluate(() => scrollTo(0, 40));
    await expect(text).toHaveCSS('opacity', '0');
    await page.keyboard.press('Tab');
    await tagline(page).focus();
    await expect(text).toHaveCSS('opacity', '1');
  });
});
