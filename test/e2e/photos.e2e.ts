import { randomUUID } from 'node:crypto';
import { jpeg, svgWithScript } from '../photo-files.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { answerTo, openPage } from './visitor.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the owner sends photos, says what is seen, and taps the spot that crops keep', {
    tag: '@nightly',
  }, async ({ page, context, shop }) => {
    await signInContext(context, shop, 'owner');
    await openPage(page, '/owner/more');
    await page.getByRole('link', { name: 'Photos' }).click();
    // A width of this test alone: tests share the shop, and the same photo is no second one.
    const width = 1000 + Math.floor(Math.random() * 900);
    await page.getByLabel('Add photos').setInputFiles([
      { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await jpeg(width, 1200) },
      { name: 'IMG_0002.jpg', mimeType: 'image/jpeg', buffer: await jpeg(width, 1201) },
      { name: 'logo.jpg', mimeType: 'image/jpeg', buffer: svgWithScript },
    ]);
    const results = page.getByRole('main').getByRole('status').first();
    await expect(results).toContainText('IMG_0001.jpg Added.', { timeout: 30_000 });
    await expect(results).toContainText('IMG_0002.jpg Added.', { timeout: 30_000 });
    await expect(results).toContainText('logo.jpg This is no photo that we can read.');

    const words = `A cake for ${randomUUID().slice(0, 8)} with berries.`;
    const section = page.getByRole('region', { name: 'What is to be seen?' });
    await expect(section).toContainText('2 photos have no words yet.');
    await expect(section.locator('img')).toHaveAttribute('height', '1200');
    await section.getByLabel('What is seen').fill(words);
    await expectAccessibleAndToFit(page);
    await answerTo(page, () => section.getByRole('button', { name: 'Save and next' }).click());
    await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
    await expect(section.locator('img')).toHaveAttribute('height', '1201');
    await section.getByLabel('What is seen').fill(`${randomUUID().slice(0, 8)}, a whole cake.`);
    await answerTo(page, () => section.getByRole('button', { name: 'Save' }).click());
    await expect(section).toBeHidden();
    await expectAccessibleAndToFit(page);

    await page.getByRole('link', { name: words }).click();
    await expect(page.getByRole('textbox', { name: 'Describe it in one sentence' })).toHaveValue(
      words,
    );
    await expectAccessibleAndToFit(page);
    const spot = page.getByRole('button', { name: 'Tap the most important spot' });
    await answerTo(page, () => spot.click({ position: { x: 56, y: 30 } }));
    await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
    const crop = page.getByRole('list', { name: 'How it is cut' }).locator('img').first();
    await expect(crop).toHaveCSS('object-position', /^20% \d+%$/);

    const { pathname } = new URL(page.url());
    const description = page.getByRole('textbox', { name: 'Describe it in one sentence' });
    await description.fill(`${words} On a plate.`);
    await answerTo(page, () => spot.click({ position: { x: 140, y: 30 } }));
    await expect(page.getByText('What you typed is still here.')).toBeVisible();
    await expect(crop).toHaveCSS('object-position', /^50% \d+%$/);
    await expect(description).toHaveValue(`${words} On a plate.`);
    await openPage(page, pathname);
    await expect(description).toHaveValue(words);
    // By keys alone.
    await page.getByText('Set the important spot with sliders').click();
    const across = page.getByLabel('From left to right');
    await across.fill('80');
    await answerTo(page, () => across.press('Enter'));
    await expect(crop).toHaveCSS('object-position', /^80% \d+%$/);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('The photo is deleted.')).toBeVisible();
    await expect(page.getByRole('link', { name: words })).toHaveCount(0);
    // As another person sees it who has the photo open.
    await openPage(page, pathname);
    await expect(page.getByText('The photo is deleted.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: words }).click();
    await expect(page.getByRole('textbox', { name: 'Describe it in one sentence' })).toHaveValue(
      words,
    );
  });
});

test.describe('when two people describe a photo', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('the second sees the words of the first before replacing them', { tag: '@nightly' }, async ({
    page,
    context,
    browser,
    shop,
  }) => {
    await signInContext(context, shop, 'owner');
    const theirs = await browser.newPage({ javaScriptEnabled: false });
    await signInContext(theirs.context(), shop, 'owner');
    const address = '/owner/photos/candles-silver.jpg';
    await Promise.all([openPage(page, address), theirs.goto(address)]);
    const description = page.getByLabel('Describe it in one sentence');
    const before = await description.inputValue();
    await description.fill('Silver candles.');
    const words = `Four silver candles, ${randomUUID().slice(0, 8)}.`;
    await theirs.getByLabel('Describe it in one sentence').fill(words);
    await theirs.getByRole('button', { name: 'Save' }).click();
    await expect(theirs.getByText('Saved.')).toBeVisible();

    const save = page.getByRole('button', { name: 'Save', exact: true });
    await answerTo(page, () => save.click());
    await expect(page.getByText(`What is seen is now: ${words}`)).toBeVisible();
    await expect(description).toHaveValue('Silver candles.');

    // As it was: the tests share the shop.
    await description.fill(before);
    await answerTo(page, () => save.click());
    await expect(description).toHaveValue(before);
    await theirs.close();
  });
});
