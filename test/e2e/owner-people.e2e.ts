import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { expect, test } from './shop-fixture.ts';
import { codeTo, signInContext } from './staff.ts';
import { dayFromToday, openPage } from './visitor.ts';

const SIZES = [320, 390, 768, 1440];

test.describe('the counter', () => {
  test.use({ viewport: { width: 390, height: 844 }, expectedErrors: /status of 403/ });

  test('rings a customer and takes a payment, and gets no refund, price or setting', async ({
    page,
    context,
    shop,
  }) => {
    await signInContext(context, shop, 'counter');
    const [order] = await bookOrders(shop, [
      { name: 'Cora Till', phone: '020 7946 0199', isByPhone: true, items: [{ price: 1500 }] },
    ]);
    await openPage(page, `/owner/orders/${order?.number}`);
    await expect(page.getByRole('link', { name: 'Call 020 7946 0199' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Move to another day' })).toBeVisible();
    await page.getByRole('button', { name: 'Paid at the counter' }).click();
    await expect(page.getByText('Cora Till paid £15.')).toBeVisible();
    for (const name of ['Refund', 'Show or forget what we know of this person', 'Cakes']) {
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
    }

    await page.goto(`/owner/orders/${order?.number}/refund`);
    await expect(page.getByRole('heading', { name: 'This page is not for you' })).toBeVisible();
    await expectAccessibleAndToFit(page, SIZES);
    await page.getByRole('link', { name: 'Open Today' }).click();
    await expect(page).toHaveURL('/owner');
  });
});

test.describe('people', () => {
  test.use({ expectedErrors: /status of 422/ });

  test('get a role and another e-mail address, one’s own by a code to it', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    const owner = await signInContext(context, shop, 'owner');
    const [first, second, own] = Array.from({ length: 3 }, () => `${randomUUID()}@example.org`);
    await openPage(page, '/owner/people');
    await page.getByLabel('Name').fill('Carol');
    await page.getByLabel('E-mail address').fill(first ?? '');
    await page.getByLabel(/^Counter:/).check();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const carol = page.getByRole('listitem').filter({ hasText: first });
    await expect(carol).toContainText('Counter, not signed in');
    await expectAccessibleAndToFit(page, SIZES);
    await carol.getByRole('button', { name: 'Make Carol kitchen only' }).click();
    await expect(carol).toContainText('Kitchen, not signed in');

    await carol.getByRole('link', { name: 'Change Carol’s e-mail address' }).click();
    await page.getByLabel('New e-mail address').fill(owner.email);
    await page.getByRole('button', { name: 'Change it' }).click();
    await expect(page.getByRole('alert')).toContainText('Somebody has this address already.');
    await page.getByLabel('New e-mail address').fill(second ?? '');
    await page.getByRole('button', { name: 'Change it' }).click();
    await expect(page.getByText(`Carol signs in with ${second} now.`)).toBeVisible();

    await openPage(page, '/owner/you/address');
    await page.getByLabel('Your e-mail address').fill(own ?? '');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect(page.getByText('Until you type it, your old address stays.')).toBeVisible();
    await expect.poll(() => codeTo(shop.mail, own ?? '')).toMatch(/^\w{4}-\w{4}$/);
    await page.getByLabel('Code').fill('AAAA-AAAA');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('alert')).toContainText('That is not the newest code');
    await page.getByLabel('Code').fill(await codeTo(shop.mail, own ?? ''));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(`Your address is ${own} now.`)).toBeVisible();
  });
});

test('a customer gets everything that is known of them, and is forgotten, without a stranger’s orders', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  const digits = String(randomUUID().replaceAll(/\D/g, '')).padEnd(7, '0').slice(0, 7);
  const shared = { phone: `07700${digits}`, email: `${randomUUID()}@example.org` };
  const past = { day: -1, isByPhone: true };
  const [cake, candles, strangers] = await bookOrders(shop, [
    { name: 'Ada Asker', ...past, ...shared, items: [{ title: 'Asked Cake', message: 'For Bob' }] },
    { name: 'Ada Asker', ...past, ...shared, phone: '020 7946 0111' },
    { name: 'Bob Other', ...past, phone: shared.phone },
  ]);
  await openPage(page, `/owner/orders/${cake?.number}`);
  await page.getByRole('link', { name: 'Show or forget what we know of this person' }).click();
  const orderOf = (number = '') => page.getByLabel(number);
  await expect(orderOf(candles?.number)).toBeChecked();
  await expect(orderOf(strangers?.number)).not.toBeChecked();
  await expect(page.getByText('is it the same person?')).toBeVisible();
  await expectAccessibleAndToFit(page, SIZES);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the orders (CSV)' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toMatch(/,Asked Cake,.*,For Bob,/);
  expect(csv).not.toContain('Bob Other');
  await page.getByRole('button', { name: 'Show, to print or save as PDF' }).click();
  await expect(page.getByRole('heading', { name: /knows of Ada Asker/ })).toBeVisible();
  await expect(page.getByText(shared.email).first()).toBeVisible();
  await expect(page.getByText('020 7946 0111')).toBeVisible();
  await expect(page.getByText('Bob Other')).toHaveCount(0);
  await expectAccessibleAndToFit(page, SIZES);

  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByText('Forget this person').click();
  await expect(page.getByText('This cannot be undone', { exact: false })).toBeVisible();
  await expectAccessibleAndToFit(page, SIZES);
  await page.getByRole('button', { name: 'Forget Ada Asker' }).click();
  await expect(page.getByText('Forgotten: 2 orders.')).toBeVisible();
  await openPage(page, `/owner/orders/${cake?.number}`);
  await expect(page.getByRole('heading', { name: 'Name removed', level: 1 })).toBeVisible();
  await expect(page.getByText('For Bob')).toHaveCount(0);
  await openPage(page, `/owner/orders/${strangers?.number}`);
  await expect(page.getByRole('heading', { name: 'Bob Other', level: 1 })).toBeVisible();
});

test('orders of chosen days are downloaded after signing in again', { tag: '@nightly' }, async ({
  page,
  context,
  shop,
}) => {
  await signInContext(context, shop, 'owner');
  const [order] = await bookOrders(shop, [{ name: '=Zoë Formula', phone: '020 7946 0123' }]);
  await openPage(page, '/owner/orders');
  await page.getByRole('link', { name: 'Download orders as a table' }).click();
  await page.getByLabel('Collected until').fill(dayFromToday(700));
  await page.getByRole('button', { name: 'Download (CSV)' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please choose at most a year.');
  await expectAccessibleAndToFit(page, SIZES);
  await openPage(page, '/owner/orders/export');
  // This month, and nothing of the next.
  const until = await page.getByLabel('Collected until').inputValue();
  expect(addDays(Day.parse(until), 1)).toMatch(/-01$/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download (CSV)' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toMatch(/^\uFEFFCollection,Time,Order,/);
  expect(csv).toContain(`,${order?.number},`);
  expect(csv).toContain(`'=Zoë Formula`);
  expect(csv).not.toContain('7946');
  await signInContext(context, shop, 'owner', 60 * 60 * 1000);
  await openPage(page, '/owner/orders/export');
  await expect(page.getByRole('link', { name: 'sign in again' })).toBeVisible();
});
