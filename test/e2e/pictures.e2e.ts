import type { Page, Response } from '@playwright/test';
import { photoWidths } from '#app/ui/photo-variants.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, openPage } from './visitor.ts';

const PAGES = ['/', '/cakes/celebration-cakes', BERRY_DRIP_CAKE, '/about-us'];
const SCREENS = [
  { width: 390, height: 844, density: 2, tag: [] },
  // The narrowest window with the columns of a desktop.
  { width: 768, height: 1024, density: 2, tag: '@nightly' },
  { width: 1440, height: 900, density: 1, tag: '@nightly' },
  { width: 1440, height: 900, density: 2, tag: '@nightly' },
];

/** The maximum ratio of the width of the file to the displayed width, in device pixels. */
const MAX_SCALE = 1.5;
/** The minimum ratio, unless the original photo is smaller. */
const MIN_SCALE = 0.8;
/** The smallest width that the server generates. */
const MIN_WIDTH = Math.min(...photoWidths({ width: 10_000 }));

for (const { width, height, density, tag } of SCREENS) {
  test.describe(`on ${width} px at ${density}x`, { tag }, () => {
    // Browsers show a larger picture that they have already.
    test.use({ ownContext: true, viewport: { width, height }, deviceScaleFactor: density });

    for (const path of PAGES) {
      test(`the pictures of ${path} have fitting widths and load lazily below the fold`, {
        tag: '@nightly',
      }, async ({ page }) => {
        // The server generates pictures on request, which takes long on a busy machine.
        test.slow();
        const responses: Response[] = [];
        page.on('response', (response) => {
          if (response.request().resourceType() === 'image') responses.push(response);
        });
        await openPage(page, path);
        await expectLoadingOrder(page);
        await expectFittingFiles(page);
        for (const response of responses.filter((sent) => sent.url().includes('/_img/'))) {
          expect(response.status(), response.url()).toBe(200);
          const { 'content-type': type, 'cache-control': caching } = response.headers();
          expect([type, caching], response.url()).toEqual([
            'image/avif',
            'public, max-age=31536000, immutable',
          ]);
        }
      });
    }
  });
}

test('browsers without AVIF get WebP, and those without srcset a JPEG', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/');
  const picture = page.locator('#about-us picture');
  await expect(picture.locator('source')).toHaveAttribute('type', 'image/avif');
  const image = picture.locator('img');
  const webp = (await image.getAttribute('srcset'))?.split(' ')[0] ?? '';
  const jpeg = (await image.getAttribute('src')) ?? '';
  // The server generates the page's own pictures first.
  const [asWebp, asJpeg] = await Promise.all(
    [webp, jpeg].map((address) => page.request.get(address, { timeout: 50_000 })),
  );
  expect(asWebp?.headers()['content-type']).toBe('image/webp');
  expect(asJpeg?.headers()['content-type']).toBe('image/jpeg');
});

test.describe('on a phone', () => {
  test.use({ ownContext: true, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });

  test('the hero uses the portrait crop', { tag: '@nightly' }, async ({ page }) => {
    await page.goto('/');
    const hero = page.locator('main img').first();
    await expect(hero).toHaveJSProperty('complete', true);
    expect(await hero.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /f_avif\/v\d+\/hero-phone\.jpg$/,
    );
  });
});

async function expectLoadingOrder(page: Page): Promise<void> {
  const images = await page.locator('img').evaluateAll((elements) =>
    elements
      .filter((image) => image instanceof HTMLImageElement)
      .map((image) => ({
        src: image.src,
        inMain: image.closest('main') !== null,
        isBelow: image.getBoundingClientRect().top >= window.innerHeight,
        loading: image.loading,
        priority: image.fetchPriority,
        attributes: ['alt', 'width', 'height', 'sizes', 'srcset'].filter(
          (name) => !image.hasAttribute(name),
        ),
      })),
  );
  for (const { src, attributes } of images) expect(attributes, `missing at ${src}`).toEqual([]);
  const [first, ...others] = images.filter(({ inMain }) => inMain);
  expect(first).toMatchObject({ loading: 'eager', priority: 'high' });
  for (const image of others) expect(image.priority, image.src).not.toBe('high');
  for (const { isBelow, loading, src } of images) if (isBelow) expect(loading, src).toBe('lazy');
}

async function expectFittingFiles(page: Page): Promise<void> {
  const images = await page.locator('img:visible').evaluateAll((elements) =>
    Promise.all(
      elements
        .filter((image) => image instanceof HTMLImageElement)
        .map(async (image) => {
          image.loading = 'eager';
          await image.decode();
          // With `sizes`, `naturalWidth` of the element is scaled; a new Image has the width of the file.
          const file = new Image();
          file.src = image.currentSrc;
          await file.decode();
          return {
            address: image.currentSrc,
            sent: file.naturalWidth,
            shown: image.clientWidth * devicePixelRatio,
            master: Number(image.getAttribute('width')),
          };
        }),
    ),
  );
  expect(images.length).toBeGreaterThan(0);
  // Browsers reuse a larger file that they already have, so compare with its largest use.
  const largestPlace = (address: string) =>
    Math.max(...images.filter((each) => each.address === address).map(({ shown }) => shown));
  const misfits = images.filter(
    ({ address, sent, shown, master }) =>
      sent > Math.max(MIN_WIDTH, largestPlace(address) * MAX_SCALE) ||
      sent < Math.min(master, shown * MIN_SCALE),
  );
  expect(misfits).toEqual([]);
}
