import type { Page } from '@playwright/test';
import { expect, test } from './shop-fixture.ts';
import { save, signInContext } from './staff.ts';
import { answerTo, dayFromToday, openPage } from './visitor.ts';

// A form that comes back is an error to the console.
test.use({ ownContext: true, expectedErrors: /422/ });

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Not saved yet' });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

async function stay(page: Page) {
  await expect(question(page).getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
}

async function leave(page: Page) {
  await question(page).getByRole('button', { name: 'Leave without saving' }).click();
  await expect(question(page)).toBeHidden();
}

test('what is typed on a cake is not lost by a tab, a link, a key or Back without a question', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/cakes');
  await page.getByRole('link', { name: 'Red Velvet Cake', exact: true }).first().click();
  await expect(heading(page, 'Red Velvet Cake')).toBeVisible();
  const ingredients = page.getByLabel('Ingredients');
  const before = await ingredients.inputValue();

  await ingredients.fill('Flour, eggs');
  await ingredients.fill(before);
  await tab(page, 'Today').click();
  await expect(page).toHaveTitle(/^Today/);
  await page.goBack();
  await expect(heading(page, 'Red Velvet Cake')).toBeVisible();

  // A row that is taken away is such a change, too.
  await page.getByRole('button', { name: 'Remove 6', exact: true }).click();
  await tab(page, 'Today').click();
  await leave(page);
  await expect(page).toHaveTitle(/^Today/);
  await page.goBack();
  await expect(heading(page, 'Red Velvet Cake')).toBeVisible();

  await ingredients.fill('Flour, eggs');
  await tab(page, 'Week').click();
  await stay(page);
  await expect(ingredients).toHaveValue('Flour, eggs');
  await page.getByRole('link', { name: 'All cakes' }).click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await page.keyboard.press('t');
  await stay(page);
  await page.goBack();
  await stay(page);
  await expect(ingredients).toHaveValue('Flour, eggs');
  await expect(page).toHaveURL(/\/owner\/cakes\/./);
  await page.goBack();
  await leave(page);
  await expect(heading(page, 'Cakes')).toBeVisible();
});

test('words that were refused are not lost, and a tab beside Save waits until they are saved', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/words/contact');
  const phone = page.getByLabel('Phone');
  const before = await phone.inputValue();
  await phone.fill('ring us');
  await save(page);
  await expect(page.getByText('This is no phone number.')).toBeVisible();
  await tab(page, 'More').click();
  await stay(page);

  const answers: (() => void)[] = [];
  await page.route('**/owner/words/contact.data*', (route) => {
    if (route.request().method() === 'POST') answers.push(() => void route.continue());
    else void route.continue();
  });
  await phone.fill('020 7946 0999');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await tab(page, 'More').click();
  await expect.poll(() => answers.length).toBe(1);
  await expect(question(page)).toBeHidden();
  await answerTo(page, async () => answers[0]?.());
  await expect(heading(page, 'More')).toBeVisible();

  await openPage(page, '/owner/words/contact');
  await expect(phone).toHaveValue('020 7946 0999');
  await page.unrouteAll();
  await phone.fill(before);
  await save(page);
  await tab(page, 'Today').click();
  await expect(page).toHaveTitle(/^Today/);
});

test('a reload and the end of the tab ask too, but not about a search', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  await openPage(page, `/owner/calendar/hours?day=${dayFromToday(9)}`);
  await page.getByLabel('Opens').click();
  await page.getByLabel('Opens').fill('10:30');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload']);
  await expect(page.getByLabel('Opens')).toHaveValue('10:30');
  await tab(page, 'Orders').click();
  await leave(page);

  const search = page.getByRole('searchbox');
  await search.click();
  await search.pressSequentially('Ada');
  await page.evaluate(() => location.reload());
  await expect(heading(page, 'Orders')).toBeVisible();
  await search.fill('Grace');
  await tab(page, 'Today').click();
  await expect(page).toHaveTitle(/^Today/);
  expect(asked).toHaveLength(2);
});
