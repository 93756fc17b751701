import type { Page } from '@playwright/test';
import {
  expectAccessible,
  expectAccessibleAndToFit,
  expectNoHorizontalScroll,
  tabTo,
} from './accessible.ts';
import { chosenDay, countLoaderRequests, openLive } from './live-page.ts';
import { recordShifts } from './scrolling.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, dayFromToday, visitor } from './visitor.ts';

const MESSAGE = 'Happy Birthday Zoë';

const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

test('a price changes in place, and the visitor’s input stays', async ({ page, owner }) => {
  const ada = visitor(page);
  await openLive(page, BERRY_DRIP_CAKE);
  await page.getByRole('radio', { name: /8 inches/ }).check();
  await page.getByLabel(/message/i).fill(MESSAGE);
  await ada.chooseDay();
  const { words } = await chosenDay(page);

  await owner.changePrice('berry-drip-cake', '8', 71, 68);
  await expect(page.getByRole('radio', { name: /8 inches .*£71/ })).toBeChecked();
  await expect(status(page, /^£71$/)).toBeVisible();
  await expect(page.getByLabel(/message/i)).toHaveValue(MESSAGE);
  await expect(status(page, words)).toBeVisible();
  await ada.addToBasket();
  await expect(ada.basket).toContainText('Total £71');
});

test('a page reloads only for changes of its topics, and once for many', {
  tag: '@nightly',
}, async ({ page, owner }) => {
  const questions = countLoaderRequests(page);
  await openLive(page, BERRY_DRIP_CAKE);
  await owner.close(dayFromToday(60), dayFromToday(79));
  await expect.poll(questions).toBe(1);
  await openLive(page, '/cakes/celebration-cakes');
  await owner.close(dayFromToday(81));
  await owner.hide('red-velvet-cake');
  await expect.poll(questions).toBe(2);
  await owner.show('red-velvet-cake');
  await expect.poll(questions).toBe(3);
});

for (const width of [320, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    const tag = width === 320 ? [] : '@nightly';
    test('a chosen day that closes is deselected with a message', { tag }, async ({
      page,
      owner,
    }) => {
      const ada = visitor(page);
      const shift = await recordShifts(page);
      await openLive(page, BERRY_DRIP_CAKE);
      await page.getByLabel(/message/i).fill(MESSAGE);
      await ada.chooseDay();
      const { words, day } = await chosenDay(page);
      const inCalendar = page.getByRole('gridcell').getByRole('button', { name: words });
      await expect(inCalendar).toBeEnabled();
      const shiftBefore = await shift();

      await owner.close(day);
      const taken = status(page, `We have had to close ${words}: please choose another day.`);
      await expect(taken).toBeVisible();
      await expect(inCalendar).toBeDisabled();
      await expect(inCalendar).toHaveAccessibleName(
        /Fully booked or closed that day\. The next day is/,
      );
      const offered = page.getByRole('list', { name: 'The next days that can be chosen' });
      await expect(offered.getByRole('button')).toHaveCount(5);
      await expect(offered.getByRole('button').nth(1)).toBeDisabled();
      await expect(page.getByLabel(/message/i)).toHaveValue(MESSAGE);
      expect(await shift()).toBe(shiftBefore);
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);

      await page.getByRole('button', { name: 'Buy now' }).click();
      await expect(page.getByRole('dialog', { name: 'SELECT A DAY' })).toBeVisible();
      await page.keyboard.press('Escape');
      // The day is selected again when it reopens.
      await owner.open(day);
      await expect(status(page, `You collect on ${words}.`)).toBeVisible();
    });
  });
}

test.describe('a cake that is hidden', () => {
  test.use({ expectedErrors: /404/ });

  test('the page of a cake that gets hidden stays, and works when the cake is shown again', {
    tag: '@nightly',
  }, async ({ page, owner }) => {
    const ada = visitor(page);
    await openLive(page, BERRY_DRIP_CAKE);
    await page.getByLabel(/message/i).fill(MESSAGE);
    await ada.chooseDay();
    await owner.hide('berry-drip-cake');
    const note = page.getByText('Berry Drip Cake cannot be ordered just now.');
    await expect(note).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add to basket' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Buy now' })).toBeDisabled();
    await expectAccessibleAndToFit(page, [320, 1280]);

    // For other changes the loader returns 404, which must not replace the page with the error page.
    const loaderRequests = countLoaderRequests(page);
    await owner.close(dayFromToday(90));
    await expect.poll(loaderRequests).toBeGreaterThan(0);
    await expect(page.getByLabel(/message/i)).toHaveValue(MESSAGE);
    await tabTo(page, page.getByRole('link', { name: 'See our other cakes' }));

    await owner.show('berry-drip-cake');
    await expect(note).toBeHidden();
    await ada.addToBasket();
    await expect(ada.basket).toContainText(MESSAGE);
  });
});
