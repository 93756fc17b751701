import { readFile } from 'node:fs/promises';
import { firstCalendar } from '#cafe/catalogue.ts';
import { words } from '#cafe/words.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { hoursOn } from '#domain/words/hours.ts';
import { jpeg } from '../photo-files.ts';
import { expect, test } from './shop-fixture.ts';
import { emailsTo, linkTo, signInContext } from './staff.ts';
import { dayFromToday, openPage, visitor } from './visitor.ts';

test.use({ viewport: { width: 390, height: 844 }, expectedErrors: /status of 422/ });

test('a cake that is asked for with photos is quoted, paid in two parts, collected and refunded in part', {
  tag: '@nightly',
}, async ({ page, browser, shop }) => {
  const mark = Date.now().toString(36);
  const [name, email] = [`Ida ${mark}`, `ida-${mark}@customers.example`];
  const day = dayFromToday(2);

  await openPage(page, '/ask');
  await page.getByLabel('What is it for?').fill('Birthday');
  await page.getByLabel('For how many people?').fill('12');
  await page.getByLabel('For which day?').fill(day);
  await page.getByLabel('What do you have in mind?').fill('A rocket with stars.');
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Photos, if you have some').setInputFiles([
    { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await jpeg(400, 300) },
    { name: 'back.jpg', mimeType: 'image/jpeg', buffer: await jpeg(300, 400) },
  ]);
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByRole('heading', { name: 'We have your request' })).toBeVisible();
  const thread = await linkTo(shop, email, /^We have your request/);

  const staff = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await signInContext(staff.context(), shop, 'owner');
  await openPage(staff, '/owner/requests');
  await staff.getByRole('list', { name: 'Requests' }).getByRole('link', { name }).click();
  await expect(staff.getByRole('img', { name: /^What the customer has sent/ })).toHaveCount(2);
  await staff.getByRole('link', { name: 'Make a quote' }).click();
  await staff.getByLabel('Cake', { exact: true }).selectOption({ value: '+' });
  await staff.getByLabel('What is it?').fill('Rocket cake, 10 in');
  await staff.getByLabel('Price in pounds').fill('97.50');
  await staff.getByRole('group', { name: 'Contains' }).first().getByLabel('Eggs').check();
  await staff.getByLabel('Ask for a deposit').check();
  await staff.getByLabel('How much of it first?').fill('50%');
  await staff.getByRole('radio', { name: /^Before we bake/ }).check();
  await staff.getByLabel(/^By which day\?/).fill(dayFromToday(1));
  const send = staff.getByRole('button', { name: /^Send the quote · £97.50/ }).last();
  await send.click();
  await staff.getByLabel('Take it for that day all the same').check();
  await send.click();
  await expect(staff.getByText(`E-mail to ${name}, with the quote.`)).toBeVisible();
  const orderScreen = staff.url().replace(/\?.*/, '');

  // Accepting is paying.
  await openPage(page, thread);
  await page.getByRole('link', { name: 'See the quote' }).click();
  await page.getByRole('button', { name: 'Accept and pay the deposit of £48.75 by card' }).click();
  await visitor(page).pay();
  await expect(page).toHaveURL(/\/thank-you-page\//);
  const toldBy = async (subject: RegExp) =>
    (await emailsTo(shop.mail, email)).find((each) => subject.test(each.subject));
  await expect(async () => {
    const confirmation = (await emailsTo(shop.mail, email)).find(({ calendar }) => calendar);
    const [, file = ''] = confirmation?.calendar?.split(',') ?? [];
    const calendar = Buffer.from(file, 'base64').toString();
    const date = day.replaceAll('-', '');
    // Without hours on a Sunday or in a closed period.
    const hasHours = hoursOn(day, { week: words.hours.week, rules: firstCalendar }) !== undefined;
    const start = hasHours ? `DTSTART:${date}T` : `DTSTART;VALUE=DATE:${date}`;
    expect(calendar).toContain(start);
    expect(confirmation?.text).toContain('£48.75');
  }).toPass();

  await openPage(staff, `/owner/day/${day}`);
  const card = staff.getByRole('article', { name });
  await expect(card).toContainText('£48.75 to pay');

  // The rest, by the link that comes by itself.
  let rest = '';
  await expect(async () => {
    rest = /\/pay\/[0-9a-z]{26}/.exec((await toldBy(/rest/i))?.text ?? '')?.[0] ?? '';
    expect(rest).not.toBe('');
  }).toPass({ timeout: 120_000 });
  await openPage(page, rest);
  await page.getByRole('button', { name: /^Pay the rest, £48.75/ }).click();
  await visitor(page).pay();
  await expect(page).toHaveURL(/\/thank-you-page\//);
  await expect(card.getByText('to pay')).toBeHidden();

  const ticked = staff.waitForResponse((response) => response.url().includes('/made'));
  await card.getByRole('button', { name: /Collected/ }).click();
  await ticked;
  await openPage(staff, orderScreen);
  const state = staff.getByText(/^Order \w+ · /);
  await expect(staff.getByRole('button', { name: 'Back to “To make”' })).toBeVisible();
  const [, orderNumber = '-'] = /^Order (\w+)/.exec((await state.textContent()) ?? '') ?? [];
  await staff.getByRole('link', { name: 'Refund', exact: true }).click();
  await staff.getByLabel('Amount in pounds').fill('60');
  await staff.getByRole('button', { name: /^Refund £60/ }).click();
  await expect(staff.getByText(/£60 is on its way/)).toBeVisible();

  // Money has what Stripe has moved, to the penny.
  await openPage(staff, '/owner/money');
  const download = staff.waitForEvent('download');
  await staff.getByRole('link', { name: 'Download' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  const rows = csv.split('\r\n').filter((row) => row.includes(orderNumber));
  const amounts = rows.map((row) => Number(/-?\d+\.\d\d/.exec(row)?.[0]));
  expect(amounts.toSorted()).toEqual([-11.25, -48.75, 48.75, 48.75]);
  await openPage(page, await linkTo(shop, email));
  await expect(page.getByText(dayInWords(day)).first()).toBeVisible();
  await staff.close();
});
