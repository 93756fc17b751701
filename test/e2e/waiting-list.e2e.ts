import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { dayInWords, londonDay } from '#domain/calendar/days.ts';
import { tokenByWork } from '../bot-check-tokens.ts';
import { bookOrders, endUndo } from './booked-orders.ts';
import { storedToken } from './bot-check-in-browser.ts';
import { expect, test, timeAt } from './shop-fixture.ts';
import { emailsTo, linkTo } from './staff.ts';
import { BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

const CAKE = 'red-velvet-cake';
const MAX_MONTHS = 6;
const Calendar = z.object({
  days: z.array(z.object({ day: Day, closed: z.string().nullable() })),
});

test('a place that comes free is put into the basket as it was asked for, and left with one tap', {
  tag: '@nightly',
}, async ({ page, shop, owner }) => {
  const choice = (id: string) => ({ id, name: id, price: 0, vegan: false });
  const choices = [choice('vanilla'), choice('chocolate')];
  await owner.offerOptions(CAKE, [{ id: 'sponge', name: 'Sponge', kind: 'one', choices }]);
  await owner.limit(1);
  const { days } = Calendar.parse(await (await fetch(`${shop.origin}/api/calendar`)).json());
  // Later than the days of other tests, but for the last one.
  const day = days.filter(({ closed }) => closed === null).at(-4)?.day;
  if (!day) throw new Error('Too few days are open.');
  const ahead = (Date.parse(day) - Date.parse(londonDay(timeAt(shop)))) / 864e5;
  await bookOrders(shop, [{ name: 'Ada', day: ahead, items: [{ units: 1 }] }]);

  const [entry, email] = [randomUUID(), `${randomUUID()}@example.org`];
  const options = [{ groupId: 'sponge', choiceId: 'chocolate' }];
  const joined = await fetch(`${shop.origin}/api/waiting-list/${entry}`, {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/json',
      'X-Firebase-AppCheck': await tokenByWork(shop.origin),
    },
    body: JSON.stringify({ day, items: [{ cakeId: CAKE, sizeId: `${CAKE}-6`, options }], email }),
  });
  expect(joined.status).toBe(201);
  await linkTo(shop, email, /^You are on the list/);
  await owner.limit(2);
  await expect(async () => {
    await endUndo(shop, entry);
    const subjects = (await emailsTo(shop.mail, email)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringMatching(/^A place is free/));
  }).toPass({ timeout: 30_000 });

  const { basket, heading } = visitor(page);
  await openPage(page, await linkTo(shop, email, /^A place is free/));
  await page.getByRole('button', { name: 'Put it into my basket' }).click();
  await expect(basket.getByRole('listitem')).toHaveCount(1);
  await expect(basket).toContainText('Sponge: chocolate');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave the list' }).click();
  await expect(heading('You have left the list')).toBeVisible();
});

test.describe('with a token that has served as many orders as it may', () => {
  test.use({ expectedErrors: /status of 401/ });

  test('joining takes another, keeps the focus, and is for the chosen size alone', {
    tag: '@nightly',
  }, async ({ page, shop, owner }) => {
    await owner.limit(4);
    const { days } = Calendar.parse(await (await fetch(`${shop.origin}/api/calendar`)).json());
    const day = days.filter(({ closed }) => closed === null).at(-7)?.day;
    if (!day) throw new Error('Too few days are open.');
    const ahead = (Date.parse(day) - Date.parse(londonDay(timeAt(shop)))) / 864e5;
    await bookOrders(shop, [{ name: 'Ada', day: ahead, items: [{ size: '10', units: 3 }] }]);

    await openPage(page, BERRY_DRIP_CAKE);
    await page.getByText('8 inches').click();
    await page.getByRole('group', { name: 'Collection day' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('grid')).toBeVisible();
    const full = page.getByRole('gridcell').getByRole('button', { name: dayInWords(day) });
    for (let turns = 0; turns < MAX_MONTHS && (await full.count()) === 0; turns += 1) {
      await page.getByRole('button', { name: 'Next month' }).click();
    }
    await expect(full).toHaveAccessibleName(/Fully booked/);
    await full.click({ force: true });

    await expect.poll(() => storedToken(page)).toBeTruthy();
    const { token = '' } = (await storedToken(page)) ?? {};
    await expect(async () => {
      const used = await fetch(`${shop.origin}/api/waiting-list/${randomUUID()}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'X-Firebase-AppCheck': token },
        body: '{}',
      });
      expect(used.status).toBe(401);
    }).toPass();

    const field = page.getByLabel('We can tell you if a place comes free');
    await field.fill(`${randomUUID()}@example.org`);
    await page.getByRole('button', { name: 'Tell me if a place comes free' }).click();
    const joined = page.getByRole('status').filter({ hasText: 'You are on the list for' });
    await expect(joined).toBeVisible({ timeout: 45_000 });
    await expect(page.locator('form').filter({ has: joined })).toBeFocused();
    await page.getByText('10 inches').click();
    await expect(joined).toBeHidden();
    await expect(field).toBeVisible();
    await page.getByText('8 inches').click();
    await expect(joined).toBeVisible();
  });
});
