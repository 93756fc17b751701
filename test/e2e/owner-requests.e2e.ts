import { dayInWords } from '#domain/calendar/days.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { ask } from './asked-requests.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { dayFromToday, openPage, visitor } from './visitor.ts';

// The day of the order has to be confirmed.
test.use({ viewport: { width: 390, height: 844 }, expectedErrors: /status of 422/ });

test('a request waits on Today and in its list until it is asked back', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'counter');
  const { name, ideas, day } = await ask(shop);
  await openPage(page, '/owner');
  await expect(page.getByRole('region', { name: /^Needs you: / })).toContainText(
    /requests? waits? for your answer/,
  );
  await page.keyboard.press('q');
  const row = page.getByRole('list', { name: 'Requests' }).getByRole('link', { name });
  await expect(row).toContainText(`For ${dayInWords(day, 'short')}`);
  // The list learns of another by itself.
  const other = await ask(shop, { ideas: `${ideas} In blue.`, day: dayFromToday(3) });
  await expect(page.getByRole('link', { name: other.name })).toContainText('New');
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const photo = page.getByRole('img', { name: 'What the customer has sent, 1 of 1' });
  await expect(photo).toHaveJSProperty('naturalWidth', 400);
  await expect(page.getByText('Sooner than customers can order')).toBeVisible();
  const alike = page.getByRole('region', { name: 'Asked for before' });
  await expect(alike.getByRole('link').first()).toContainText(other.occasion);
  await expectAccessibleAndToFit(page, [320, 1440]);

  await page.getByLabel(`Write to ${name}`).fill('Which colour\nshall the stars be?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(`E-mail to ${name}.`)).toBeVisible();
  const messages = page.getByRole('region', { name: `Messages with ${name}` });
  await expect(messages).toContainText('Which colour\nshall the stars be?');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(messages).toBeHidden();
  // Both were settled on the phone.
  const close = page.getByRole('button', { name: 'Close it without an e-mail' });
  await close.click();
  await expect(page.getByText('Closed. Nobody was written to.')).toBeVisible();
  await alike.getByRole('link', { name: other.occasion }).click();
  await close.click();
  await expect(page.getByText(`Request ${other.number} · Closed`)).toBeVisible();

  // Its customer rings again.
  await openPage(page, '/owner/orders');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: `Request of ${name}: ` }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a request is declined in words, and becomes an order that is filled in when its customer rings', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'counter');
  const { name, day, email, number, phone } = await ask(shop);
  await openPage(page, `/owner/requests/${number}`);
  await page.getByText('Decline', { exact: true }).first().click();
  await expect(page.getByLabel('What the customer reads')).toHaveValue(
    new RegExp(`we cannot make this for ${dayInWords(day)}`),
  );
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText(`Request ${number} · Declined`)).toBeVisible();

  // They have rung since.
  await page.getByRole('link', { name: 'Take it as an order' }).click();
  await expect(page.getByRole('heading', { name: `An order for ${name}` })).toBeVisible();
  await expect(page.getByLabel('Which other day?')).toHaveValue(day);
  await expect(page.getByLabel('Phone number')).toHaveValue(phone);
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await page.getByLabel('Cake', { exact: true }).selectOption({ label: 'Berry Drip Cake' });
  await page.getByRole('radio', { name: /^8 inches/ }).check();
  const book = page.getByRole('button', { name: /^Book it · £/ }).last();
  await book.click();
  await page.getByLabel('Take it for that day all the same').check();
  await book.click();
  await expect(page.getByText('It is in the book.')).toBeVisible();
  await page.getByRole('link', { name: 'What they asked for' }).click();
  await expect(page.getByText(`Request ${number} · Ordered`)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Order \w{6}, £/ })).toBeVisible();
});

