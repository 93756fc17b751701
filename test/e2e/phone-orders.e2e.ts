import type { Page } from '@playwright/test';
import { dayInWords } from '#domain/calendar/days.ts';
import { expectAccessible, expectNoHorizontalScroll } from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { expect, test } from './shop-fixture.ts';
import { cancelOnScreen, signInContext, tapToNewOrder } from './staff.ts';
import { dayFromToday, nameOf, openPage, visitor } from './visitor.ts';

// Forms that are not complete, links that nobody made, and the router's remark on a link within the page.
test.use({
  viewport: { width: 390, height: 844 },
  expectedErrors: /status of (404|422)|use a blocker on a POP navigation/,
});

const CAKE = 'Berry Drip Cake';
const SOMETHING_ELSE = 'Something else: name it and its price';
const PHONE = '07700 900123';

function stateOf(page: Page, number: string) {
  return page.getByText(new RegExp(`^Order ${number} · `));
}

test('the options of a cake are read out with what they contain, and named on the order', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/orders/new');
  await page.getByLabel('Cake', { exact: true }).selectOption({ label: 'Red Velvet Cake' });
  await page.getByRole('radio', { name: /^8 inches/ }).check();
  const readOut = page.getByText(/^Read out: /);
  await expect(page.getByRole('radio', { name: 'red velvet' })).toBeChecked();
  await expect(readOut).not.toContainText('Soya');
  await page.getByRole('radio', { name: /^chocolate \+ £3/ }).check();
  await expect(readOut).toContainText(
    'Contains: Eggs, Dairy (milk), Gluten (wheat), Soya (soybeans)',
  );
  await page.getByLabel(/^Number topper, \+ £4/).fill('777');
  await page.getByLabel('Name').fill(nameOf('Opal'));
  await page.getByLabel('Phone number').fill(PHONE);
  await page.getByRole('group', { name: 'Which day?' }).getByRole('radio').first().check();
  const book = page.getByRole('button', { name: 'Book it · £72' }).last();

  // A look at the next weeks, or a reload, loses nothing of what the customer has said.
  await page.getByRole('navigation').getByRole('link', { name: 'Week' }).click();
  await expect(page.getByRole('heading', { name: 'The next two weeks' })).toBeVisible();
  await page.goBack();
  await expect(book).toBeVisible();
  await page.reload();
  await expect(book).toBeVisible();
  await expect(page.getByLabel('Phone number')).toHaveValue(PHONE);
  await expect(page.getByRole('radio', { name: /^chocolate \+ £3/ })).toBeChecked();
  await expect(readOut).toContainText('Soya');

  await book.click();
  await expect(page.getByText('This is too long.')).toBeVisible();
  await expectAccessible(page);
  await expect(readOut).toContainText('Soya');
  await page.getByLabel(/^Number topper/).fill('7');
  await book.click();
  await expect(page.getByText('It is in the book.')).toBeVisible();
  await expect(page.getByText('Sponge: chocolate · Number topper: “7”').first()).toBeVisible();
});

