import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { asDay, dayInWords } from '#domain/calendar/days.ts';
import { expectAccessible, expectNoHorizontalScroll } from './accessible.ts';
import { anonymise, bookOrders, endUndo, printSheet, wednesdayAhead } from './booked-orders.ts';
import { buyByApi } from './orders-by-api.ts';
import { expect, test } from './shop-fixture.ts';
import { emailsTo, linkTo, signInContext } from './staff.ts';
import { openPage, visitor } from './visitor.ts';

const DAYS_AHEAD = 40;

/** Moves the order to the last offered day: those before may be too soon to move it again. @returns the day. */
async function moveOn(page: Page): Promise<string> {
  await page.getByText('Move to another day').click();
  const offered = page.getByRole('group').getByRole('listitem').getByRole('button');
  const day = await offered.last().textContent();
  await offered.last().click();
  await expect(page.getByRole('alert')).toContainText('After that you can still');
  await expect(page.getByRole('main').getByRole('status').first()).not.toContainText('Moved.');
  const question = page.getByRole('form', { name: `Move to ${day}?` });
  await question.getByRole('button', { name: 'Move it' }).click();
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('Moved.');
  return day ?? '';
}

test.describe('without scripts, on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a customer moves an order, fixes its message until it is printed, and asks to cancel it', {
    tag: '@nightly',
  }, async ({ page: owner, context, shop, browser }) => {
    test.slow();
    const name = `Ada ${randomUUID().slice(0, 8)}`;
    const email = `${randomUUID().slice(0, 8)}@customers.example`;
    const item = { cakeId: 'berry-drip-cake', title: 'Berry Drip Cake', message: 'Happy Birthday' };
    const phone = '07700 900456';
    const booked = { name, day: DAYS_AHEAD, email, phone, items: [item] };
    const [order] = await bookOrders(shop, [booked]);
    const { id, number, items } = order ?? { id: '', number: '', items: [] };
    const customer = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const page = await customer.newPage();
    const link = await linkTo(shop, email);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Your order ${number}`);
    const first = dayInWords(asDay(items[0]?.day ?? ''));
    await expect(page.getByRole('heading', { level: 2, name: first })).toBeVisible();
    await expect(page.getByText(`${name}, ${email[0]}•••@c•••.example`)).toBeVisible();
    expect(await page.content()).not.toMatch(new RegExp(`${email}|${phone}`));
    await expect(page.getByRole('region', { name: 'Allergens' })).toContainText('allergen free');
    await expectNoHorizontalScroll(page);

    // A message that does not fit comes back as it was typed.
    await page.getByText('Change the message').click();
    const message = page.getByLabel('Message on the cake');
    await message.fill('Happy Birthday to you, dear Zoë!');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByRole('alert')).toHaveText('Please use at most 30 letters.');
    await expect(message).toHaveValue('Happy Birthday to you, dear Zoë!');
    await message.fill('Happy Birthday, dear Zoë');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByRole('main').getByRole('status').first()).toContainText('Saved.');
    await expect(page.getByText('“Happy Birthday, dear Zoë”')).toBeVisible();

    // The cafe sees it live, and takes it back.
    await signInContext(context, shop, 'owner');
    await openPage(owner, `/owner/orders/${id}`);
    const trail = owner.getByRole('region', { name: 'What happened' });
    await expect(
      trail.getByText('from “Happy Birthday” to “Happy Birthday, dear Zoë” by the customer'),
    ).toBeVisible();
    await trail.getByRole('button', { name: 'Undo' }).click();
    await expect(trail.getByText('to “Happy Birthday” by Olive')).toBeVisible();

    // The page that the customer still has open is told, and keeps the words.
    await page.getByText('Change the message').click();
    await message.fill('For Zoë');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByRole('alert')).toContainText(
      'Your order has changed since you opened this page',
    );
    // The address still names the change that was saved before.
    await expect(page.getByText('Saved.')).toHaveCount(0);
    await expect(page.getByText('“Happy Birthday”')).toBeVisible();
    await expect(message).toHaveValue('For Zoë');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByRole('main').getByRole('status').first()).toContainText('Saved.');

    const stale = await customer.newPage();
    await stale.goto(link);
    for (let move = 0; move < 3; move += 1) {
      const day = await moveOn(page);
      await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(
        new RegExp(day.split(' ').join('.*\\s')),
      );
      await expect(trail.getByText(`to ${day} by the customer`).first()).toBeVisible();
    }
    await expect(page.getByText('you have changed it as often as you can')).toBeVisible();
    await expect(page.getByText('Move to another day')).toBeHidden();
    // A fourth move, from a page that still offers it.
    await stale.getByText('Move to another day').click();
    await stale.getByRole('group').getByRole('listitem').getByRole('button').last().click();
    await expect(stale.getByRole('alert')).toContainText('Your order has changed');
    await expect(stale.getByText('you have changed it as often as you can')).toBeVisible();

    await page.getByText('Change the message').click();
    const day = await printSheet(shop, id);
    await message.fill('Too late');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByText('The message cannot be changed here')).toContainText(
      'we have started on that day’s cakes',
    );
    await expect(page.getByText('You wanted: “Too late”.')).toBeVisible();
    await expect(page.getByText('“For Zoë”')).toBeVisible();
    const file = await page.request.get(`${link}/calendar/${day}`);
    expect(file.headers()['content-type']).toContain('text/calendar');
    expect(await file.text()).toContain('SEQUENCE:3');

    await page.getByText('Ask us to cancel it').click();
    await page.getByRole('button', { name: 'Ask to cancel' }).click();
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(
      'We have your request',
    );
    await owner.goto('/owner/needs-you');
    const request = owner.getByRole('listitem').filter({ hasText: `Order ${number}` });
    await expect(request).toContainText('A customer asks to cancel an order.');
    await request.getByRole('button', { name: 'Keep the order' }).click();
    await expect(owner.getByText(`The order of ${name} stays.`)).toBeVisible();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(owner.getByText(`${name} waits for your answer.`)).toBeVisible();
    await request.getByRole('button', { name: 'Keep the order' }).click();
    await expect(request).toHaveCount(0);
    await page.goto(link);
    await expect(page.getByText('We are sorry that we cannot: it stays as it is.')).toBeVisible();

    // With scripts it is the same page.
    const full = await browser.newPage();
    await openPage(full, link);
    await full.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(full);
    await expectAccessible(full);
    await full.close();

    await anonymise(shop, id);
    const gone = await page.goto(link);
    expect(gone?.status()).toBe(410);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This order is over');
    expect(await page.content()).not.toMatch(new RegExp(`${name}|${number}|Zoë`));
    await customer.close();
  });
});

test('a customer adds candles and a topper and pays for them, and staff add what is to pay', {
  tag: '@nightly',
}, async ({ page: owner, context, shop, browser }) => {
  const name = `Ben ${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID().slice(0, 8)}@customers.example`;
  const items = [{ cakeId: 'red-velvet-cake', title: 'Red Velvet Cake' }];
  const [order] = await bookOrders(shop, [{ name, day: wednesdayAhead(shop), email, items }]);
  const page = await browser.newPage({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const link = await linkTo(shop, email);
  await page.goto(link);
  const status = page.getByRole('main').getByRole('status').first();
  await page.getByRole('link', { name: 'Add candles' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add to your order');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please choose something to add.');
  const touches = page.getByRole('spinbutton', { name: /Rainbow/ });
  const field = (await touches.getAttribute('name')) ?? '';
  // What a browser does not check.
  const tooMany = await page.request.post(page.url(), {
    form: { do: 'look', id: randomUUID(), [field]: '12' },
    headers: { Origin: shop.origin },
  });
  expect([tooMany.status(), await tooMany.text()]).toEqual([
    422,
    expect.stringContaining('Please type a number from 0 to 9'),
  ]);
  await touches.fill('2');
  const topper = page.getByRole('textbox', { name: 'Number topper' });
  // Nothing is cut off: a part of a number is another number.
  await topper.fill('777');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(topper).toHaveAccessibleDescription('Please use at most 2 letters.');
  await expect(topper).toHaveValue('777');
  await topper.fill('7');
  // What is filled in stays with another cake, and without it.
  await page.getByText('Another cake for the same day').click();
  await page.getByRole('button', { name: 'Berry Drip Cake' }).click();
  await expect(page.getByRole('group', { name: 'Berry Drip Cake' })).toBeVisible();
  await expect(touches).toHaveValue('2');
  await page.getByRole('button', { name: 'Add no cake' }).click();
  await expect(page.getByText('Another cake for the same day')).toBeVisible();
  await expect(touches).toHaveValue('2');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(status).toContainText('Number topper: “7”');
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Pay £16 by card' }).click();
  await visitor(page).expectCardPage();
  // Not paid yet: the order is as it was.
  await page.goto(`/thank-you-page/${order?.id}?added`);
  await expect(page.getByText('is not paid, so it is not a part of your order')).toBeVisible();
  await page.goto(link);
  await expect(status).toContainText('It is not paid yet.');
  await expect(page.getByText('Paid £48')).toBeVisible();
  await page.getByRole('link', { name: 'Pay it, or do not add it' }).click();
  await page.getByRole('button', { name: 'Pay £16 by card' }).click();
  await visitor(page).pay();
  await expect(page).toHaveURL(/\/thank-you-page\/.*added/);
  await expect(page.getByText('Rainbow').first()).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('Paid £64')).toBeVisible();
  await expect(page.getByText('Number topper: “7”')).toBeVisible();
  await page.close();

  await signInContext(context, shop, 'owner');
  await openPage(owner, `/owner/orders/${order?.id}`);
  await expect(
    owner
      .getByText('Added: 16 Rainbow Tall Candles (18 cm), new options for Red Velvet Cake')
      .first(),
  ).toBeVisible();
  await owner.getByRole('link', { name: 'Add something' }).click();
  await owner.getByRole('combobox', { name: 'Cake' }).selectOption('berry-drip-cake');
  await owner.getByRole('radio').first().check();
  await owner.getByRole('button', { name: 'Add it' }).click();
  await expect(owner.getByRole('heading', { name: /^£\S+ to pay$/ })).toBeVisible();
  await expect(owner.getByText('Added: Berry Drip Cake').first()).toBeVisible();
  // Also once the notice is gone.
  await owner.reload();
  await owner.getByRole('button', { name: 'Take off what was added: Berry Drip Cake' }).click();
  await expect(owner.getByText('It is not added.')).toBeVisible();
  await expect(owner.getByRole('heading', { name: /to pay$/ })).toBeHidden();
});

test('staff take candles off a paid order, and give its money back on the next screen', {
  tag: '@nightly',
}, async ({ page: owner, context, shop, browser }) => {
  const phone = { width: 390, height: 844 };
  const email = `${randomUUID().slice(0, 8)}@customers.example`;
  const id = await buyByApi(shop, email);
  const page = await browser.newPage({ viewport: phone });
  const link = await linkTo(shop, email);
  await openPage(page, link);
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  const number = heading.replace('Your order ', '');
  const price = page.getByRole('region', { name: 'Price' });
  const cake = Number(/Paid £([\d.]+)/.exec(await price.innerText())?.[1]);
  await page.getByRole('link', { name: 'Add candles' }).click();
  await page.getByRole('spinbutton', { name: /Rainbow/ }).fill('2');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Pay £12 by card' }).click();
  await visitor(page).pay();
  await expect(page).toHaveURL(/\/thank-you-page\/.*added/);
  await expect(page.getByText('Rainbow').first()).toBeVisible();
  const day = await printSheet(shop, id);

  await owner.setViewportSize(phone);
  await signInContext(context, shop, 'owner');
  await openPage(owner, `/owner/orders/${id}`);
  await owner.getByRole('link', { name: 'Take something off' }).click();
  await expect(owner.getByText('The bake sheet of this day was printed')).toBeVisible();
  await owner
    .getByRole('checkbox', { name: /^16 Rainbow/ })
    .first()
    .check();
  await expectNoHorizontalScroll(owner);
  await expectAccessible(owner);
  const pressed = owner.waitForRequest((request) => request.method() === 'POST');
  await owner.getByRole('button', { name: 'Take it off' }).click();
  await expect(owner.getByText(/^Taken off: 16 Rainbow Tall Candles/)).toBeVisible();
  const form = await pressed;
  // What somebody has taken off is what the owner gives back, not all of the order.
  await expect(owner.getByText('£6 is to be given back, for what was taken off.')).toBeVisible();
  await expect(owner.getByLabel('Amount in pounds')).toHaveValue('6.00');
  await expect(owner.getByRole('checkbox')).not.toBeChecked();
  await owner.getByRole('button', { name: /^Refund £6/ }).click();
  await expect(owner.getByText('£6 is on its way back.')).toBeVisible();
  const money = owner.getByRole('region', { name: 'Money' });
  const left = `£${cake + 6}`;
  await expect(money).toContainText(`Total${left}`);
  // Sent once more, as after an answer that was lost: it has been done, and the other box stays.
  const status = await owner.evaluate(
    async ([url, body]) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    },
    [form.url(), form.postData() ?? ''] as const,
  );
  expect(status).toBeLessThan(400);
  await openPage(owner, `/owner/orders/${id}`);
  await expect(money).toContainText(`Total${left}`);
  await expect(money.getByText(/^Refund, .*: sent back/)).toHaveCount(1);
  await expect(money).toContainText(/Refund, .*: sent back£6/);
  await expect(money).not.toContainText('To give back');
  await expect(owner.getByText('Taken off: 16 Rainbow Tall Candles (18 cm), £6')).toBeVisible();

  // One box is left on the card, and the next sheet says what has gone.
  await openPage(owner, `/owner/day/${day}`);
  const card = owner.locator('[data-row]').filter({ hasText: number });
  const candles = /^16 Rainbow Tall Candles \(18 cm\)\s*$/;
  await expect(card.getByRole('paragraph').filter({ hasText: candles })).toHaveCount(1);
  await openPage(owner, `/owner/print/bake-sheet/${day}`);
  await expect(owner.getByText('Taken off orders since the last print:')).toBeVisible();

  await endUndo(shop, id);
  await expect
    .poll(async () => (await emailsTo(shop.mail, email)).map(({ subject }) => subject))
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Taken off your order .*: 16 Rainbow Tall Candles/),
        expect.stringContaining('£6 paid back for your order'),
      ]),
    );
  await openPage(page, link);
  await expect(page.getByText(`Paid ${left}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: candles })).toHaveCount(1);
  await expectNoHorizontalScroll(page);
  await page.close();

  // Left for later.
  await openPage(owner, `/owner/orders/${id}/take-off`);
  await owner.getByRole('checkbox', { name: /^16 Rainbow/ }).check();
  await owner.getByRole('button', { name: 'Take it off' }).click();
  await expect(owner.getByLabel('Amount in pounds')).toHaveValue('6.00');
  await owner.getByRole('button', { name: 'Undo' }).click();
  await expect(owner.getByText('It is not taken off.')).toBeVisible();
  await expect(owner.getByText('This has changed since you opened it.')).toBeVisible();
  await expect(owner.getByRole('button', { name: /^Refund £6/ })).toBeVisible();
  await openPage(owner, `/owner/orders/${id}/take-off`);
  await owner.getByRole('checkbox', { name: /^16 Rainbow/ }).check();
  await owner.getByRole('button', { name: 'Take it off' }).click();
  await expect(owner.getByLabel('Amount in pounds')).toHaveValue('6.00');
  await openPage(owner, `/owner/orders/${id}`);
  await expect(money).toContainText('To give back, for what was taken off£6');
  // Done by mistake: Undo brings back the incident, and what is to be given back.
  await openPage(owner, '/owner/needs-you');
  const incident = owner
    .getByRole('listitem')
    .filter({ hasText: 'Something was taken off a paid order.' })
    .filter({ hasText: number });
  await incident.getByRole('button', { name: 'Done' }).click();
  await expect(owner.getByText('Nothing is left to give back')).toBeVisible();
  await expect(incident).toHaveCount(0);
  await owner.getByRole('button', { name: 'Undo' }).click();
  await expect(incident).toBeVisible();
  await openPage(owner, `/owner/orders/${id}`);
  await expect(money).toContainText('To give back, for what was taken off£6');
  await money.getByRole('link', { name: 'Refund' }).click();
  await owner.getByRole('button', { name: /^Refund £6/ }).click();
  await expect(money).not.toContainText('To give back');
  await expect(money.getByText(/^Refund, .*: sent back/)).toHaveCount(2);
});
