import type { Page } from '@playwright/test';
import { expect, test } from './shop-fixture.ts';
import { openPage } from './visitor.ts';

const LONGEST_MS = 3000;
const firstPicture = (page: Page) => page.getByRole('main').locator('img').first();

for (const path of ['/', '/cakes/doughnuts', '/about-us']) {
  test(`${path}: the loader shows until the first picture loads`, async ({ page }) => {
    await holdPictures(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(firstPicture(page)).toHaveCSS('background-image', /gradient/);
    // Four squares and their frame, each at its own position.
    const places = await firstPicture(page).evaluate(
      (picture) => getComputedStyle(picture).backgroundPosition,
    );
    expect(new Set(places.split(', ')).size).toBe(5);
    expect(await firstPicture(page).evaluate(isLoaded)).toBe(false);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test(`${path}: the loader ends after 3 s, even if the picture never loads`, async ({ page }) => {
    await holdPictures(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(firstPicture(page)).toHaveCSS('background-image', /gradient/);
    const ends = await firstPicture(page).evaluate((picture) =>
      picture.getAnimations().map((animation) => animation.effect?.getComputedTiming().endTime),
    );
    expect(ends).not.toEqual([]);
    for (const end of ends) expect(end).toBeLessThanOrEqual(LONGEST_MS);
    await expect(firstPicture(page)).toHaveCSS('background-image', 'none');
  });
}

test('a loaded picture shows no loader', async ({ page }) => {
  await openPage(page, '/');
  await expect.poll(() => firstPicture(page).evaluate(isLoaded)).toBe(true);
  const seen = [];
  for (const moment of [1000, LONGEST_MS + 1]) {
    await firstPicture(page).evaluate((picture, now) => {
      for (const animation of picture.getAnimations()) animation.currentTime = now;
    }, moment);
    seen.push((await page.screenshot()).toString('base64'));
  }
  expect(seen[0]).toBe(seen[1]);
});

test('only the first picture has a loader', async ({ page }) => {
  await openPage(page, '/');
  expect(await page.locator('img[fetchpriority="high"]').count()).toBe(1);
});

/** Holds the requests for pictures. */
async function holdPictures(page: Page) {
  await page.route(
    (url) => /^\/(_img|photos)\//.test(url.pathname),
    () => {},
  );
}

function isLoaded(picture: Element): boolean {
  return picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth > 0;
}
