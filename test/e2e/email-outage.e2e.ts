import { randomUUID } from 'node:crypto';
import { expectAccessible, expectNoHorizontalScroll } from './accessible.ts';
import { bookOrders, postponeFailed } from './booked-orders.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { emailsTo, signInContext } from './staff.ts';
import { openPage } from './visitor.ts';

// Not the factor of other tests, which gives it a shop of its own: nothing else needs the owner.
test.describe.configure({ mode: 'default' });
test.use({ rateLimitFactor: 999 });

test('an outage of the e-mail service is one thing to look at, until all e-mails are sent again', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/needs-you');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All quiet');
  await setPractice(shop.mail, { sending: '403' });
  const email = `${randomUUID().slice(0, 8)}@customers.example`;
  const orders = await bookOrders(shop, [
    { name: 'Mary Berry-Smith', day: 40, email },
    { name: 'Kay Okonkwo', day: 41, email },
  ]);
  const incident = page.getByRole('listitem').filter({ hasText: 'E-mails are not going out.' });
  await expect(async () => {
    await openPage(page, '/owner/needs-you');
    await expect(incident).toContainText('4 e-mails wait', { timeout: 1_000 });
  }).toPass();
  await expect(page.getByText('1 thing to look at')).toBeVisible();
  await expect(incident).toContainText('allow API requests from non-browser applications');
  for (const { number, customer } of orders) {
    const link = incident.getByRole('link', { name: `${customer.name} · ${number}` });
    await expect(link).toBeVisible();
  }
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  // The order says the same.
  await incident.getByRole('link', { name: /Kay Okonkwo/ }).click();
  await expect(page.getByText(/^not sent yet: tried \d+ times? since/).first()).toBeVisible();
  expect(await emailsTo(shop.mail, email)).toEqual([]);

  await postponeFailed(shop);
  await setPractice(shop.mail, { sending: 'works' });
  await openPage(page, '/owner/needs-you');
  await incident.getByRole('button', { name: 'Send all again' }).click();
  await expect(page.getByText(/^They go out again now/)).toBeVisible();
  await expect.poll(async () => (await emailsTo(shop.mail, email)).length).toBe(2);
  await expect(async () => {
    await openPage(page, '/owner/needs-you');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All quiet', {
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.getByText('All e-mails went out')).toBeVisible();
});

test('an e-mail that alone is not accepted is named, and can be given up', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  const email = `${randomUUID().slice(0, 8)}@customers.example`;
  // The confirmation is larger than EmailJS takes.
  const items = Array.from({ length: 80 }, (_, number) => ({
    message: `${number} ${'Happy Birthday '.repeat(20)}`,
  }));
  await bookOrders(shop, [{ name: 'Edith Long', day: 42, email, items }]);
  const incident = page.getByRole('listitem').filter({ hasText: 'An e-mail is not accepted.' });
  await expect(async () => {
    await openPage(page, '/owner/needs-you');
    await expect(incident).toContainText('too large', { timeout: 1_000 });
  }).toPass();
  await expect(incident.getByRole('link', { name: /^Edith Long/ })).toBeVisible();
  await incident.getByRole('button', { name: 'Do not send it' }).click();
  await expect(page.getByText('That e-mail will not be sent.')).toBeVisible();
  await expect(incident).toHaveCount(0);
});