test('a quote instead of an order begins with what is typed, and a link within the page loses nothing', {
  tag: '@nightly',
}, async ({ page, context, browser, shop }) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/orders/new');
  const name = nameOf('Opal');
  await page.getByLabel('Cake', { exact: true }).selectOption({ label: CAKE });
  await page.getByRole('radio', { name: /^8 inches/ }).check();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('group', { name: 'Which day?' }).getByRole('radio').first().check();
  await page.getByRole('radio', { name: 'They want a quote first' }).check();
  const send = page.getByRole('button', { name: /^Send the quote · £/ }).last();
  await expect(send).toBeVisible();
  await page.reload();
  await expect(send).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(name);

  await page.getByRole('radio', { name: 'By a link' }).check();
  const book = page.getByRole('button', { name: /^Book it · £/ }).last();
  await expect(book).toBeVisible();
  await expect(page.getByLabel('Until when can they accept it?')).toBeHidden();
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await skip.focus();
  await skip.press('Enter');
  await expect(page).toHaveURL(/#main$/);
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await expect(book).toBeVisible();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  await signInContext(plain, shop, 'owner');
  const form = await plain.newPage();
  await form.goto('/owner/orders/new');
  await form.getByLabel('Name').fill(name);
  await form.getByRole('radio', { name: 'They want a quote first' }).check();
  await form.getByLabel('Until when can they accept it?').fill(dayFromToday(-1));
  await form.getByRole('button', { name: 'Send the quote' }).last().click();
  await expect(form.getByText('That day is over. Please choose a later one.')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue(name);
  await expect(form.getByRole('button', { name: 'Send the quote' }).last()).toBeVisible();
  await plain.close();
});

test('an order on the phone is typed in, paid by its link without scripts, and shown as paid', async ({
  page,
  context,
  browser,
  shop,
}) => {
  await signInContext(context, shop, 'owner');
  const name = nameOf('Ada');
  await openPage(page, '/owner');
  await page.keyboard.press('n');
  await expect(
    page.getByRole('heading', { level: 1, name: 'New order on the phone' }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  // Everything typed comes back with what is missing.
  await page.getByLabel('Cake', { exact: true }).selectOption({ label: CAKE });
  await expect(page.getByText(/^Read out: Contains: /)).toBeVisible();
  await page.getByLabel('Words on it').fill('Happy  Birthday Zoë');
  await page.getByLabel('Name').fill(name);
  await page
    .getByRole('button', { name: /^Book it/ })
    .last()
    .click();
  for (const problem of ['choose a size', 'choose a day', 'ask for a phone number']) {
    await expect(page.getByText(`Please ${problem}.`)).toBeVisible();
  }
  await expectAccessible(page);
  await expect(page.getByLabel('Words on it')).toHaveValue('Happy  Birthday Zoë');
  await expect(page.getByLabel('Name')).toHaveValue(name);

  await page.getByRole('radio', { name: /^8 inches/ }).check();
  // Staff decide whether they pipe what customers cannot order.
  await page.getByLabel('Words on it').fill('Happy  Birthday Zoë 🎂');
  const book = page.getByRole('button', { name: /^Book it · £/ }).last();
  await expect(book).toBeVisible();
  await page.getByRole('radio', { name: 'Another day' }).check();
  const [today, tomorrow] = [dayFromToday(0), dayFromToday(1)];
  const allTheSame = page.getByLabel('Take it for that day all the same');
  await page.getByLabel('Which other day?').fill(tomorrow);
  await book.click();
  // At once, because the customer is still on the phone.
  const warning = page.getByText(`Customers cannot choose ${dayInWords(tomorrow)}: `);
  await expect(warning).toBeVisible();
  await expect(async () => {
    // The screen may still scroll to the first problem.
    const [above, below] = [await warning.boundingBox(), await allTheSame.boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(24);
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText('Please ask for a phone number.')).toBeVisible();
  await expect(page.getByText('A customer would read: “We pipe letters, numbers')).toBeVisible();
  await page.getByLabel('We pipe it all the same').check();
  await page.getByLabel('Phone number').fill(PHONE);
  // For another day the owner is asked again.
  await allTheSame.check();
  await page.getByLabel('Which other day?').fill(today);
  await book.click();
  await expect(page.getByText(`Customers cannot choose ${dayInWords(today)}: `)).toBeVisible();
  await allTheSame.check();
  // Another mistake does not make the owner say it again.
  await page.getByLabel('Phone number').fill('');
  await book.click();
  await expect(page.getByText('Please ask for a phone number.')).toBeVisible();
  await expect(allTheSame).toBeChecked();
  await page.getByLabel('Phone number').fill(PHONE);
  await page
    .getByRole('button', { name: /^Book it · £/ })
    .last()
    .click();
  await expect(page.getByText('It is in the book.')).toBeVisible();
  await expectNoHorizontalScroll(page);
  const orderUrl = page.url().replace(/\?.*/, '');
  const toPay = page.getByRole('heading', { name: /^£\S+ to pay$/ });
  await expect(toPay).toBeVisible();
  const price = (await toPay.textContent())?.replace(' to pay', '') ?? '';

  // Misheard.
  await page.getByRole('link', { name: 'Correct name, phone or e-mail' }).click();
  await page.getByLabel('Phone number').fill('');
  await page.getByLabel('E-mail').fill('ada@gmial');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please ask for a phone number.')).toBeVisible();
  await expect(page.getByText('This address cannot work.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('ada@gmial');
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await page.getByLabel('Phone number').fill(PHONE);
  await page.getByLabel('E-mail').fill('ada@example.org');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Corrected. The e-mail about the order goes to')).toBeVisible();
  await expect(page.getByText('Corrected: e-mail address by')).toBeVisible();
  await expect(page.getByRole('link', { name: 'E-mail ada@example.org' })).toBeVisible();

  await page.getByRole('button', { name: 'Pay link' }).click();
  const link = await page.getByRole('textbox').inputValue();
  expect(link).toMatch(new RegExp(`^${shop.origin}/pay/[0-9a-z]{26}$`));
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await expect(page.getByRole('link', { name: 'Send as a text message' })).toHaveAttribute(
    'href',
    new RegExp(`^sms:07700900123\\?&body=.*${encodeURIComponent(link)}$`),
  );
  const text = `Hello Ada, this is .+\\. Please pay for your order for .+ \\(${price}\\) here: ${link}`;
  const whatsApp = page.getByRole('link', { name: 'Send by WhatsApp' });
  const sent = new URL((await whatsApp.getAttribute('href')) ?? '');
  expect(`${sent.origin}${sent.pathname}`).toBe('https://wa.me/447700900123');
  expect(sent.searchParams.get('text')).toMatch(new RegExp(`^${text}$`));
  // A second one does not end the first, which pays it below.
  await openPage(page, `${orderUrl}/pay-link`);
  await expect(page.getByText(/^A link was made before, .+ It still works/)).toBeVisible();
  await page.getByRole('button', { name: 'Make another pay link' }).click();
  await expect(page.getByText('The links from before still work too.')).toBeVisible();

  // Today, before it is paid.
  await openPage(page, '/owner');
  const card = page.getByRole('article', { name });
  await expect(card.getByText(`${price} to pay`)).toBeVisible();

  const customer = await browser.newPage({ javaScriptEnabled: false });
  await customer.goto(`${link}0`);
  await expect(
    customer.getByRole('heading', { name: 'We could not find that order' }),
  ).toBeVisible();
  await customer.goto(link);
  await expectNoHorizontalScroll(customer);
  await expect(customer.getByText('Happy  Birthday Zoë')).toBeVisible();
  await expect(customer.getByText(name)).toBeHidden();
  await customer.getByRole('button', { name: `Pay ${price} by card` }).click();
  await expect(customer.getByLabel('Email')).toHaveValue('ada@example.org');
  await visitor(customer).pay();
  await expect(customer).toHaveURL(/\/thank-you-page\//);
  await expect(card.getByText('to pay')).toBeHidden();
  await customer.goto(link);
  await expect(customer.getByRole('heading', { name: 'Paid, thank you' })).toBeVisible();
  await expect(customer.getByRole('button', { name: /^Pay / })).toBeHidden();
  await customer.close();

  await openPage(page, orderUrl);
  await expect(toPay).toBeHidden();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(`Paid ${price}`);
});

test('a deposit is paid by its link and the rest at the counter, and a refund takes from both', {
  tag: '@nightly',
}, async ({ page, context, browser, shop }) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/orders/new');
  await page.getByLabel('Cake', { exact: true }).selectOption({ label: CAKE });
  await page.getByRole('radio', { name: /^8 inches/ }).check();
  await page
    .getByRole('radio', { name: /\d orders?$/ })
    .first()
    .check();
  const name = nameOf('Dora');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Phone number').fill(PHONE);
  const howMuch = page.getByLabel('How much of it first?');
  await expect(howMuch).toBeHidden();
  await page.getByLabel('Ask for a deposit').check();
  const book = page.getByRole('button', { name: /^Book it/ }).last();
  await book.click();
  await expect(howMuch).toBeFocused();
  await howMuch.fill('25%');
  await expect(page.getByText('£17 first, then £51.')).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await book.click();
  await expect(page.getByRole('heading', { name: '£17 deposit to pay' })).toBeVisible();
  await expect(page.getByText('The rest, £51, when they collect.')).toBeVisible();
  const orderUrl = page.url().replace(/\?.*/, '');
  await page.getByRole('button', { name: 'Pay link' }).click();
  const link = await page.getByRole('textbox').inputValue();

  const customer = await browser.newPage({ javaScriptEnabled: false });
  await customer.goto(link);
  await expect(customer.getByRole('main')).toContainText('Deposit £17');
  await expect(customer.getByText(/^If you cancel before we begin /)).toBeVisible();
  await customer.getByRole('button', { name: 'Pay the deposit of £17 by card' }).click();
  await customer.getByLabel('Email').fill('dora@example.org');
  await visitor(customer).pay();
  await expect(customer).toHaveURL(/\/thank-you-page\//);
  await customer.goto(link);
  await expect(customer.getByRole('button', { name: 'Pay the rest, £51 by card' })).toBeVisible();
  await customer.close();

  await openPage(page, '/owner/orders?show=unpaid');
  await expect(page.getByRole('link', { name })).toContainText('Deposit paid');
  await openPage(page, orderUrl);
  await page.getByRole('button', { name: /^Paid at the counter/ }).click();
  await expect(page.getByText(`${name} paid £51.`)).toBeVisible();
  await page.getByRole('link', { name: 'Refund', exact: true }).click();
  await page.getByLabel('Amount in pounds').fill('60');
  await page
    .getByRole('button', { name: 'Refund £60: £51 at the counter and £9 by Stripe' })
    .click();
  await expect(page.getByText('£51 was given back at the counter. £9 is on its way')).toBeVisible();
});

test('a cake that is not in the catalogue is sold beside one at an agreed price', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/orders/new');
  const book = page.getByRole('button', { name: /^Book it/ }).last();
  await page.getByLabel('Cake', { exact: true }).selectOption({ label: CAKE });
  await page.getByRole('radio', { name: /^8 inches/ }).check();
  await page.getByText('Agree another price').click();
  await page.getByLabel('Price in pounds').fill('40');
  await expect(book).toHaveAccessibleName('Book it · £40');
  await page.getByRole('button', { name: 'Add another cake' }).click();
  await page.getByLabel('Cake 2', { exact: true }).selectOption({ label: SOMETHING_ELSE });
  const [first, second] = await page.getByRole('group', { name: /^Cake \d$/ }).all();
  if (!first || !second) throw new Error('There are no two cakes.');
  const price = second.getByLabel('Price in pounds');
  await price.fill('95.5');
  await page
    .getByRole('radio', { name: /\d orders?$/ })
    .first()
    .check();
  const name = nameOf('Max');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Phone number').fill(PHONE);
  await book.click();
  // The first field that is wrong has the focus, and each problem goes when its field is edited.
  const title = second.getByLabel('What is it?');
  await expect(title).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText([
    'Not booked yet.',
    'Please say what it is.',
    'Pounds, such as 52 or 52.50.',
    'Please tick what is in it, or “None of these”.',
  ]);
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await title.fill('Rocket cake, 10 in');
  await price.fill('95.50');
  await second.getByRole('group', { name: 'Contains' }).getByLabel('Eggs').check();
  await expect(page.getByRole('alert')).toHaveText(['Not booked yet.']);
  const mayContain = second.getByText('May contain').first();
  await mayContain.click();
  const almonds = second.getByRole('group', { name: 'May contain' }).getByLabel('Nuts (almonds)');
  await almonds.check();
  // What is ticked stays in sight.
  await mayContain.click();
  await expect(almonds).toBeVisible();
  await second.getByLabel('Words on it').fill('Max is 5');
  await expect(book).toHaveAccessibleName('Book it · £135.50');
  await book.click();
  await expect(page.getByText('It is in the book.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '£135.50 to pay' })).toBeVisible();
  const item = page.getByRole('listitem').filter({ hasText: 'Rocket cake, 10 in' });
  await expect(item).toContainText('Contains: Eggs. May contain: Nuts (almonds).');
  await expectAccessible(page);

  // What the customer sees.
  await page.getByRole('button', { name: 'Pay link' }).click();
  await page.goto(await page.getByRole('textbox').inputValue());
  const main = page.getByRole('main');
  await expect(main).toContainText('Rocket cake, 10 in£95.50');
  await expect(main).toContainText('May contain: Nuts (almonds)');
  await page.getByRole('button', { name: 'Pay £135.50 by card' }).click();
  await page.getByLabel('Email').fill('max@example.org');
  await visitor(page).pay();
  await expect(page).toHaveURL(/\/thank-you-page\//);
  await expect(main.getByRole('heading', { name: 'Rocket cake, 10 in' })).toBeVisible();
  await expect(main).toContainText('£95.50');
});

test('an order on the phone takes seven taps, and the day is read back', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  const { tap, counted } = await tapToNewOrder(page, { label: CAKE });
  await tap(page.getByRole('radio', { name: /^8 inches/ }));
  await tap(page.getByRole('radio', { name: /\d orders?$/ }).first());
  // Typing. The phone's key for the next field leads from one to the other.
  await page.getByLabel('Name').fill(nameOf('Ida'));
  await page.getByLabel('Phone number').fill(PHONE);
  await tap(page.getByRole('button', { name: /^Book it/ }).last());
  await expect(page.getByText('It is in the book.')).toBeVisible();
  expect(counted.taps).toBe(7);

  await openPage(page, '/owner/orders/new');
  await page.getByRole('radio', { name: 'Another day' }).check();
  const other = page.getByLabel('Which other day?');
  for (const [ahead, words] of [
    [1, 'tomorrow'],
    [3, 'in 3 days'],
  ] as const) {
    await other.fill(dayFromToday(ahead));
    const weekday = dayInWords(dayFromToday(ahead)).split(' ')[0];
    await expect(page.getByText(new RegExp(`^${weekday} .+, ${words} · `))).toBeVisible();
  }
  // A day in the past is refused beside its field, which has the focus.
  await other.fill(dayFromToday(-1));
  await page.getByLabel('Cake', { exact: true }).selectOption({ label: CAKE });
  await page.getByRole('radio', { name: /^8 inches/ }).check();
  await page
    .getByRole('button', { name: /^Book it/ })
    .last()
    .click();
  await expect(other).toBeFocused();
  await expect(other).toHaveAccessibleDescription(/is in the past/);
});

test('after a problem, a cake that is removed from a new order is the right one', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/orders/new');
  const choose = (field: string, label: string) =>
    page.getByLabel(field, { exact: true }).selectOption({ label });
  const add = page.getByRole('button', { name: 'Add another cake' });
  await choose('Cake', CAKE);
  await add.click();
  await choose('Cake 2', 'Victoria Sponge');
  await page
    .getByRole('button', { name: /^Book it/ })
    .last()
    .click();
  await expect(page.getByText('Please choose a day.')).toBeVisible();
  await add.click();
  await choose('Cake 3', 'Red Velvet Cake');
  await page.getByRole('button', { name: 'Remove cake 2' }).click();
  await expect(page.getByRole('combobox', { name: 'Cake 1' })).toBeFocused();
  const chosen = page.getByRole('combobox', { name: /^Cake/ }).locator('option:checked');
  await expect(chosen).toHaveText([CAKE, 'Red Velvet Cake']);
});

test('the button of a new order says what is booked, also for what has one size', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/orders/new');
  await page.getByLabel('Cake', { exact: true }).selectOption({ label: CAKE });
  await page.getByRole('radio', { name: /^8 inches/ }).check();
  const book = page.getByRole('button', { name: /^Book it/ }).last();
  await expect(book).toHaveAccessibleName('Book it · £68');
  await page.getByRole('button', { name: 'Add another cake' }).click();
  await page.getByLabel('Cake 2', { exact: true }).selectOption('candles-rainbow');
  await expect(page.getByRole('radio', { name: '£6', exact: false }).last()).toBeChecked();
  await expect(book).toHaveAccessibleName('Book it · £74');
  // Another cake has other sizes, none of them chosen.
  await page.getByLabel('Cake 1', { exact: true }).selectOption({ label: 'Victoria Sponge' });
  await expect(book).toHaveAccessibleName('Book it · £6');
  await page.getByLabel('Cake 1', { exact: true }).selectOption({ label: CAKE });
  await page.getByRole('radio', { name: /^8 inches/ }).check();
  await page
    .getByRole('radio', { name: /\d orders?$/ })
    .first()
    .check();
  await page.getByLabel('Name').fill(nameOf('Rosa'));
  await page.getByLabel('Phone number').fill(PHONE);
  // A button that said something else than what would be booked.
  await changeNextPost(page, 'total=7400', 'total=6800');
  await book.click();
  await expect(page.getByRole('alert')).toContainText(
    'It comes to £74; the button said £68. Please tell the customer, then book it.',
  );
  await book.click();
  await expect(page.getByText('It is in the book.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '£74 to pay' })).toBeVisible();
});

test('a price that has changed since it was read out is asked about', { tag: '@nightly' }, async ({
  page,
  context,
  shop,
  owner,
}) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/orders/new');
  await page.getByLabel('Cake', { exact: true }).selectOption({ label: CAKE });
  await page.getByRole('radio', { name: /^8 inches/ }).check();
  await page.getByLabel('Name').fill('Una');
  await owner.changePrice('berry-drip-cake', '8', 71, 68);
  await page.getByRole('button', { name: 'Book it · £68' }).last().click();
  await expect(page.getByText('The price is £71 now. Please tell the customer.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Una');
  await page.getByRole('radio', { name: /^8 inches.*£71$/ }).check();
  await expect(page.getByRole('button', { name: 'Book it · £71' }).last()).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('an order is typed in, paid at the counter and taken back', { tag: '@nightly' }, async ({
    page,
    context,
    shop,
  }) => {
    await signInContext(context, shop, 'owner');
    const name = nameOf('Grace');
    await page.goto('/owner/orders/new');
    await page.getByLabel('Cake', { exact: true }).selectOption({ label: CAKE });
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Show the rest' }).click();
    await page.getByRole('button', { name: 'Add another cake' }).click();
    await page.getByLabel('Cake 2', { exact: true }).selectOption({ label: SOMETHING_ELSE });
    await page.getByRole('button', { name: 'Show the rest' }).last().click();
    await page.getByLabel('What is it?').fill('Rocket cake');
    await page.getByRole('button', { name: 'Remove cake 2' }).click();
    await page.getByRole('radio', { name: /^8 inches/ }).check();
    await page
      .getByRole('radio', { name: /\d orders?$/ })
      .first()
      .check();
    await page.getByLabel('Phone number').fill(PHONE);
    await page.getByRole('radio', { name: 'At the counter' }).check();
    await page
      .getByRole('button', { name: /^Book it/ })
      .last()
      .click();
    await expect(page.getByText('It is in the book.')).toBeVisible();
    const number =
      /^Order (\S+) /.exec((await stateOf(page, '\\S+').textContent()) ?? '')?.[1] ?? '';
    await expect(stateOf(page, number)).toContainText('To pay');

    await page.getByRole('button', { name: /^Paid at the counter/ }).click();
    await expect(page.getByRole('status').last()).toContainText(`${name} paid £`);
    await expect(stateOf(page, number)).toContainText('Paid');
    await expect(page.getByRole('region', { name: 'E-mails' })).toContainText(
      'None: there is no e-mail address.',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('status').last()).toContainText(`${name} has not paid.`);
    await expect(stateOf(page, number)).toContainText('To pay');

    await page.getByRole('button', { name: /^Paid at the counter/ }).click();
    const stale = await context.newPage();
    await stale.goto(page.url());
    await page.getByRole('link', { name: 'Refund' }).click();
    await page.getByLabel('Amount in pounds').fill('10.50');
    await page.getByRole('button', { name: 'This amount was given back at the counter' }).click();
    await expect(page.getByText('Written down: £10.50 given back at the counter.')).toBeVisible();
    await stale.getByRole('button', { name: 'Not paid after all' }).click();
    await expect(stale.getByRole('status').last()).toContainText(`${name} is still paid`);
    await page.getByRole('button', { name: 'Not given back after all' }).click();
    await expect(page.getByText('Written down: not given back after all.')).toBeVisible();
    await expect(stateOf(page, number)).not.toContainText('refunded');
    await page.goto('/owner/money');
    const entries = page.getByRole('link').filter({ hasText: number });
    await expect(entries.filter({ hasText: 'Paid at the counter' })).toHaveCount(2);
    await expect(entries.filter({ hasText: 'Entered by mistake' })).toHaveCount(1);
    await expect(entries.filter({ hasText: 'Given back at the counter' })).toHaveCount(1);
    await expect(entries.filter({ hasText: 'Not given back after all' })).toHaveCount(1);
    await page.goto('/owner/orders?show=unpaid');
    await expect(page.getByText(name)).toBeHidden();
  });

  test('forms of an order that was cancelled on another device lead to the order', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    await signInContext(context, shop, 'owner');
    const [booked] = await bookOrders(shop, [{ name: nameOf('Edith'), day: 3, isByPhone: true }]);
    const order = `/owner/orders/${booked?.id}`;
    const [paying, moving] = [await context.newPage(), await context.newPage()];
    await paying.goto(order);
    await moving.goto(`${order}/move?day=${booked?.items[0]?.day}`);
    await page.goto(order);
    await cancelOnScreen(page);
    await paying.getByRole('button', { name: /^Paid at the counter/ }).click();
    await moving.getByRole('listitem').getByRole('button').first().click();
    for (const each of [paying, moving]) {
      await expect(each.getByText('Cancelled: do not make it.')).toBeVisible();
      await each.close();
    }
  });
});

/** @returns whether the text was in the first form that has been sent since. */
async function changeNextPost(page: Page, text: string, by: string): Promise<void> {
  let isChanged = false;
  await page.route('**', async (route, request) => {
    const sent = request.method() === 'POST' ? request.postData() : null;
    if (isChanged || !sent?.includes(text)) return route.fallback();
    isChanged = true;
    await route.continue({ postData: sent.replace(text, by) });
  });
}
