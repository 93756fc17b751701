import { randomUUID } from 'node:crypto';
import { expectAccessibleAndToFit } from './accessible.ts';
import { bookOrders, endUndo, printSheet } from './booked-orders.ts';
import { buyByApi } from './orders-by-api.ts';
import { expect, test } from './shop-fixture.ts';
import { cancelOnScreen, emailsTo, signInContext } from './staff.ts';
import { ADA, boxOf, listSessions, openPage, visitor } from './visitor.ts';

// A form that was made before something changed.
test.use({ expectedErrors: /status of 409/ });

const AN_HOUR_MS = 60 * 60 * 1000;

test('the owner refunds a part, cancels and takes it back, and sees what Stripe did', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  const id = await buyByApi(shop);
  const order = `/owner/orders/${id}`;
  const status = page.getByRole('status');
  const money = page.getByRole('region', { name: 'Money' });

  // A session that is older than ten minutes may look, and pays nothing back.
  await signInContext(context, shop, 'owner', AN_HOUR_MS);
  await openPage(page, `${order}/refund`);
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
  await page.getByLabel('Amount in pounds').fill('1');
  await page.getByRole('button', { name: 'Confirm it’s you, then refund £1' }).click();
  await expect(page).toHaveURL(/\/owner\/sign-in\?next=.*refund%3Famount%3D1\.00/);

  await signInContext(context, shop, 'owner');
  await openPage(page, order);
  await money.getByRole('link', { name: 'Refund' }).click();
  await expect(
    page.getByRole('button', { name: /^Cancel and refund £\d+ to Visa ··4242$/ }),
  ).toBeVisible();
  await page.getByLabel('Amount in pounds').fill('1000');
  await expect(page.getByText(/^At most £\d+ can be paid back\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Refund/ })).toBeDisabled();
  await expectAccessibleAndToFit(page, [320, 390, 1280]);
  await page.getByLabel('Amount in pounds').fill('12.50');
  const confirm = page.getByRole('button', { name: 'Refund £12.50 to Visa ··4242' });
  await expect(confirm).toBeEnabled();
  await expectAccessibleAndToFit(page, [320, 390, 1280]);
  await confirm.click();
  await expect(
    status.filter({ hasText: '£12.50 is on its way back. The customer gets an e-mail.' }),
  ).toBeVisible();
  await expect(money).toContainText(/Refund, .*: sent back£12.50/);
  await expect
    .poll(async () => (await emailsTo(shop.mail, ADA.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining('£12.50 paid back for your order'));

  await cancelOnScreen(page);
  await expect(page.getByText('Cancelled: do not make it.')).toBeVisible();
  await expect(status.filter({ hasText: 'is cancelled.' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status.filter({ hasText: 'is not cancelled.' })).toBeVisible();
  await expect(page.getByText('Cancelled: do not make it.')).toHaveCount(0);

  // At Stripe: another part, and a dispute.
  const sessions = await listSessions(shop.stripe);
  const session = sessions.find(({ client_reference_id }) => client_reference_id === id);
  const atStripe = async (path: string, body: object) => {
    const response = await fetch(`${shop.stripe}/practice/sessions/${session?.id}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  };
  const form = await context.newPage();
  await openPage(form, `${order}/refund?amount=5`);
  await form.getByLabel('Amount in pounds').fill('7');
  await atStripe('refund', { amount: 300 });
  await expect(money).toContainText('£15.50');
  // The form that is open says so, keeps what is typed, and can be sent again.
  await form.getByRole('button', { name: /^Refund £7 to/ }).click();
  await expect(form.getByRole('alert')).toContainText('Refunded is now: £15.50 of £');
  await expect(form.getByLabel('Amount in pounds')).toHaveValue('7');
  await form.getByRole('button', { name: /^Refund £7 to/ }).click();
  await expect(form.getByRole('region', { name: 'Money' })).toContainText('£22.50');
  await form.close();

  // What is ready is begun: no amount is suggested.
  await openPage(page, order);
  await page.getByRole('button', { name: /^Ready/ }).click();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(
    'Marked ready for',
  );
  await openPage(page, `${order}/refund`);
  await expect(page.getByText(/so your terms promise nothing\./)).toBeVisible();
  await expect(page.getByLabel('Amount in pounds')).toHaveValue('');
  await expect(page.getByRole('button', { name: /^Refund/ })).toBeDisabled();

  await openPage(page, order);
  await atStripe('dispute', {});
  await expect(money).toContainText(/Disputed, .*: needs your answer, answer by/);
  await page.goto('/owner/needs-you');
  const dispute = page
    .getByRole('listitem')
    .filter({ hasText: 'A customer’s bank disputes a payment.' })
    .filter({ has: page.locator(`a[href="${order}"]`) });
  await expect(dispute).toContainText(/answer by \w+day/);
  await expect(dispute.getByRole('link', { name: 'Open at Stripe' })).toBeVisible();
  await expect(dispute.getByRole('button', { name: 'Done' })).toHaveCount(0);

  await openPage(page, `${order}/refund`);
  await expect(page.getByText('because the payment is disputed')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0);

  await page.goto(order);
  await cancelOnScreen(page);
  await expect(page.getByText('Cancelled: do not make it.')).toBeVisible();
  await page.goto(`/thank-you-page/${id}`);
  await expect(visitor(page).heading('This order is cancelled')).toBeVisible();
});

test('an order is cancelled and refunded in two taps, and Undo brings back the order alone', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  const id = await buyByApi(shop);
  const order = `/owner/orders/${id}`;
  await signInContext(context, shop, 'owner');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, order);
  // Details to the left, money and history to the right, their buttons in one row.
  const money = page.getByRole('region', { name: 'Money' });
  const cancel = page.getByRole('link', { name: 'Cancel this order' });
  const placesOf = async () => ({
    ready: await boxOf(page.getByRole('button', { name: /^Ready/ })),
    money: await boxOf(money),
    refund: await boxOf(money.getByRole('link', { name: 'Refund' })),
    cancel: await boxOf(cancel),
    history: await boxOf(page.getByRole('region', { name: 'What happened' })),
  });
  const wide = await placesOf();
  expect(wide.money.x).toBeGreaterThan(wide.ready.x + wide.ready.width);
  expect(wide.history.x).toBe(wide.money.x);
  expect(wide.cancel.y).toBe(wide.refund.y);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await placesOf();
  expect(narrow.money.x).toBe(narrow.ready.x);
  expect(narrow.cancel.y).toBe(narrow.refund.y);

  await cancel.click();
  const both = page.getByRole('button', { name: /^Cancel and refund £\d+ to Visa ··4242$/ });
  await expect(both).toBeVisible();
  await expect(page.getByText(/^Cancelling frees \w+day \d+ \w+/)).toBeVisible();
  await expectAccessibleAndToFit(page, [320, 390, 1440]);
  await both.click();
  await expect(page.getByText('Cancelled: do not make it.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'E-mails' })).toContainText(
    /Reminder for .*will not be sent: cancelled/,
  );
  await expect(money).toContainText(/Refund, .*: sent back£\d+/);
  const status = page.getByRole('status');
  await expect(
    status.filter({ hasText: 'Undo brings back the order, not the money.' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status.filter({ hasText: 'The refund is not taken back.' })).toBeVisible();
  const kept = page.getByRole('region', { name: 'Refunded in full, but not cancelled' });
  await expect(kept).toContainText('It still takes its place on ');
  await expectAccessibleAndToFit(page, [320, 1440]);

  // Nothing is still to make for a day that is over.
  const [past] = await bookOrders(shop, [{ name: 'Past Pat', day: -1, refunded: 'all' }]);
  await openPage(page, `/owner/day/${past?.items[0]?.day}`);
  const over = page.getByRole('article', { name: 'Past Pat' });
  await expect(over).toContainText('Refunded');
  await expect(over).not.toContainText('still to make');

  // Whoever is refunded counts on their day until the order is cancelled.
  const [other] = await bookOrders(shop, [{ name: 'Kept Kate', day: 63, refunded: 'all' }]);
  const day = `/owner/day/${other?.items[0]?.day}`;
  await openPage(page, day);
  await expect(page.getByText(/^1 cake for 1 customer/)).toBeVisible();
  const card = page.getByRole('article', { name: 'Kept Kate' });
  await expect(card).toContainText('Refunded, still to make');
  await card.getByRole('link', { name: 'Kept Kate', exact: true }).click();
  await kept.getByRole('link', { name: 'Cancel this order' }).click();
  await page.getByRole('button', { name: 'Cancel this order' }).click();
  await expect(page.getByText('Cancelled: do not make it.')).toBeVisible();
  await expect(kept).toHaveCount(0);
  await openPage(page, day);
  await expect(page.getByText(/^No orders/)).toBeVisible();
});

test('a refund sends what the field says when the button is pressed', async ({
  page,
  context,
  shop,
}) => {
  const id = await buyByApi(shop);
  await signInContext(context, shop, 'owner');
  await openPage(page, `/owner/orders/${id}/refund`);
  const amount = page.getByLabel('Amount in pounds');
  const send = page.getByRole('button', { name: /^Refund/ });
  const both = page.getByRole('button', { name: /^Cancel and refund £\d+ to/ });
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(both).toBeEnabled();
  const all = await amount.inputValue();
  for (const unreadable of ['', 'twenty', '20.5', '0']) {
    await amount.fill(unreadable);
    await expect(send).toBeDisabled();
    await expect(page.getByText('Please type an amount, such as 12.50.')).toBeVisible();
  }
  // All of it: the order is cancelled with it, unless the person says otherwise.
  await amount.fill(all);
  await expect(both).toBeEnabled();
  const also = page.getByLabel(/^If all of it goes back, cancel it: frees \w+day/);
  await also.uncheck();
  await expect(send).toHaveText(/^Refund £\d+ to Visa ··4242$/);
  await also.check();
  await expect(both).toBeEnabled();
  await amount.fill('20');
  await expect(send).toHaveText('Refund £20 to Visa ··4242');
  // Enter in the field leads to the button: money moves only by the button.
  await amount.press('Enter');
  await expect(send).toBeFocused();
  await send.click();
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(
    /Refund, .*: sent back£20(?!\d)/,
  );
});

test.describe('a refund without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /422/ });

  test('sends what the field says, and says at the field what cannot be read', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    const id = await buyByApi(shop);
    await signInContext(context, shop, 'owner');
    await page.goto(`/owner/orders/${id}/refund`);
    const amount = page.getByLabel('Amount in pounds');
    const send = page.getByRole('button', { name: 'Refund this amount to Visa ··4242' });
    for (const [typed, problem] of [
      ['twenty', 'Please type an amount, such as 12.50.'],
      ['1000', /^At most £\d+ can be paid back\.$/],
    ] as const) {
      await amount.fill(typed);
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await send.click();
      expect((await answer).status()).toBe(422);
      await expect(page.getByRole('alert')).toHaveText(problem);
      await expect(amount).toHaveValue(typed);
    }
    await amount.fill('20');
    await send.click();
    const money = page.getByRole('region', { name: 'Money' });
    await expect(money).toContainText(/Refund, .*: sent back£20(?!\d)/);
    // A part of it does not cancel the order, though the box for all of it was ticked.
    await page.getByRole('link', { name: 'Cancel this order' }).click();
    await page
      .getByRole('button', { name: 'Cancel and refund this amount to Visa ··4242' })
      .click();
    await expect(page.getByText('Cancelled: do not make it.')).toBeVisible();
    await expect(money).toContainText(/Refunded£\d+$/);
  });
});

test.describe('with forms that are refused', () => {
  test.use({ expectedErrors: /409|422/ });

  test('the owner corrects the words on a cake, and writes to a customer who did not come', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    const email = `augusta${randomUUID().replaceAll('-', '')}@example.org`;
    const [booked] = await bookOrders(shop, [
      {
        ...{ name: 'Augusta King', day: -1, email },
        items: [{ message: 'Happy Brithday' }, { message: 'For Mum' }],
      },
    ]);
    const order = `/owner/orders/${booked?.id}`;
    const status = page.getByRole('status');
    const trail = page.getByRole('region', { name: 'What happened' });
    const subjects = async () => (await emailsTo(shop.mail, email)).map(({ subject }) => subject);
    await printSheet(shop, booked?.id ?? '');
    const { name } = await signInContext(context, shop, 'owner');

    await openPage(page, order);
    const change = page.getByRole('link', {
      name: 'Change the message: Victoria Sponge, “Happy Brithday”',
    });
    await change.click();
    const field = page.getByLabel('New message');
    await expect(page.getByText(/The bake sheet of this day was printed/)).toBeVisible();
    await expectAccessibleAndToFit(page, [320, 1280]);
    await field.fill('Happy Birthday to the one and only Augusta');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please use at most 30 letters.');
    await expect(field).toHaveValue('Happy Birthday to the one and only Augusta');

    // On another device the words are corrected meanwhile.
    const other = await context.newPage();
    await openPage(other, `${order}/text?item=0`);
    await other.getByLabel('New message').fill('Happy Birthday');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByRole('status').filter({ hasText: '“Happy Birthday”' })).toBeVisible();
    await other.close();
    await field.fill('For Augusta');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText(`${name}, `);
    await expect(page.getByRole('alert')).toContainText('The message is now: Happy Birthday');
    await expect(field).toHaveValue('For Augusta');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(status.filter({ hasText: 'On Victoria Sponge: “For Augusta”.' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(status.filter({ hasText: '“Happy Birthday”' })).toBeVisible();
    await expect(trail).toContainText(
      `Message on Victoria Sponge changed from “Happy Brithday” to “Happy Birthday” by ${name}`,
    );

    await page.getByRole('link', { name: 'Somebody else collects it' }).click();
    await page.getByLabel('Who collects it instead?').fill('Lord King');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(status.filter({ hasText: 'Lord King collects it.' })).toBeVisible();

    await page.getByRole('button', { name: 'Not collected' }).click();
    await page.getByRole('link', { name: 'E-mail the customer' }).click();
    const words = page.getByLabel('Your words');
    await expect(words).toHaveValue(/Your order was ready for you on .*, and we did not see you\./);
    await expectAccessibleAndToFit(page, [320, 1280]);
    await words.fill('We kept your cake in the fridge.\nShall we bring it to you?');
    await page.getByRole('button', { name: 'Send' }).dblclick();
    const notice = status.filter({ hasText: 'E-mail to Augusta King.' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect(status.filter({ hasText: 'The e-mail is not sent.' })).toBeVisible();

    await page.getByRole('link', { name: `E-mail ${email}` }).click();
    await words.fill('We kept your cake in the fridge.');
    await page.getByRole('button', { name: 'Send' }).dblclick();
    await expect(status.filter({ hasText: 'E-mail to Augusta King.' })).toBeVisible();
    await expect(trail).toContainText('“We kept your cake in the fridge.”');
    await endUndo(shop, booked?.id ?? '');
    const written = async () =>
      (await subjects()).filter((each) => each.startsWith('About your order'));
    await expect.poll(written).toHaveLength(1);
    expect(await subjects()).not.toContainEqual(expect.stringContaining('We missed you'));

    // Found by the name of who comes for it, the row says so.
    await openPage(page, '/owner/orders');
    await page.getByRole('searchbox').fill('Lord King');
    await page.keyboard.press('Enter');
    const found = page.getByRole('link', { name: /Augusta King.*Lord King collects it/s });
    await expect(found.first()).toBeVisible();
    const day = booked?.items[0]?.day;
    const table = await page.request.get(`/owner/orders.csv?from=${day}&to=${day}`);
    expect(await table.text()).toContain(',Augusta King,Lord King,');
  });
});

test('the page of an order whose day has passed does not look forward to it', {
  tag: '@nightly',
}, async ({ page, shop }) => {
  const [past] = await bookOrders(shop, [{ name: 'Ada Late', day: -3 }]);
  await page.goto(`/thank-you-page/${past?.id}`);
  await expect(visitor(page).heading('Thank you')).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: 'The day to collect it has passed.' }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What to bring' })).toBeHidden();
});
