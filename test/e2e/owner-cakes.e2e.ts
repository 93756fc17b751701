import type { Locator, Page } from '@playwright/test';
import * as z from 'zod';
import { phonePhoto } from '../photo-files.ts';
import { expectAccessibleAndToFit, expectAccessibleAtAllWidths } from './accessible.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { save, signInContext } from './staff.ts';
import { answerTo, boxOf, openPage, visitor } from './visitor.ts';

/** A form that comes back is an error to the console. */
test.use({ expectedErrors: /422|409/ });

const PHONE = { width: 390, height: 844 };

async function fillInCake(page: Page, title: string) {
  await page.getByLabel('Name', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('Two layers with apricot jam.');
  await page.getByRole('checkbox', { name: 'Celebration Cakes' }).check();
  await page.getByLabel('Size', { exact: true }).fill('8');
  await page.getByLabel('Price £', { exact: true }).fill('52');
  await page.getByLabel('Slices', { exact: true }).fill('14–18');
  const contains = page.getByRole('group', { name: 'Contains', exact: true });
  await contains.getByRole('checkbox', { name: 'Gluten (wheat)' }).check();
}

async function dragBefore(page: Page, handle: Locator, row: Locator) {
  // Neither is under the tabs or a notice.
  await row.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const [from, to] = [await handle.boundingBox(), await row.boundingBox()];
  if (!from || !to) throw new Error('There is nothing to drag.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 4, { steps: 5 });
  await page.mouse.up();
}

test('a new cake is sold, changed, hidden and put back, all from a phone', {
  tag: ['@postgres', '@nightly'],
}, async ({ page, context, browser, shop }) => {
  // Half a minute alone, two minutes beside the database tests on two cores.
  test.slow();
  await page.setViewportSize(PHONE);
  const owner = await signInContext(context, shop, 'owner');
  await openPage(page, '/owner');
  await page.getByRole('link', { name: 'Cakes', exact: true }).click();
  await page.getByRole('link', { name: 'New cake' }).click();
  await expect(page.getByRole('heading', { name: 'New cake', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('What is it called?')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();

  const title = `Apricot ${crypto.randomUUID().slice(0, 8)}`;
  const slug = title.toLowerCase().replaceAll(' ', '-');
  await fillInCake(page, title);
  const photo = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() };
  await page.getByLabel('Add new photos').setInputFiles(photo);
  const pictures = page.getByRole('group', { name: 'Pictures' });
  await expect(pictures.getByText('IMG_0001.jpg Added.')).toBeVisible({ timeout: 60_000 });
  await expect(pictures.getByText('1 picture')).toBeVisible();
  await page.getByRole('button', { name: 'Add a size' }).click();
  await page.getByLabel('Size', { exact: true }).nth(1).fill('10 inches');
  await page.getByLabel('Price £', { exact: true }).nth(1).fill('78.50');
  const [previewed] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Preview' }).click(),
  ]);
  await expect(previewed.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(previewed.getByText('needs JavaScript')).toHaveCount(0);
  await previewed.close();

  const other = await browser.newPage({ viewport: PHONE });
  const ada = visitor(other);
  await save(page);
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await ada.openCake(`/cakes/celebration-cakes/${slug}`);
  await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await ada.chooseDay();
  await other.getByRole('button', { name: 'Buy now' }).first().click();
  await ada.fillIn();
  await ada.placeOrder();
  await ada.expectCardPage();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  await expectAccessibleAndToFit(page, [320, 390, 1440]);

  await ada.openCake(`/cakes/celebration-cakes/${slug}`);
  await openPage(page, '/owner/cakes');
  const row = page.getByRole('listitem').filter({ hasText: title });
  await row.getByRole('link', { name: `change the prices of ${title}` }).click();
  const small = page.getByLabel(`${title} 8 in`, { exact: true });
  const large = page.getByLabel(`${title} 10 in`, { exact: true });
  const savePrices = page.getByRole('button', { name: 'Save prices' });
  await small.fill('fifty');
  await savePrices.click();
  await expect(page.getByText('Write it as 52')).toBeVisible();
  await expect(small).toBeFocused();
  // The mistake leaves the row as it is.
  const [one, other8] = [await small.boundingBox(), await large.boundingBox()];
  expect(one?.y).toBe(other8?.y);
  expect(one?.width).toBe(other8?.width);
  await expectAccessibleAtAllWidths(page, [1440, 320]);
  await page.setViewportSize(PHONE);
  await small.fill('55');
  await answerTo(page, () => savePrices.click());
  await expect(page.getByText('One price is changed. Visitors see it now.')).toBeVisible();
  await expect(other.getByText('£55').first()).toBeVisible();

  await setPractice(shop.stripe, { api: 'error-500' });
  await small.fill('58');
  await large.fill('80');
  await answerTo(page, () => savePrices.click());
  await expect(page.getByText('Stripe does not have them yet')).toBeVisible();
  await expect(page.getByText(`${title} 8 in for £58: still sold at £55`)).toBeVisible();
  await expect(other.getByText('£55').first()).toBeVisible();
  await expect(small).toHaveValue('58');
  await setPractice(shop.stripe, { api: 'normal' });
  await page.getByRole('link', { name: 'All cakes' }).click();
  await expect(page.getByRole('heading', { name: 'Cakes', level: 1 })).toBeVisible();
  await expect(row).toContainText('8 in £58');

  await page.getByRole('link', { name: 'Sort the list' }).click();
  const rows = page.getByRole('region', { name: 'Celebration Cakes' }).getByRole('listitem');
  await expect(row.getByRole('button', { name: `Move ${title} up` })).toBeVisible();
  const last = (await rows.count()) - 1;
  await expect(rows.nth(last)).toContainText(title);
  await row.getByRole('button', { name: `Move ${title} up` }).click();
  await expect(rows.nth(last - 1)).toContainText(title);
  await row.getByRole('button', { name: `Move ${title} down` }).click();
  await expect(rows.nth(last)).toContainText(title);
  await dragBefore(page, row.getByText('⠿'), rows.nth(last - 1));
  await expect(rows.nth(last - 1)).toContainText(title);
  await page.getByRole('link', { name: 'Done' }).click();

  const forSale = row.getByRole('switch', { name: `For sale: ${title}` });
  await forSale.click();
  await expect(page.getByText(`${title} is hidden.`)).toBeVisible();
  await expect(forSale).not.toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(forSale).toBeChecked();
  await expect(page.getByText(`${title} is hidden.`)).toBeHidden();
  await forSale.click();
  await expect(page.getByText(`${title} is hidden.`)).toBeVisible();
  await expect(forSale).not.toBeChecked();
  expect((await other.request.get(`/cakes/celebration-cakes/${slug}`)).status()).toBe(404);

  await row.getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: /^Price of 8 in: £52 → £55$/ }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: owner.name }).first()).toBeVisible();
  const putBack = async (version: Locator) => {
    await version.locator('summary').click();
    await expect(version.getByText('Putting it back changes this.')).toBeVisible();
    await answerTo(page, () => version.getByRole('button', { name: 'Put back' }).click());
  };
  const versions = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('summary') });
  await putBack(versions.last());
  await expect(page.getByText('Saved. It is hidden: visitors do not see it.')).toBeVisible();
  await page.getByRole('link', { name: 'All cakes' }).click();
  await forSale.click();
  await expect(forSale).toBeChecked();
  await row.getByRole('link', { name: title, exact: true }).click();
  await ada.openCake(`/cakes/celebration-cakes/${slug}`);
  await expect(other.getByText('£52').first()).toBeVisible();

  // Without Stripe the rest is saved, and the form keeps the new price for the next time.
  await setPractice(shop.stripe, { api: 'error-500' });
  await page.getByLabel('Price £', { exact: true }).first().fill('61');
  await page.getByLabel('Ingredients').fill('Flour, apricots.');
  await page.getByLabel('How to keep it').fill('Under a glass dome.');
  await page.getByLabel('Days it keeps after the collection').fill('5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved, except the marked prices')).toBeVisible();
  await expect(page.getByText('Still sold at £52')).toBeVisible();
  await setPractice(shop.stripe, { api: 'normal' });
  await save(page);
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await expect(page.getByLabel('Price £', { exact: true }).first()).toHaveValue('61');
  await expect(page.getByLabel('Ingredients')).toHaveValue('Flour, apricots.');
  await expect(other.getByText('£61').first()).toBeVisible();
  await other.getByRole('tab', { name: 'Serving info' }).click();
  await expect(other.getByRole('definition')).toHaveText([
    'Under a glass dome.',
    '5 days after you collect it',
    'Flour, apricots.',
  ]);

  await page.getByLabel('Ingredients').fill('Apricots.');
  await page.getByLabel('How to keep it').fill('');
  await save(page);
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('heading', { name: '(now)' })).toHaveCount(1);
  // What a screen from before that change sends.
  const version = page.locator('input[name="version"]');
  const shown = Number(await version.inputValue());
  await version.evaluate((field, before) => field.setAttribute('value', before), `${shown - 1}`);
  await putBack(versions.first());
  await expect(page.getByText('Not put back: somebody has just changed')).toBeVisible();
  await putBack(versions.first());
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await expect(page.getByLabel('Ingredients')).toHaveValue('Flour, apricots.');
  await expect(page.getByLabel('How to keep it')).toHaveValue('Under a glass dome.');

  // Nor does a version that is put back lose its price.
  await setPractice(shop.stripe, { api: 'error-500' });
  await page.getByRole('link', { name: 'Versions' }).click();
  await putBack(versions.last());
  await expect(page.getByText('not yet with the price of 8 in')).toBeVisible();
  await setPractice(shop.stripe, { api: 'normal' });
  await expect(page.getByLabel('Price £', { exact: true }).first()).toHaveValue('52');

  // Another address: the old one leads there, and Edit in a basket of before still changes the item.
  await ada.chooseDay();
  await ada.addToBasket();
  await page.getByLabel('Address of its page').fill(`${slug}-2`);
  await save(page);
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await other.goto(`/cakes/celebration-cakes/${slug}`);
  await expect(other).toHaveURL(new RegExp(`/${slug}-2$`));
  await openPage(other, '/');
  await ada.openBasket();
  const edit = ada.basket.getByRole('link', { name: `Edit ${title}` });
  await expect(edit).toHaveAttribute('href', new RegExp(`/${slug}-2$`));
  await edit.click();
  await expect(other.getByRole('button', { name: 'Update basket' }).first()).toBeVisible();
  await other.close();

  // The tests share the shop.
  await page.getByRole('button', { name: /^Archive/ }).click();
  await expect(page.getByText('Archived. Orders of it stay as they are.')).toBeVisible();
});

