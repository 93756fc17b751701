import { readFile } from 'node:fs/promises';
import { expectAccessibleAndToFit } from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { openPage } from './visitor.ts';

const AN_HOUR_MS = 60 * 60 * 1000;

test('the owner reads a month and downloads it after showing that it is them', async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInContext(context, shop, 'owner');
  const [order] = await bookOrders(shop, [
    { name: 'Zoë Private', items: [{ price: 6850 }], refunded: 1050 },
  ]);
  const number = order?.number ?? '';
  await openPage(page, '/owner/more');
  await page.getByRole('link', { name: 'Money' }).click();
  await expect(page.getByRole('heading', { name: 'Money', level: 1 })).toBeVisible();
  const tab = page.getByRole('link', { name: 'More' });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('Taken', { exact: true }).first()).toBeVisible();
  const rowOf = (text: string) => page.getByRole('link', { name: new RegExp(text) });
  await expect(rowOf(`Payment\\s*${number} · \\d\\d:\\d\\d\\s*£68.50`)).toBeVisible();
  await expect(rowOf(`Refund\\s*${number} · \\d\\d:\\d\\d\\s*−£10.50`)).toBeVisible();
  await expectAccessibleAndToFit(page, [320, 390, 1280]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^money-\d{4}-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain(`,Payment,${number},68.50,`);
  expect(csv).toContain(`,Refund,${number},-10.50,`);
  expect(csv).not.toContain('Private');

  await rowOf(`Payment\\s*${number}`).click();
  await expect(page.getByRole('heading', { name: 'Zoë Private', level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('navigation', { name: 'Months' }).getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'This month' })).toBeVisible();

  await signInContext(context, shop, 'owner', AN_HOUR_MS);
  await page.goto('/owner/money');
  await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'sign in again' })).toBeVisible();
  const refused = await page.request.get('/owner/money.csv?month=2026-11', { maxRedirects: 0 });
  expect(refused.status()).toBe(302);
  expect(refused.headers().location).toMatch(/^\/owner\/sign-in\?next=%2Fowner%2Fmoney%3Fmonth/);
  expect(await refused.text()).toBe('');
});
