import type { Page } from '@playwright/test';
import { photos } from '#cafe/photos.ts';
import { gallery } from '#cafe/words/pictures.ts';
import { expectAccessibleAndToFit, expectFocusTrapped } from './accessible.ts';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { openPage } from './visitor.ts';

test.use(WITH_MOTION);

const SWIPE_THRESHOLD_PX = 20;
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Our Gallery' });
const photo = (page: Page, file: string) =>
  page.getByRole('main').getByRole('button', { name: altOf(file) });

const [first = '', second = '', , fourth = '', , last = ''] = gallery;

for (const path of ['/', '/about-us']) {
  test(`${path}: a click on a photo of three columns, each with a long and a short one, opens it at full size`, {
    tag: '@nightly',
  }, async ({ page }) => {
    await openPage(page, path);
    await expect(page.getByRole('heading', { name: 'Our Gallery' })).toBeVisible();
    const boxes = await Promise.all(gallery.map((file) => photo(page, file).boundingBox()));
    expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size).toBe(3);
    const isLong = boxes.map((box) => (box?.height ?? 0) > (box?.width ?? 0));
    expect(isLong).toEqual([true, false, false, true, true, false]);

    await expect(overlay(page)).toBeHidden();
    await photo(page, fourth).click();
    const picture = overlay(page).getByRole('img', { name: altOf(fourth) });
    await expect(picture).toBeVisible();
    await expect(overlay(page)).toHaveAccessibleDescription(new RegExp(altOf(fourth)));
    await expect.poll(async () => (await picture.boundingBox())?.height).toBeGreaterThan(550);
    await expect(overlay(page)).toContainText('4 of 6');
    await expectAccessibleAndToFit(page);
  });
}

test('the overlay traps focus, closes on Close, on click and on Escape, and returns focus', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, '/');
  const opener = photo(page, first);
  const ways = [
    () => overlay(page).getByRole('button', { name: 'Close' }).click(),
    () => overlay(page).click({ position: { x: 20, y: 20 } }),
    () => overlay(page).getByRole('img').click(),
    () => page.keyboard.press('Escape'),
  ];
  for (const close of ways) {
    await opener.press('Enter');
    await expect(overlay(page)).toBeVisible();
    await close();
    await expect(overlay(page)).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await photo(page, first).click();
  await expect(overlay(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await expectFocusTrapped(page, overlay(page));
});

test('keys, buttons and swipes of more than 20 px show the next and previous photo and wrap around', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, '/');
  await photo(page, last).click();
  const shows = (file: string) =>
    expect(overlay(page).getByRole('img')).toHaveAccessibleName(altOf(file));
  await shows(last);
  await page.keyboard.press('ArrowRight');
  await shows(first);
  await page.keyboard.press('ArrowLeft');
  await shows(last);
  await overlay(page).getByRole('button', { name: 'Next photo' }).click();
  await overlay(page).getByRole('button', { name: 'Next photo' }).click();
  await shows(second);
  await overlay(page).getByRole('button', { name: 'Previous photo' }).click();
  await shows(first);

  await swipe(page, -SWIPE_THRESHOLD_PX);
  await shows(first);
  await swipe(page, -SWIPE_THRESHOLD_PX - 1);
  await shows(second);
  await swipe(page, SWIPE_THRESHOLD_PX + 1);
  await shows(first);

  await page.keyboard.press('ArrowLeft');
  // A photo leads to its cake.
  await overlay(page).getByRole('link', { name: 'See The Counter Trio' }).click();
  await expect(page).toHaveURL('/cakes/large-party-cakes/counter-trio');
  await expect(overlay(page)).toBeHidden();
  await page.goBack();
  // Also before it is enlarged.
  await page.getByRole('main').getByRole('link', { name: 'Pastel Macarons' }).click();
  await expect(page).toHaveURL('/cakes/vegan-gluten-free-delight/macaron-box');
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 664 },
    hasTouch: true,
    isMobile: true,
    ownContext: true,
  });

  test('a photo fills the width, and a button and a pinch zoom it', {
    tag: '@nightly',
  }, async ({ page }) => {
    await openPage(page, '/');
    await photo(page, first).click();
    const picture = overlay(page).getByRole('img');
    const width = async () => Math.round((await picture.boundingBox())?.width ?? 0);
    const widthOfFile = async () =>
      widthIn(await picture.evaluate((image: HTMLImageElement) => image.currentSrc));
    await expect.poll(width).toBe(390);
    await expect.poll(widthOfFile).toBeGreaterThan(0);
    const before = await widthOfFile();

    await overlay(page).getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(width).toBe(390 * 2.5);
    await expect.poll(widthOfFile).toBeGreaterThan(before);
    // Its middle is seen.
    const { x = 0 } = (await picture.boundingBox()) ?? {};
    expect(Math.abs(x - (390 - 390 * 2.5) / 2)).toBeLessThan(1);
    await swipe(page, -SWIPE_THRESHOLD_PX - 1);
    await expect(picture).toHaveAccessibleName(altOf(first));
    await overlay(page).getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(width).toBe(390);

    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.synthesizePinchGesture', { x: 195, y: 300, scaleFactor: 2 });
    expect(await page.evaluate(() => visualViewport?.scale)).toBeGreaterThan(1.5);
  });
});

/** `…/_img/w_960,…` → 960 */
function widthIn(address: string): number {
  return Number(/w_(\d+)/.exec(address)?.[1]);
}

async function swipe(page: Page, distance: number) {
  const finger = (x: number) => [{ identifier: 0, clientX: x, clientY: 400 }];
  await overlay(page).dispatchEvent('touchstart', {
    touches: finger(400),
    changedTouches: finger(400),
  });
  await overlay(page).dispatchEvent('touchend', {
    touches: [],
    changedTouches: finger(400 + distance),
  });
}

function altOf(file: string): string {
  return photos.find((known) => known.file === file)?.alt ?? file;
}