test('an owner copies an option from another cake, adds one without scripts, and takes both off', {
  tag: ['@postgres', '@nightly'],
}, async ({ page, context, browser, shop }) => {
  await page.setViewportSize(PHONE);
  await signInContext(context, shop, 'owner');
  const cake = 'salted-caramel-drip-cake';
  const path = `/owner/cakes/${cake}/options`;
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const soldOptions = async () =>
    SoldOptions.parse(await (await fetch(`${shop.origin}/api/cakes/${cake}`)).json()).options;
  await openPage(page, path);
  await page.getByRole('link', { name: 'Sponge of Red Velvet Cake' }).click();
  await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue('Sponge');
  const prices = page.getByLabel('Extra price £');
  await prices.nth(1).fill('2.5');
  await save.click();
  await expect(page.getByText('Write it as 3 or 3.50')).toBeVisible();
  await expect(prices.nth(1)).toBeFocused();
  await prices.nth(1).fill('2.50');
  await answerTo(page, () => save.click());
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await expect(page.getByText('Contains: Soya (soybeans). May contain')).toBeVisible();
  expect(await soldOptions()).toMatchObject([
    {
      id: 'sponge',
      choices: [
        { api: null },
        { id: 'chocolate', price: 250, api: expect.stringMatching(/^price_/) },
      ],
    },
  ]);

  const other = await browser.newPage({ javaScriptEnabled: false });
  await signInContext(other.context(), shop, 'owner');
  await other.goto(path);
  await other.getByRole('link', { name: 'Some of several' }).click();
  const names = other.getByLabel('Name', { exact: true });
  await names.first().fill('Toppings');
  await names.nth(1).fill('praline');
  const vegan = other.getByRole('checkbox', { name: 'Suits vegans' });
  await vegan.check();
  // Folded where it is said what a choice contains.
  const nuts = other.locator('input[name^="contains "][value="Nuts (hazelnuts)"]');
  await nuts.first().check();
  await other.getByRole('button', { name: 'Add a choice' }).click();
  await names.nth(2).fill('figs');
  await other.getByRole('button', { name: 'Move this choice up' }).click();
  await expect(names.nth(1)).toHaveValue('figs');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('Tick what it adds')).toBeVisible();
  // The boxes have moved with their choice.
  await expect(nuts.nth(0)).not.toBeChecked();
  await expect(nuts.nth(1)).toBeChecked();
  await expect(vegan.nth(1)).toBeChecked();
  await other.getByRole('checkbox', { name: 'None of these' }).first().check();
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('Saved. Visitors see it now.')).toBeVisible();
  expect(await soldOptions()).toMatchObject([
    { id: 'sponge' },
    {
      id: 'toppings',
      choices: [{ id: 'figs' }, { id: 'praline', contains: ['Nuts (hazelnuts)'] }],
    },
  ]);
  await other.close();

  await openPage(page, path);
  await expectAccessibleAndToFit(page, [320, 1440]);
  for (const name of ['Toppings', 'Sponge']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await answerTo(page, () => page.getByRole('button', { name: 'Save the sequence' }).click());
  await expect(page.getByText('No options yet')).toBeVisible();
  expect(await soldOptions()).toBeUndefined();
  await openPage(page, `/owner/cakes/${cake}/versions`);
  const made = page.getByText('Option Toppings: none → up to 1 of figs, praline');
  await expect(made.first()).toBeVisible();
});

