import type { Page } from '@playwright/test';
import { openLive } from './live-page.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { answerTo, BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

// The 180 days from this Thursday include Christmas, New Year and the closed days of April.
test.use({ clock: '2026-11-26T10:00:00Z' });
test.describe.configure({ mode: 'default' });

const MAX_MONTHS = 8;

/** Presses Next month until the month is shown. */
async function showMonth(page: Page, month: string) {
  for (let turns = 0; turns < MAX_MONTHS; turns += 1) {
    const caption = await page.getByRole('grid').getAttribute('aria-label');
    if (caption === month) return;
    await page.getByRole('button', { name: 'Next month' }).click();
  }
  throw new Error(`There is no ${month} in the calendar.`);
}

const day = (page: Page, name: string | RegExp) =>
  page.getByRole('gridcell').getByRole('button', { name });

test('the calendar shows the next and previous month, but none before the current one, and no past week', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  const caption = page.getByRole('grid');
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(caption).toHaveAttribute('aria-label', 'December 2026');
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(caption).toHaveAttribute('aria-label', 'November 2026');
  await expect(page.getByRole('gridcell').getByRole('button')).toHaveText(
    Array.from({ length: 8 }, (_, place) => String(23 + place)),
  );
  const tabStop = page.locator('td button[tabindex="0"]');
  await expect(tabStop).toHaveText('30');
  await showMonth(page, 'December 2026');
  await expect(tabStop).toHaveText('1');
  await day(page, 'Saturday 5 December 2026').click();
  await expect(tabStop).toHaveText('5');

  await page.emulateMedia({ forcedColors: 'active' });
  const fill = (name: string) =>
    day(page, name).evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await fill('Saturday 5 December 2026')).not.toBe(await fill('Friday 4 December 2026'));
});

test('each closed day shows and announces its reason and cannot be chosen', {
  tag: '@nightly',
}, async ({ page, owner }) => {
  await owner.close('2026-12-07');
  await openPage(page, BERRY_DRIP_CAKE);
  const panel = page.getByRole('group', { name: 'Collection day' });
  await expect(panel).toContainText('We need 3 days’ notice · Closed on Sundays');
  const reasons = [
    ['Wednesday 25 November 2026', 'In the past', 'Mon 30 Nov'],
    ['Thursday 26 November 2026', 'We need 3 days’ notice', 'Mon 30 Nov'],
    ['Saturday 28 November 2026', 'We need 3 days’ notice', 'Mon 30 Nov'],
    ['Sunday 6 December 2026', 'Closed on Sundays', 'Tue 8 Dec'],
    ['Monday 7 December 2026', 'Fully booked or closed that day', 'Tue 8 Dec'],
    ['Friday 25 December 2026', 'Closed 25–26 December', 'Mon 28 Dec'],
    ['Friday 1 January 2027', 'Closed 1 January', 'Sat 2 Jan'],
    ['Thursday 15 April 2027', 'Closed 14–16 April', 'Sat 17 Apr'],
    ['Thursday 22 April 2027', 'Closed 20–23 April', 'Sat 24 Apr'],
    ['Wednesday 26 May 2027', 'You can order up to 180 days ahead, until Tue 25 May', ''],
  ] as const;
  for (const [name, reason, next] of reasons) {
    const month = name.replace(/^\w+ \d+ /, '');
    const why = next ? `${reason}. The next day is ${next}.` : reason;
    await showMonth(page, month);
    const closed = day(page, `${name}, ${why}`);
    await expect(closed).toBeDisabled();
    await closed.click({ force: true });
    await expect(panel.getByText(new RegExp(`^\\w{3} \\d+ \\w{3}: ${why}$`))).toBeVisible();
    await expect(panel.getByText(/You collect on/)).toHaveCount(0);
  }
  await expect(panel).toContainText('Need it sooner, or something else?');
  const message = await panel.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  expect(message).toContain(encodeURIComponent('Berry Drip Cake 6 in, on Wednesday 26 May 2027.'));
});

test('arrow keys move across open and closed days, up to the last one; Enter chooses an open day', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  await showMonth(page, 'April 2027');
  for (const open of ['Saturday 17 April 2027', 'Monday 19 April 2027']) {
    await expect(page.getByRole('button', { name: open, exact: true })).toBeEnabled();
  }
  await day(page, /^Friday 16 April/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(day(page, /^Saturday 17 April/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/You collect on/)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You collect on Saturday 17 April 2027.')).toBeVisible();

  await showMonth(page, 'May 2027');
  await expect(page.getByRole('button', { name: 'Next month' })).toBeDisabled();
  await day(page, 'Tuesday 25 May 2027').click();
  await expect(page.getByText('You collect on Tuesday 25 May 2027.')).toBeVisible();
});

test.describe('notice in baking days and a cut-off', () => {
  test.use({ ownContext: true });

  test('are set by the owner, and move the days of an open page and of its basket', {
    tag: '@nightly',
  }, async ({ page, browser, shop }) => {
    const ada = visitor(page);
    await openLive(page, BERRY_DRIP_CAKE);
    await page.getByRole('group', { name: 'Collection day' }).scrollIntoViewIfNeeded();
    const monday = day(page, /^Monday 30 November 2026/);
    await expect(monday).toHaveAttribute('aria-disabled', 'false');

    const owner = await browser.newPage();
    await signInContext(owner.context(), shop, 'owner');
    await openPage(owner, '/owner/calendar');
    const save = async (cutOff: string) => {
      await owner.getByLabel('Last orders of the day').fill(cutOff);
      await answerTo(owner, () => owner.getByRole('button', { name: 'Save' }).click());
    };
    await owner.getByLabel('do not count').check();
    await save('02:00');
    await expect(owner.getByText('Please choose a time between 3am and midnight')).toBeVisible();
    await save('09:30');
    // Thursday has passed as a day of baking: Friday, Saturday and Monday are left.
    await expect(owner.getByText('Who orders now can collect from Tuesday 1 Dec')).toBeVisible();
    const notice = 'We need 3 baking days’ notice: closed days do not count';
    await expect(
      page.getByText(`${notice} · Closed on Sundays · After 9.30am we start tomorrow`),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await expect(monday).toHaveAccessibleName(
      new RegExp(`${notice}. After 9.30am we start tomorrow. The next day is Tue 1 Dec.`),
    );
    await save('17:00');
    await expect(monday).toHaveAttribute('aria-disabled', 'false');
    await monday.click();
    await ada.addToBasket();
    await page.clock.setFixedTime('2026-11-26T17:00:00Z');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(
      ada.basket.getByText(`Mon 30 Nov can no longer be chosen: ${notice}. After 5pm we start`),
    ).toBeVisible();
    await owner.getByLabel('count as notice', { exact: true }).check();
    await save('18:00');
    await owner.close();
  });
});
