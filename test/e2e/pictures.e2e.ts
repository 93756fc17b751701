import type { Page, Response } from '@playwright/test';
import { photoWidths } from '#app/ui/photo-variants.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, go } from './visitor.ts';

const PAGES = ['/', '/cakes/celebration-cakes', BERRY_DRIP_CAKE, '/about-us'];
const SCREENS = [
  { width: 390, height: 844, density: 1 },
  { width: 390, height: 844, density: 2 },
  { width: 1440, height: 900, density: 1 },
  { width: 1440, height: 900, density: 2 },
];

/** No picture may have more pixels to a side than so many times those that show it … */
const LARGEST = 1.5;
/** … nor so few that it looks soft, unless its master has no more. */
const SMALLEST = 0.8;
/** Nothing smaller than this is made. */
const FLOOR = Math.min(...photoWidths({ width: 10_000 }));

for (const { width, height, density } of SCREENS) {
  test.describe(`on ${width} px at ${density}x`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: density });

    for (const path of PAGES) {
      test(`the pictures of ${path} fit their places, and what is below waits`, async ({
        page,
      }) => {
        // The pictures are made while they are asked for: this waits for many, on a busy machine.
        test.slow();
        const answers: Response[] = [];
        page.on('response', (response) => {
          if (response.request().resourceType() === 'image') answers.push(response);
        });
        await go(page, path);
        await expectOrderOfLoading(page);
        await expectFittingFiles(page);
        for (const answer of answers.filter((sent) => sent.url().includes('/_img/'))) {
          expect(answer.status(), answer.url()).toBe(200);
          const { 'content-type': type, 'cache-control': caching } = answer.headers();
          expect([type, caching], answer.url()).toEqual([
            'image/avif',
            'public, max-age=31536000, immutable',
          ]);
        }
      });
    }
  });
}

test('browsers without AVIF are sent WebP, and what reads no list of sizes a JPEG', async ({
  page,
}) => {
  await page.goto('/');
  const picture = page.locator('#about-us picture');
  await expect(picture.locator('source')).toHaveAttribute('type', 'image/avif');
  const image = picture.locator('img');
  const webp = (await image.getAttribute('srcset'))?.split(' ')[0] ?? '';
  const jpeg = (await image.getAttribute('src')) ?? '';
  // They wait behind the page's own pictures.
  const [asWebp, asJpeg] = await Promise.all(
    [webp, jpeg].map((address) => page.request.get(address, { timeout: 50_000 })),
  );
  expect(asWebp?.headers()['content-type']).toBe('image/webp');
  expect(asJpeg?.headers()['content-type']).toBe('image/jpeg');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });

  test('the hero is cut for its height, not enlarged', async ({ page }) => {
    await page.goto('/');
    const hero = page.locator('main img').first();
    await expect(hero).toHaveJSProperty('complete', true);
    expect(await hero.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /f_avif\/v\d+\/hero-phone\.jpg$/,
    );
  });
});

async function expectOrderOfLoading(page: Page): Promise<void> {
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
          // The picture's own `naturalWidth` is what `sizes` says; the file is asked for its own.
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
  // A browser takes a larger file that it already has: a file is sent for its largest place.
  const largestPlace = (address: string) =>
    Math.max(...images.filter((each) => each.address === address).map(({ shown }) => shown));
  const misfits = images.filter(
    ({ address, sent, shown, master }) =>
      sent > Math.max(FLOOR, largestPlace(address) * LARGEST) ||
      sent < Math.min(master, shown * SMALLEST),
  );
  expect(misfits).toEqual([]);
}
