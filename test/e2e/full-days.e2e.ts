import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { dayInWords, londonDay } from '#domain/calendar/days.ts';
import {
  expectAccessible,
  expectAccessibleAndToFit,
  expectNoHorizontalScroll,
} from './accessible.ts';
import { bookOrders, endUndo } from './booked-orders.ts';
import { openLive } from './live-page.ts';
import { expect, test } from './shop-fixture.ts';
import { linkTo, signInContext } from './staff.ts';
import { BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

const Calendar = z.object({
  days: z.array(z.object({ day: Day, closed: z.string().nullable() })),
});
const MAX_MONTHS = 4;

// A form with a mistake is answered with 422, one that somebody else has overtaken with 409.
test.use({ viewport: { width: 390, height: 844 }, expectedErrors: /4(09|22)/ });

test('a day fills up while somebody looks at it, a smaller cake still fits, and the day is held while they pay', {
  tag: '@nightly',
}, async ({ page, context, shop, browser, owner }) => {
  const { days } = Calendar.parse(await (await fetch(`${shop.origin}/api/calendar`)).json());
  // Later than the days of other tests.
  const day = days.findLast(({ closed }) => closed === null)?.day;
  const soonestDay = days.find(({ closed }) => closed === null)?.day;
  if (!day || !soonestDay) throw new Error('There is no open day.');
  const words = dayInWords(day);

  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/more');
  await page.getByRole('link', { name: /^How much you can make/ }).click();
  await expect(page.getByText('No limits')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Monday').fill('many');
  await page.getByRole('button', { name: 'Save and turn limits on' }).click();
  await expect(page.getByText('A whole number, or nothing for no limit.')).toBeVisible();
  await expect(page.getByLabel('Monday')).toHaveValue('many');
  await page.getByLabel('Monday').fill('900');
  await page.getByRole('button', { name: 'Save and turn limits on' }).click();
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await page.getByLabel('Day', { exact: true }).fill(day);
  await page.getByLabel('Points', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(page.getByText(`${dayInWords(day, 'short')} 0 of 5 points`)).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  const cake = await browser.newPage({
    viewport: { width: 390, height: 844 },
  });
  const bo = visitor(cake);
  await openLive(cake, BERRY_DRIP_CAKE);
  await cake.getByText('10 inches').click();
  const cell = cake.getByRole('gridcell').getByRole('button', { name: words });
  await cake.getByRole('group', { name: 'Collection day' }).scrollIntoViewIfNeeded();
  await expect(cake.getByRole('grid')).toBeVisible();
  for (let turns = 0; turns < MAX_MONTHS && (await cell.count()) === 0; turns += 1) {
    await cake.getByRole('button', { name: 'Next month' }).click();
  }
  await cell.click();
  await expect(cake.getByText(`You collect on ${words}.`)).toBeVisible();

  const ahead = (Date.parse(day) - Date.parse(londonDay(new Date().toISOString()))) / 864e5;
  await bookOrders(shop, [{ name: 'Cy', day: ahead, items: [{ size: '10', units: 3 }] }]);
  await expect(
    cake.getByText(
      `${words}: Fully booked for a 10-inch. An 8-inch still fits. Please choose another day.`,
    ),
    // A poll notices the order, which was added without the shop.
  ).toBeVisible();
  await expect(cell).toHaveAttribute('aria-disabled', 'true');
  await expect(cell).toHaveAccessibleName(/An 8-inch still fits\. The next day is/);
  await expectAccessible(cake);

  await cake.getByText('8 inches').click();
  await expect(cake.getByText(`You collect on ${words}.`)).toBeVisible();
  await cake.getByRole('button', { name: 'Buy now' }).click();
  await bo.fillIn();
  await bo.placeOrder();
  await bo.expectCardPage();
  const held = new RegExp(`${words.replace(/ \d{4}$/, '')} is held for you until \\d\\d:\\d\\d\\.`);
  await expect(cake.getByText(held)).toBeVisible();
  await openPage(page, `/owner/day/${day}`);
  await expect(page.getByText('5 of 5 points')).toBeVisible();
  await openPage(cake, '/');
  await expect(cake.getByText(held)).toBeVisible();
  await cake.getByRole('link', { name: 'Back to paying' }).click();
  await bo.pay();
  await expect(bo.heading('Thank you')).toBeVisible();

  // Another customer is told of a place that comes free, which is kept for them.
  const dee = `dee-${day}@example.org`;
  const late = await browser.newPage({
    viewport: { width: 390, height: 844 },
  });
  await openPage(late, BERRY_DRIP_CAKE);
  await late.getByText('8 inches').click();
  await late.getByRole('group', { name: 'Collection day' }).scrollIntoViewIfNeeded();
  const full = late.getByRole('gridcell').getByRole('button', { name: words });
  await expect(late.getByRole('grid')).toBeVisible();
  for (let turns = 0; turns < MAX_MONTHS && (await full.count()) === 0; turns += 1) {
    await late.getByRole('button', { name: 'Next month' }).click();
  }
  await expect(full).toHaveAttribute('aria-disabled', 'true');
  await full.click({ force: true });
  const tellMe = late.getByRole('button', { name: 'Tell me if a place comes free' });
  await tellMe.click();
  await expect(late.getByText('Please give an email address that reaches you.')).toBeVisible();
  await late.getByLabel('We can tell you if a place comes free').fill('dee@gmial.com');
  await tellMe.click();
  await expect(late.getByText('Did you mean dee@gmail.com?')).toBeVisible();
  await late.getByLabel('We can tell you if a place comes free').fill(dee);
  await expectAccessible(late);
  const asked = late.waitForRequest(/\/api\/waiting-list\//);
  await tellMe.click();
  const entry = new URL((await asked).url()).pathname.split('/').at(-1) ?? '';
  await expect(late.getByText(/^You are on the list for/)).toBeVisible();
  await openPage(page, `/owner/day/${day}`);
  await expect(page.getByText('5 of 5 points · 1 waits for a place')).toBeVisible();
  const line = page.getByRole('region', { name: 'Waiting for a place' });
  await expect(line.getByRole('listitem')).toHaveText([/^Berry Drip Cake 8 in · 2 points$/]);
  await openPage(page, '/owner/capacity');
  await page.getByLabel('Day', { exact: true }).fill(day);
  await page.getByLabel('Points', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  // The place is taken before anybody is told of it.
  await expect(async () => {
    await openPage(page, `/owner/day/${day}`);
    await expect(page.getByText('7 of 7 points')).toBeVisible({ timeout: 500 });
  }).toPass();
  await endUndo(shop, entry);
  const link = await linkTo(shop, dee, /^A place is free/);
  await openPage(page, `/owner/day/${day}`);
  await expect(line.getByText(/ · offered until \d\d:\d\d/)).toBeVisible();
  await openPage(late, link);
  await expect(late.getByText(/^We keep it for you until \d\d:\d\d/)).toBeVisible();
  await expectAccessibleAndToFit(late);
  await late.getByRole('button', { name: 'Put it into my basket' }).click();
  const ofDee = visitor(late);
  await expect(ofDee.basket.getByRole('region', { name: words })).toBeVisible();
  await expect(ofDee.basket.getByText('can no longer be chosen')).toBeHidden();
  await ofDee.basket.getByRole('button', { name: 'Checkout' }).click();
  await ofDee.fillIn();
  await ofDee.placeOrder();
  await ofDee.expectCardPage();
  await openPage(late, link);
  await expect(ofDee.heading('You have ordered')).toBeVisible();
  await openPage(page, `/owner/day/${day}`);
  await expect(page.getByText('7 of 7 points')).toBeVisible();
  await late.close();

  // The soonest day fills up while they look at the days to order it again.
  const again = cake.getByRole('region', { name: 'Order it again' });
  const soonest = again.getByRole('list').getByRole('button').first();
  const soonestWords = await soonest.textContent();
  await soonest.click();
  await expect(bo.panel).toBeVisible();
  await cake.keyboard.press('Escape');
  await openPage(page, '/owner/capacity');
  await page.getByLabel('Day', { exact: true }).fill(soonestDay);
  await page.getByLabel('Points', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(page.getByText(`${dayInWords(soonestDay, 'short')} 0 of 1 point`)).toBeVisible();
  await expect(soonest).not.toHaveText(soonestWords ?? '');
  await cake.close();

  // Taking a closed day all the same overrides its limit too.
  await owner.close(day);
  await openPage(page, '/owner/orders/new');
  await page.getByRole('radio', { name: 'Another day' }).check();
  await page.getByLabel('Which other day?').fill(day);
  await page
    .getByRole('button', { name: /^Book it/ })
    .last()
    .click();
  await expect(
    page.getByText(
      new RegExp(`^Customers cannot choose ${words}: .* It has 2 orders, 7\\sof\\s7\\spoints\\.$`),
    ),
  ).toBeVisible();

  await openPage(page, '/owner/capacity');
  const sunday = page.getByLabel('Sunday');
  await sunday.fill('ten');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(sunday).toHaveAccessibleDescription(/A whole number/);
  await expect(sunday).toBeFocused();
  await openPage(page, '/owner/capacity');
  const other = await context.newPage();
  await openPage(other, '/owner/capacity');
  await other.getByLabel('Sunday').fill('7');
  await other.getByRole('button', { name: 'Save' }).first().click();
  await expect(other.getByText('Saved. Visitors see it now.')).toBeVisible();
  const off = page.getByRole('button', { name: 'Turn all limits off' });
  await off.click();
  await expect(page.getByText(/^Points a day is now: .*Sun 7/)).toBeVisible();
  await off.click();
  await expect(page.getByText('No limits')).toBeVisible();
});
