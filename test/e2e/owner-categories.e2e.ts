import { expectAccessibleAndToFit } from './accessible.ts';
import { openVisitor } from './live-page.ts';
import { expect, test } from './shop-fixture.ts';
import { save, signInContext } from './staff.ts';
import { openPage } from './visitor.ts';

/** A form that comes back is an error to the console. */
test.use({ expectedErrors: /422|409|403/, viewport: { width: 390, height: 844 } });

const WIDTHS = [320, 390, 768, 1440];

test('the owner renames, moves and adds categories on a phone, and visitors follow', {
  tag: '@nightly',
}, async ({ page, context, browser, shop }) => {
  await signInContext(context, shop, 'owner');
  const visitor = await openVisitor(browser, shop.origin);
  const cards = visitor.locator('#cakes').getByRole('heading', { level: 3 });
  const before = await cards.allInnerTexts();

  await openPage(page, '/owner/cakes');
  await page.getByRole('link', { name: 'Categories', exact: true }).click();
  await expectAccessibleAndToFit(page, WIDTHS);
  await page.getByRole('link', { name: 'Cup Cakes' }).click();
  const title = page.getByLabel('Title');
  await expect(title).toHaveValue('Cup Cakes');
  const second = await context.newPage();
  await openPage(second, page.url());
  await title.fill('');
  await save(page);
  await expect(page.getByText('Fill this in, please.')).toBeVisible();
  await title.fill('Little Cakes');
  await save(page);
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await expect(cards.nth(1)).toHaveText('Little Cakes');
  await expectAccessibleAndToFit(page, WIDTHS);

  // Another tab has not seen it.
  await second.getByLabel('Title').fill('Fairy Cakes');
  await save(second);
  const theirs = second.getByRole('alert').filter({ hasText: 'Nothing is saved yet' });
  await expect(theirs).toContainText('Little Cakes');
  await expect(second.getByLabel('Title')).toHaveValue('Fairy Cakes');
  await save(second);
  await expect(cards.nth(1)).toHaveText('Fairy Cakes');
  await openPage(page, second.url());
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible();
  await page.locator('summary').last().click();
  await page.getByRole('button', { name: 'Put back' }).click();
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await expect(cards).toHaveText(before);

  await openPage(page, '/owner/categories');
  const up = page.getByRole('button', { name: 'Move Cup Cakes up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(cards.first()).toHaveText('Cup Cakes');
  await expect(up).toBeFocused();
  const down = page.getByRole('button', { name: 'Move Cup Cakes down' });
  await down.press('Enter');
  await expect(cards).toHaveText(before);

  const name = `Pies ${crypto.randomUUID().slice(0, 8)}`;
  const path = `/cakes/${name.toLowerCase().replaceAll(' ', '-')}`;
  await page.getByRole('link', { name: 'New category' }).click();
  await title.fill(name);
  await page.getByLabel('One line about it').fill('With butter.');
  await page.locator('[name=photos][value="battenberg.jpg"]').check();
  await save(page);
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(page.getByText('No cake that is for sale is in this category')).toBeVisible();
  const chips = async () => (await page.request.get('/cakes')).text();
  expect(await chips()).not.toContain(path);
  const owners = page.getByRole('checkbox', { name });
  for (const isIn of [true, false]) {
    await openPage(page, '/owner/cakes/red-velvet-cake');
    await owners.setChecked(isIn);
    await save(page);
    await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
    if (isIn) expect(await chips()).toContain(path);
    else expect(await chips()).not.toContain(path);
  }
});

test('kitchen staff cannot open or save categories', async ({ context, page, shop }) => {
  await signInContext(context, shop, 'kitchen');
  const headers = { Origin: shop.origin };
  for (const path of ['/owner/categories', '/owner/categories/new', '/owner/words/gallery']) {
    expect((await page.request.get(path)).status()).toBe(403);
    expect((await page.request.post(path, { headers, form: { do: 'save' } })).status()).toBe(403);
  }
});
