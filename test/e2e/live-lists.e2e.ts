import { expectAccessible } from './accessible.ts';
import { openLive } from './live-page.ts';
import { recordShifts } from './scrolling.ts';
import { expect, test } from './shop-fixture.ts';

test('in a list prices change in place, and a hidden cake keeps its position', {
  tag: '@nightly',
}, async ({ page, owner }) => {
  await owner.hide('red-velvet-cake');
  const shift = await recordShifts(page);
  await openLive(page, '/cakes/celebration-cakes');
  const cards = page.locator('#shelf > li');
  const before = await cards.allInnerTexts();
  const place = before.findIndex((text) => text.includes('Berry Drip Cake'));
  const shiftBefore = await shift();

  await owner.changePrice('chocolate-ganache-cake', '6', 43, 48);
  await expect(page.getByRole('link', { name: /Chocolate Ganache Cake .*£43/ })).toBeVisible();
  await page.getByRole('link', { name: /Berry Drip Cake/ }).focus();
  await owner.hide('berry-drip-cake');
  await expect(cards.nth(place)).toContainText('Not available right now');
  await expect(cards.nth(place)).toContainText('Berry Drip Cake');
  await expect(page.getByRole('link', { name: /Berry Drip Cake/ })).toHaveCount(0);
  expect(await shift()).toBe(shiftBefore);
  // Tab continues from the position of the hidden cake.
  await page.keyboard.press('Tab');
  await expect(cards.nth(place + 1).getByRole('link')).toBeFocused();

  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expectAccessible(page);

  await owner.show('red-velvet-cake');
  await expect(cards.last()).toContainText('Red Velvet Cake');
  await expect(cards).toHaveCount(before.length + 1);
  await owner.show('berry-drip-cake');
  await expect(cards.nth(place).getByRole('link')).toContainText('Berry Drip Cake');
});
