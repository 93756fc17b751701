import type { Locator, Page } from '@playwright/test';
import { cafe } from '#cafe/cafe.ts';
import { testimonials } from '#cafe/words/testimonials.ts';
import { recordShifts, scrollThrough, scrollTopTo } from './scrolling.ts';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { openPage } from './visitor.ts';

test.use(WITH_MOTION);

const notes = (page: Page) =>
  page.getByRole('region', { name: 'Important Information' }).getByRole('listitem');

test('blocks appear, staggered by 20 ms, when their top edge is 100 px above the bottom of the viewport', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, '/');
  // Times the id or the index.
  const delays = (blocks: Locator) =>
    blocks.evaluateAll((all) => all.map((block) => getComputedStyle(block).animationDelay));
  expect(await delays(page.locator('#cakes').getByRole('listitem'))).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((id) => `${(id * 20) / 1000}s`),
  );
  expect(await delays(notes(page))).toEqual(['0s', '0.02s', '0.04s']);
  const photos = page.locator('#gallery').getByRole('button');
  expect(await delays(photos.locator('..'))).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => `${(index * 20) / 1000}s`),
  );

  const card = page.locator('#cakes').getByRole('listitem').first();
  await expect(card).toHaveCSS('opacity', '0');
  const note = notes(page).first();
  await expect(note).toHaveCSS('opacity', '0');
  await scrollTopTo(note, 800 - 90);
  await expect(note).toHaveCSS('opacity', '0');
  // The jump reveals the blocks above.
  await expect(card).not.toBeInViewport();
  await expect(card).toHaveCSS('opacity', '1');
  await scrollTopTo(note, 800 - 101);
  await expect(note).toHaveCSS('opacity', '1');
});

test('blocks above the fold are never hidden, and the layout does not shift', {
  tag: '@nightly',
}, async ({ page }) => {
  const shifts = await recordShifts(page);
  await page.setViewportSize({ width: 1280, height: 1500 });
  await openPage(page, '/');
  await expect(notes(page).first()).toHaveCSS('opacity', '0');
  await expect(page.locator('#about-us [data-reveal]')).toHaveCount(0);
  await scrollThrough(page);
  await expect(page.getByRole('button', { name: 'Next testimonial' })).toBeVisible();
  expect(await shifts()).toBeLessThan(0.01);
});

test('with reduced motion blocks are visible from the start', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, '/');
  await expect(notes(page).first()).toHaveCSS('opacity', '1');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('all content is visible, including nine testimonials', { tag: '@nightly' }, async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.mouse.wheel(0, 600);
    await expect(page.getByRole('heading', { level: 1 }).locator('..')).toHaveCSS('opacity', '1');
    await expect(page.locator('[data-reveal]')).toHaveCount(0);
    for (const { text } of testimonials) {
      const box = await page.getByText(text).boundingBox();
      expect(box?.x, text).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), text).toBeLessThanOrEqual(1280);
    }
    await page.getByRole('link', { name: cafe.name.tagline }).click();
    await expect(page).toHaveURL('/#cakes');
  });
});
