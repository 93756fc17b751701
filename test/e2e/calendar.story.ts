import type { Page } from '@playwright/test';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, go } from './visitor.ts';

const MOST_MONTHS = 14;

/** Leaves the month that is shown and goes on until the caption says the other. */
async function turnTo(page: Page, month: string) {
  for (let turns = 0; turns < MOST_MONTHS; turns += 1) {
    await page.getByRole('button', { name: 'Next month' }).click();
    const caption = await page.getByRole('grid').getAttribute('aria-label');
    if (caption?.startsWith(month)) return;
  }
  throw new Error(`There is no ${month} in the calendar.`);
}

const day = (page: Page, name: RegExp) => page.getByRole('gridcell').getByRole('button', { name });

test.beforeEach(async ({ page }) => {
  await go(page, BERRY_DRIP_CAKE);
});

test('the calendar turns to the next month and back, and not before this one', async ({ page }) => {
  const caption = page.getByRole('grid');
  const now = await caption.getAttribute('aria-label');
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(caption).not.toHaveAttribute('aria-label', now ?? '');
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(caption).toHaveAttribute('aria-label', now ?? '');
});

test('each closed day says why, to the eye and to the ear, and cannot be chosen', async ({
  page,
}) => {
  const panel = page.getByRole('group', { name: 'Collection day' });
  await expect(panel).toContainText('We need 3 days · Closed on Sundays');
  for (const [month, name, why] of [
    ['December', /^Sunday .*December/, 'Closed on Sundays'],
    ['December', /^\w+ 25 December/, 'Fully booked or closed that day'],
    ['April', /^\w+ (14|15|16) April/, 'Closed 14–16 April'],
    ['April', /^\w+ (20|21|22|23) April/, 'Closed 20–23 April'],
  ] as const) {
    await turnTo(page, month);
    const closed = day(page, name)
      .and(page.getByRole('button', { name: new RegExp(why) }))
      .first();
    await expect(closed).toBeDisabled();
    await closed.click({ force: true });
    await expect(panel.getByText(new RegExp(`^\\w{3} \\d+ \\w{3}: ${why}$`))).toBeVisible();
    await expect(panel.getByText(/You collect on/)).toHaveCount(0);
    await page.reload();
    await go(page, BERRY_DRIP_CAKE);
  }
});

test('the days that are too soon say how many we need', async ({ page }) => {
  const today = page.locator('td[data-today] button');
  await expect(today).toHaveAccessibleName(/, We need 3 days$/);
  await expect(today).toBeDisabled();
});

test('17, 18 and 19 April are open, but for a Sunday', async ({ page }) => {
  await turnTo(page, 'April');
  for (const date of [17, 18, 19]) {
    const open = day(page, new RegExp(`^\\w+ ${date} April \\d{4}`));
    const name = await open.getAttribute('aria-label');
    if (name?.startsWith('Sunday')) expect(name).toContain('Closed on Sundays');
    else expect(name).toMatch(/^\w+ \d+ April \d{4}$/);
  }
});

test('the arrow keys go over open and closed days, and Enter chooses an open one', async ({
  page,
}) => {
  await turnTo(page, 'April');
  await day(page, /^\w+ 16 April/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(day(page, /^\w+ 17 April/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/You collect on/)).toHaveCount(0);
  await day(page, /^\w+ (17|18|19) April \d{4}$/)
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^You collect on \w+ \d+ April \d{4}\.$/)).toBeVisible();
});
