import type { Page, Route } from '@playwright/test';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { openPage } from './visitor.ts';

test.use({ ownContext: true, ...WITH_MOTION });

const firstPicture = (page: Page) => page.getByRole('main').locator('img').first();

test('the loader shows until the first picture loads', { tag: '@nightly' }, async ({ page }) => {
  await holdPictures(page);
  for (const path of ['/', '/cakes/doughnuts', '/about-us']) {
    await page.goto(path, { waitUntil: 'commit' });
    // One square after the other.
    await expect(firstPicture(page)).toHaveCSS('background-image', /^conic-gradient\(.* 25%/);
    await expect(firstPicture(page)).toHaveCSS('background-image', /^conic-gradient\(.* 100%/);
    expect(await firstPicture(page).evaluate(isLoaded), path).toBe(false);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test.describe('when pictures fail', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('the loader stays until the first picture has failed', { tag: '@nightly' }, async ({
    page,
  }) => {
    const failPictures = await holdPictures(page);
    await page.goto('/', { waitUntil: 'commit' });
    const places = () =>
      firstPicture(page).evaluate((picture) => {
        const rounds = picture.getAnimations().map(({ effect }) => effect?.getTiming().iterations);
        return { rounds, image: getComputedStyle(picture).backgroundImage };
      });
    await expect.poll(places).toMatchObject({
      rounds: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
      image: /gradient/,
    });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await failPictures();
    await expect(firstPicture(page)).toHaveCSS('background-image', 'none');
  });
});

test('a loaded picture shows no loader, and only the first picture has one', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, '/');
  expect(await page.locator('img[fetchpriority="high"]').count()).toBe(1);
  await expect.poll(() => firstPicture(page).evaluate(isLoaded)).toBe(true);
  const seen = [];
  for (const moment of [1000, 1600]) {
    await firstPicture(page).evaluate((picture, now) => {
      for (const animation of picture.getAnimations()) animation.currentTime = now;
    }, moment);
    seen.push((await page.screenshot()).toString('base64'));
  }
  expect(seen[0]).toBe(seen[1]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the loader ends after two rounds', { tag: '@nightly' }, async ({ page }) => {
    await expectTwoRounds(page);
  });
});

test.describe('when the scripts of the page cannot be loaded', () => {
  test.use({ expectedErrors: /status of 503|dynamically imported module/ });

  test('the loader ends after two rounds', { tag: '@nightly' }, async ({ page }) => {
    await page.route(/\/assets\/.*\.js$/, (route) =>
      /entry\.client|hydration/.test(route.request().url())
        ? route.continue()
        : route.fulfill({ status: 503 }),
    );
    await expectTwoRounds(page);
    await expect(page.locator('html')).toHaveAttribute('data-scripts', 'failed');
  });
});

/** While the first picture does not load, which nothing notices without scripts. */
async function expectTwoRounds(page: Page): Promise<void> {
  await holdPictures(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(firstPicture(page)).toHaveCSS('background-image', /gradient/);
  await expect(firstPicture(page)).toHaveCSS('background-image', 'none');
  expect(await firstPicture(page).evaluate(isLoaded)).toBe(false);
}

/** Holds the requests for pictures. @returns a function that lets them fail. */
async function holdPictures(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(
    (url) => /^\/(_img|photos)\//.test(url.pathname),
    (route) => {
      held.push(route);
    },
  );
  return async () => {
    await Promise.all(held.map((route) => route.abort()));
  };
}

function isLoaded(picture: Element): boolean {
  return picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth > 0;
}
