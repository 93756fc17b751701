import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { formatPence } from '#domain/money.ts';
import { postPractice } from '../../harness/practice-services.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { buyByApi } from './orders-by-api.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { openPage } from './visitor.ts';

const PaidOut = z.object({ id: z.string(), amount: z.int(), arrival_date: z.int() });
const AN_HOUR_MS = 60 * 60 * 1000;

test('the owner reads a month and downloads it after showing that it is them', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
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
  await expect(rowOf(`Payment\\s*£68.50\\s*${number} · \\d\\d:\\d\\d`)).toBeVisible();
  await expect(rowOf(`Refund\\s*−£10.50\\s*${number} · \\d\\d:\\d\\d`)).toBeVisible();
  await expectAccessibleAndToFit(page, [320, 390, 1280]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^money-\d{4}-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain(`,Payment,${number},68.50,`);
  expect(csv).toContain(`,Refund,${number},-10.50,`);
  expect(csv).not.toContain('Private');

  await page.getByText('For Xero, QuickBooks, FreeAgent').click();
  const statement = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^FreeAgent: Stripe/ })
    .first()
    .click();
  const imported = await statement;
  expect(imported.suggestedFilename()).toMatch(/^freeagent-stripe-\d{4}-\d\d(-1)?\.csv$/);
  const lines = await readFile(await imported.path(), 'utf8');
  expect(lines).toMatch(new RegExp(`^\\d\\d/\\d\\d/\\d{4},68\\.50,${number} Payment$`, 'm'));

  await rowOf(`Payment\\s*£68.50\\s*${number}`).click();
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

test('the owner follows a line of the bank statement to the orders that were paid', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInContext(context, shop, 'owner');
  const order = await buyByApi(shop);
  const { id, amount, arrival_date } = PaidOut.parse(await postPractice(shop.stripe, 'payouts'));
  await postPractice(shop.stripe, `payouts/${id}/settle`, { status: 'paid' });
  await openPage(page, '/owner/money');
  await expect(page.getByText('Stripe’s fees', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Payouts to your bank' }).click();
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible();
  // It may arrive in the next month.
  const month = new Date(arrival_date * 1000).toISOString().slice(0, 7);
  await openPage(page, `/owner/money/payouts?month=${month}`);
  const payout = page.locator(`a[href="/owner/money/payouts/${id}"]`);
  await expect(payout).toHaveText(new RegExp(`${formatPence(amount)}\\s*Arrived$`));
  await expectAccessibleAndToFit(page, [320]);
  await payout.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Payout of ${formatPence(amount)}`,
  );
  const row = page
    .getByRole('list', { name: 'What is in it' })
    .locator(`a[href="/owner/orders/${order}"]`);
  await expect(row).toHaveText(/Payment.*, Stripe’s fee £\d/);
  await expectAccessibleAndToFit(page, [320]);
  await row.click();
  await expect(page).toHaveURL(`/owner/orders/${order}`);
});

test('the owner sees what is sold by cake, size and weekday, and downloads it', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInContext(context, shop, 'owner');
  const cake = `Sold ${crypto.randomUUID().slice(0, 8)}`;
  // Neither is in the catalogue: they are grouped by title.
  const [big, small, candles] = [
    { cakeId: cake, title: cake, size: '10', price: 9000 },
    { cakeId: cake, title: cake, size: '6', price: 4000 },
    { cakeId: `${cake} c`, title: `${cake} Candles`, size: 'Box', price: 600, isAddOn: true },
  ];
  await bookOrders(shop, [
    { name: 'Ada', items: [big, small, candles] },
    { name: 'Bo', items: [big] },
    { name: 'Cy', items: [big], refunded: 'all' },
    { name: 'Di', items: [big], isByPhone: true },
  ]);
  await openPage(page, '/owner/money');
  await page.getByRole('link', { name: 'What is sold' }).click();
  const cakes = page.getByRole('table', { name: 'Cakes', exact: true });
  const row = cakes.getByRole('row', { name: cake });
  await expect(row).toContainText('2 × 10 in, 1 × 6 in');
  await expect(row.getByRole('cell')).toHaveText([/^3\s*£220$/]);
  const touches = page.getByRole('table', { name: 'Personal touches' });
  await expect(touches.getByRole('row', { name: cake }).getByRole('cell')).toHaveText([/^1\s*£6$/]);
  await expect(page.getByRole('table', { name: 'Weekdays' }).getByRole('row')).toHaveCount(8);
  await expectAccessibleAndToFit(page, [320, 390, 768, 1440]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download (CSV): what is sold' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^sales-\d{4}-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain(
    `\r\nCake,${cake},10 in,2,180.00,0,0.00\r\nCake,${cake},6 in,1,40.00,0,0.00\r\n`,
  );
  expect(csv).toContain(`\r\nPersonal touch,${cake} Candles,Box,1,6.00,0,0.00\r\n`);

  await page.getByRole('link', { name: 'Last year' }).click();
  await expect(page.getByText('No paid orders for 20')).toBeVisible();
});

test('a cafe that is registered for VAT says what has which rate', { tag: '@nightly' }, async ({
  page,
  context,
  shop,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInContext(context, shop, 'owner');
  await owner.offerOptions('red-velvet-cake', [
    {
      ...{ id: 'topper', name: 'Topper', kind: 'several', most: 1 },
      choices: [{ id: 'toy', name: 'toy', price: 400, vegan: true }],
    },
  ]);
  const rate = (percent: number) => page.getByRole('radio', { name: new RegExp(`^${percent}%`) });
  const ofTheTopper = page.getByRole('checkbox', { name: '20% VAT' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await openPage(page, '/owner/cakes/candles-silver');
  await expect(rate(20)).toHaveCount(0);
  await owner.registerForVat();

  await openPage(page, '/owner/cakes/candles-silver');
  await expect(rate(20)).toBeChecked();
  await rate(0).check();
  await expectAccessibleAndToFit(page, [320, 390]);
  await save.click();
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await expect(rate(0)).toBeChecked();
  await page.reload();
  await expect(rate(0)).toBeChecked();
  await rate(20).check();
  await save.click();
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();

  await openPage(page, '/owner/cakes/red-velvet-cake/options/topper');
  await ofTheTopper.check();
  await save.click();
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await page.reload();
  await expect(ofTheTopper).toBeChecked();
});