const SoldOptions = z.object({ options: z.array(z.unknown()).optional() });

test('all prices go up in four taps, and back in one; a cake is found and hidden in two', {
  tag: ['@postgres', '@nightly'],
}, async ({ page, context, shop }) => {
  await page.setViewportSize(PHONE);
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner');
  await page.getByRole('link', { name: 'Cakes', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Cakes', level: 1 })).toBeVisible();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(5500);
  await page.getByRole('link', { name: 'Prices', exact: true }).click();
  const fields = page.locator('input[name^="price "]');
  const six = page.getByLabel('Red Velvet Cake 6 in');
  await expect(six).toBeVisible();
  const before = await pricesIn(fields);
  expect(before.length).toBeGreaterThan(50);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Nothing is saved yet')).toBeVisible();
  await expect(page.getByText(`${before.length} prices change`)).toBeVisible();
  const typed = before.map(
    (price) => Math.ceil(((Number(price) * 100 * 105) / 100 - 1e-6) / 50) * 0.5,
  );
  await expect(six).toHaveAccessibleName(/, now £\d/);
  await expectAccessibleAndToFit(page, [320, 390, 1440]);
  await page.setViewportSize(PHONE);
  await expect.poll(async () => (await pricesIn(fields)).map(Number)).toEqual(typed);
  await answerTo(page, () => page.getByRole('button', { name: 'Save prices' }).click());
  await expect(
    page.getByText(`${before.length} prices are changed. Visitors see them`),
  ).toBeVisible();
  await expect.poll(async () => (await pricesIn(fields)).map(Number)).toEqual(typed);
  const undo = page.getByRole('button', { name: 'Undo' });
  expect((await undo.boundingBox())?.height, 'Undo is on one line').toBeLessThan(50);
  // Above the bar of the form: the next prices can be saved at once.
  const again = await boxOf(page.getByRole('button', { name: 'Save prices' }));
  const notice = await boxOf(page.getByRole('status').filter({ has: undo }).last());
  expect(notice.y + notice.height).toBeLessThanOrEqual(again.y);
  // Later too, when Undo is over.
  await page.reload();
  await expect(undo).toHaveCount(0);
  await expect(page.getByText(/changed the prices of \d+ cakes together/)).toBeVisible();
  await answerTo(page, () => page.getByRole('button', { name: 'Take all of it back' }).click());
  await expect(page.getByText('Taken back: the earlier prices are there again.')).toBeVisible();
  await expect.poll(() => pricesIn(fields)).toEqual(before);

  await page.getByRole('link', { name: 'Cakes', exact: true }).click();
  const celebration = page.getByRole('region', { name: 'Celebration Cakes' });
  const row = celebration.getByRole('listitem').filter({ hasText: 'Red Velvet Cake' });
  await row.getByRole('switch').click();
  await expect(page.getByText('Red Velvet Cake is hidden.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByRole('switch')).toBeChecked();
  await celebration.locator('summary').click();
  await expect(row).toBeHidden();
  const find = page.getByLabel('Find by name');
  await find.fill('RED velv');
  const found = page.getByRole('region', { name: 'Found' }).getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Red Velvet Cake');
  await expect(page.getByRole('listitem').filter({ hasText: 'Carrot' })).toHaveCount(0);
  // What is sold out today may be an option.
  await find.fill('number topper');
  await expect(found).toContainText('Red Velvet Cake');
  await found.getByRole('link', { name: 'Option: Number topper' }).click();
  await expect(page.getByLabel('Sold out until').first()).toBeVisible();
  await page.goBack();
  await find.fill('xyz');
  await expect(page.getByText('No cake or option has this in its name.')).toBeVisible();
});

test('a price that is typed stays while another person changes the prices, and both are shown', {
  tag: ['@postgres', '@nightly'],
}, async ({ page, context, browser, shop }) => {
  await signInContext(context, shop, 'owner');
  const first = await browser.newPage({ javaScriptEnabled: false });
  const anna = await signInContext(first.context(), shop, 'owner');
  const fieldsOf = (on: Page) => on.getByRole('textbox', { name: 'Red Velvet Cake' });
  const [fields, theirs] = [fieldsOf(page), fieldsOf(first)];
  await Promise.all([openPage(page, '/owner/prices'), first.goto('/owner/prices')]);
  const before = await pricesIn(fields);
  await fields.nth(0).fill('61');

  // Without scripts, after a preview and with a mistake first.
  await first.getByLabel('Percent').fill('0');
  await first.getByLabel('Round').selectOption('to the exact penny');
  await first.getByRole('button', { name: 'Preview' }).click();
  await expect(first.getByText('No price changes.')).toBeVisible();
  await theirs.nth(0).fill('65');
  await theirs.nth(1).fill('seventy');
  const saveTheirs = first.getByRole('button', { name: 'Save prices' });
  await saveTheirs.click();
  await expect(first.getByText('Write it as 52')).toHaveCount(1);
  await expect(theirs.nth(0)).toHaveValue('65');
  await expect(theirs.nth(1)).toHaveValue('seventy');
  await theirs.nth(1).fill('77');
  await saveTheirs.click();
  await expect(first.getByText('2 prices are changed. Visitors see them now.')).toBeVisible();

  const save = page.getByRole('button', { name: 'Save prices' });
  await save.click();
  await expect(
    page.getByText('Nothing is saved yet: what you typed is in the form.'),
  ).toBeVisible();
  await expect(page.getByText(`${anna.name}, at `)).toBeVisible();
  await expect(page.getByText(/^Red Velvet Cake 6 in is now: £65$/)).toBeVisible();
  await expect(fields.nth(0)).toHaveValue('61');
  await answerTo(page, () => save.click());
  await expect(page.getByText('One price is changed. Visitors see it now.')).toBeVisible();
  await expect(fields.nth(0)).toHaveValue('61');
  // What this screen has left alone is theirs.
  await expect(fields.nth(1)).toHaveValue('77');

  await first.goto('/owner/cakes');
  await first.getByLabel('Find by name').fill('velvet');
  await first.getByRole('button', { name: 'Find' }).click();
  await expect(first.getByRole('switch')).toHaveCount(1);

  // As it was: the tests share the shop.
  for (const index of [0, 1]) await fields.nth(index).fill(before[index] ?? '');
  await answerTo(page, () => save.click());
  await expect(page.getByText('2 prices are changed.')).toBeVisible();
  await first.close();
});

async function pricesIn(fields: Locator): Promise<string[]> {
  return fields.evaluateAll((inputs) =>
    inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')),
  );
}

test('of two owners who edit a cake, the second sees what the first changed and loses nothing', {
  tag: ['@postgres', '@nightly'],
}, async ({ page, context, browser, shop }) => {
  await signInContext(context, shop, 'owner');
  const first = await browser.newPage({ javaScriptEnabled: false });
  const anna = await signInContext(first.context(), shop, 'owner');
  await page.setViewportSize({ width: 1440, height: 900 });
  const path = '/owner/cakes/chocolate-ganache-cake';
  await Promise.all([openPage(page, path), first.goto(path)]);
  const [words, ingredients] = [await page.getByLabel('Description').inputValue(), 'Flour, eggs.'];
  const frame = page.frameLocator('iframe');
  await page.getByLabel('Description').fill('By the second.');
  await page.getByLabel('Days of notice').fill('5');
  await expect(frame.getByText('By the second.').first()).toBeVisible();
  await expect(frame.getByText('We need 5 days’ notice for this cake').first()).toBeVisible();

  await first.getByLabel('Description').fill('By the first.');
  // Without scripts its rows are changed by the server, and nothing that is typed is lost.
  const sizes = first.getByLabel('Size', { exact: true });
  const before = await sizes.evaluateAll((inputs) => inputs.length);
  await first.getByRole('button', { name: 'Add a size' }).click();
  await expect(sizes).toHaveCount(before + 1);
  await sizes.last().fill('14');
  const rows = first.getByRole('group', { name: 'Sizes and prices' });
  await rows.getByRole('button', { name: /^Move/ }).last().click();
  await expect(sizes.nth(before - 1)).toHaveValue('14');
  const remove = rows.getByRole('button', { name: 'Remove' });
  await remove.nth(before - 1).click();
  await expect(sizes).toHaveCount(before);
  await expect(first.getByLabel('Description')).toHaveValue('By the first.');
  await first.getByLabel('Ingredients').fill(ingredients);
  await first.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(first.getByText('Saved. Visitors see it now.')).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`${anna.name}, at `)).toBeVisible();
  await expect(page.getByText('Description is now: By the first.')).toBeVisible();
  await expect(page.getByText(`Ingredients is now: ${ingredients}`)).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('By the second.');
  await expect(page.getByLabel('Days of notice')).toHaveValue('5');
  await page.getByLabel('Ingredients').fill(ingredients);
  await save(page);
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();

  // As it was: the tests share the shop.
  await page.getByLabel('Description').fill(words);
  await page.getByLabel('Ingredients').fill('');
  await page.getByLabel('Days of notice').fill('');
  await save(page);
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await first.close();
});
