import type { Locator } from '@playwright/test';
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

test('the first screen of home shows what is sold, the price, the notice, the place and a whole cake', async ({
  page,
}) => {
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

test('no picture is repeated within a page', async ({ page }) => {
  for (const path of ['/', '/cakes/celebration-cakes', '/about-us']) {
    await openPage(page, path);
    const files = await page
      .locator('main img:not([aria-hidden=true] *)')
      .evaluateAll((images) => images.map((image) => image.getAttribute('data-photo')));
    expect(files, path).toEqual([...new Set(files)]);
  }
});

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
