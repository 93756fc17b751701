import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { dayInWords } from '#domain/calendar/days.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { answerTo, openPage } from './visitor.ts';

const CANDLES = { title: '16 Rainbow Tall Candles (18 cm)', size: 'Box', isAddOn: true };
const ITEMS = [
  CANDLES,
  { title: 'Lemon Drizzle', size: '6', units: 1 },
  { title: 'Red Velvet', size: '10', units: 3 },
];
const IN_WORDS = 'Red Velvet 10 in, Lemon Drizzle 6 in + candles';

/** Types into the search and sends it. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await answerTo(page, () => page.keyboard.press('Enter'));
}

test('an order is called by its cakes, the largest first, wherever it is listed', async ({
  page,
  context,
  shop,
}) => {
  const name = `Ada ${randomUUID().slice(0, 8)}`;
  const [order] = await bookOrders(shop, [{ name, day: 37, items: ITEMS }]);
  const [item] = order?.items ?? [];
  if (!order || !item) throw new Error('Nothing was booked.');
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/orders');
  await search(page, name);
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(IN_WORDS);
  await openPage(page, `/owner/week?from=${item.day}`);
  await expect(page.locator(`a[href="/owner/day/${item.day}"]`)).toContainText(IN_WORDS);
  const titles = [/^Red Velvet ?10/, /^Lemon Drizzle ?6/, /^16 Rainbow/];
  await openPage(page, `/owner/day/${item.day}`);
  await expect(page.getByRole('article', { name }).getByRole('listitem')).toContainText(titles);
  await openPage(page, `/owner/print/tickets/${item.day}`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(titles.slice(0, 2));
  await openPage(page, `/thank-you-page/${order.id}`);
  const bought = page
    .getByRole('region', { name: 'Your order' })
    .getByRole('heading', { level: 3 });
  await expect(bought).toHaveText([/Red Velvet/, /Lemon Drizzle/, /Candles/, 'Allergens']);
});

test('an order is found by all that an owner knows of it, and the search stays', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  const mark = randomUUID().slice(0, 8);
  const [name, title] = [`Ellen O’Brien-${mark}`, `Rhubarb ${mark}`];
  const email = `${mark}@example.org`;
  const [order] = await bookOrders(shop, [{ name, day: 38, email, items: [{ title }] }]);
  const [item] = order?.items ?? [];
  if (!order || !item) throw new Error('Nothing was booked.');
  const { number } = order;
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/orders');
  const field = page.getByRole('searchbox', {
    name: /^Name, phone, e-mail, number, cake or message/,
  });
  const rows = page.getByRole('main').getByRole('listitem');
  for (const text of [
    `o'brien ${mark}`,
    title.toUpperCase(),
    `rhubarb ellen ${mark}`,
    email,
    `#${number}`,
    `${number.slice(0, 3)} ${number.slice(3)}`.toLowerCase(),
    `o'brien ${dayInWords(item.day, 'short')}`,
    dayInWords(item.day, 'short'),
  ]) {
    await search(page, text);
    await expect(rows.filter({ hasText: name })).toHaveCount(1);
    await expect(rows).toHaveCount(1);
    await expect(field).toHaveValue(text);
  }
  await expect(page.getByRole('link', { name: dayInWords(item.day) })).toBeVisible();
  await expectAccessibleAndToFit(page, [320, 1440]);

  // It is cut in the middle of the emoji.
  await search(page, `${'x'.repeat(99)}🎂`);
  await expect(page.getByText(/^No order has “x{99}/)).toBeVisible();

  // A search takes the place of one that is on its way.
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/owner\/orders\.data/, async (route) => {
    if (route.request().postData()?.includes('nobody')) await isHeld;
    // The browser has given up the earlier one.
    await route.continue().catch(() => {});
  });
  await field.fill('nobody');
  await field.press('Enter');
  await search(page, name);
  await expect(rows.filter({ hasText: name })).toHaveCount(1);
  await expect(field).toHaveValue(name);
  release();
  await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'All' }).click();
  await expect(field).toHaveValue(name);
  await page.unroute(/\/owner\/orders\.data/);
  await search(page, dayInWords(item.day, 'short'));
  await rows.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue(dayInWords(item.day, 'short'));
  await expect(rows).toHaveCount(1);
});