test('a request is answered by a quote, which is changed once, and accepted by its deposit', async ({
  page,
  context,
  browser,
  shop,
}) => {
  await signInContext(context, shop, 'counter');
  const { id, name, number } = await ask(shop);
  await openPage(page, `/owner/requests/${number}`);
  await page.getByRole('link', { name: 'Make a quote' }).click();
  await expect(page.getByRole('heading', { name: `A quote for ${name}` })).toBeVisible();
  await page.getByLabel('Cake', { exact: true }).selectOption({ value: '+' });
  await page.getByLabel('What is it?').fill('Rocket cake, 10 in');
  await page.getByLabel('Price in pounds').fill('90');
  await page.getByRole('group', { name: 'Contains' }).first().getByLabel('Eggs').check();
  await page.getByLabel('Ask for a deposit').check();
  await page.getByLabel('How much of it first?').fill('45');
  await page.getByLabel('Your words to the customer').fill('We would love to.');
  const send = page.getByRole('button', { name: /^Send the quote · £/ }).last();
  await send.click();
  const even = page.getByLabel('Take it for that day all the same');
  await even.check();
  await send.click();
  await expect(page.getByText(`E-mail to ${name}, with the quote.`)).toBeVisible();
  const quote = page.getByRole('region', { name: 'A quote, not in the book yet' });
  await expect(quote).toContainText('by paying the deposit of £45');
  await expectAccessibleAndToFit(page, [320]);

  await quote.getByRole('link', { name: 'Change the quote' }).click();
  await expect(page.getByLabel('What is it?')).toHaveValue('Rocket cake, 10 in');
  await page.getByLabel('Price in pounds').fill('100');
  await page.getByLabel('How much of it first?').fill('50%');
  await send.click();
  await even.check();
  await send.click();
  await expect(quote).toContainText('by paying the deposit of £50');

  const customer = await browser.newPage({ javaScriptEnabled: false, viewport: null });
  await customer.goto(`${shop.origin}/ask/${id.replaceAll('-', '').slice(0, 26)}`);
  const main = customer.getByRole('main');
  await customer.getByLabel('Is there anything to add?').fill('With stars, please.');
  await customer.getByRole('button', { name: 'Send' }).click();
  await expect(main).toContainText('Sent, thank you.');
  await customer.getByRole('link', { name: 'See the quote' }).click();
  for (const words of [
    'We would love to.',
    'Contains: Eggs',
    'Deposit £50',
    'we pay the deposit',
  ]) {
    await expect(main).toContainText(words);
  }
  await customer.getByRole('button', { name: 'Accept and pay the deposit of £50 by card' }).click();
  await visitor(customer).pay();
  await expect(customer).toHaveURL(/\/thank-you-page\//);
  await customer.goto(`${shop.origin}/ask/${id.replaceAll('-', '').slice(0, 26)}`);
  await expect(customer.getByRole('heading', { name: 'It is ordered' })).toBeVisible();
  await expect(main).not.toContainText('Nothing is ordered');
  await customer.close();

  await openPage(page, page.url().replace(/\?.*/, ''));
  await expect(page.getByRole('heading', { name: '£50 to pay when they collect' })).toBeVisible();
  await page.getByRole('link', { name: 'What they asked for' }).click();
  await expect(page.getByText(`Request ${number} · Waits for your answer`)).toBeVisible();
  const messages = page.getByRole('region', { name: `Messages with ${name}` });
  await expect(messages).toContainText('Accepted the quote, and paid.');
});

test('closing one that has changed meanwhile leads back to it, and nobody is written to', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  const { number } = await ask(shop);
  const screen = `${shop.origin}/owner/requests/${number}`;
  const answered = await page.request.post(`${screen}/answer`, {
    form: { kind: 'closed', version: '1', words: '' },
    headers: { Origin: shop.origin },
  });
  expect(answered.url()).toBe(screen);
  const html = await answered.text();
  expect(html).toContain('It has changed meanwhile: please look at it again.');
  expect(html).toContain('Waits for your answer');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a request is answered, closed, and forgotten with its photos', { tag: '@nightly' }, async ({
    page,
    context,
    shop,
  }) => {
    await signInContext(context, shop, 'owner');
    const { name, number, occasion } = await ask(shop);
    await page.goto(`/owner/requests/${number}`);
    await page.getByText('Decline', { exact: true }).first().click();
    await page.getByLabel('What the customer reads').fill(' ');
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please write something.');
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Close it without an e-mail' }).click();
    await expect(page.getByText(`Request ${number} · Closed`)).toBeVisible();

    await page.getByRole('link', { name: 'Show or forget what we know of this person' }).click();
    await page.getByRole('button', { name: 'Show, to print or save as PDF' }).click();
    await expect(page.getByRole('main')).toContainText(occasion);
    await expect(page.getByRole('img')).toHaveJSProperty('naturalWidth', 400);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByText('Forget this person').click();
    const box = page.getByRole('checkbox');
    await box.uncheck();
    await page.getByRole('button', { name: `Forget ${name}` }).click();
    await expect(page.getByRole('alert')).toHaveText('Please choose what is theirs.');
    await box.check();
    await page.getByText('Forget this person').click();
    await page.getByRole('button', { name: `Forget ${name}` }).click();
    await expect(page.getByText('Forgotten: 1 request.')).toBeVisible();
    await page.goto(`/owner/requests/${number}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Name removed');
    const photo = await page.request.get(`/owner/requests/${number}/photos/0`);
    expect(photo.status()).toBe(404);
  });
});
