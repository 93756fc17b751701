import type { Page } from '@playwright/test';
import { cafe } from '#cafe/cafe.ts';
import { gallery, homePicture } from '#cafe/words/pictures.ts';
import { aboutUs } from '#cafe/words/welcome.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { openVisitor } from './live-page.ts';
import { expect, test } from './shop-fixture.ts';
import { emailsTo, save, signInContext } from './staff.ts';
import { openPage, putBackFirstWords } from './visitor.ts';

// The answer to a form with a mistake.
test.use({ expectedErrors: /status of 422/ });

const PAGES = ['/', '/about-us', '/terms', '/privacy'];

test('the owner changes words on a phone, visitors and e-mails follow, and puts them back', {
  tag: '@nightly',
}, async ({ page, context, browser, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInContext(context, shop, 'owner');
  const before = await htmlOf(page);
  const visitor = await openVisitor(browser, shop.origin);

  await openPage(page, '/owner/more');
  await page.getByRole('link', { name: 'Words' }).click();
  await expectAccessibleAndToFit(page, [320, 390, 1280]);
  await page.getByRole('link', { name: 'Address and contact' }).click();
  await page.getByLabel('Phone').fill('ring us');
  await save(page);
  await expect(page.getByText('This is no phone number.')).toBeVisible();
  await expect(page.getByLabel('Phone')).toHaveValue('ring us');
  await page.getByLabel('Phone').fill('020 7946 0999');
  await save(page);
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  const isUncovered = page.getByRole('button', { name: 'Save', exact: true }).evaluate((button) => {
    button.scrollIntoView({ block: 'end' });
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(await isUncovered, 'the notice leaves room for Save').toBe(true);
  await expectAccessibleAndToFit(page, [320, 390, 1280]);
  const footer = visitor.getByRole('contentinfo');
  await expect(footer).toContainText('020 7946 0999');
  await expect(footer).not.toContainText(cafe.contact.phone);

  await openPage(page, '/owner/words/hours');
  await page.getByRole('group', { name: 'Saturday' }).getByLabel('Closes').fill('13:30');
  await save(page);
  await expect(footer).toContainText('Saturday, 8am to 1.30pm');

  const hostile = '<script>document.title = "x"</script> 🎂 كعكة';
  await openPage(page, '/owner/words/welcome');
  await page.getByLabel('Text').fill(hostile);
  await save(page);
  await expect(visitor.getByText(hostile)).toBeVisible();

  await openPage(page, '/owner/words/terms');
  const text = page.getByLabel('Text');
  const terms = await text.inputValue();
  await text.fill(`${terms}\n\n${'a'.repeat(10_000)}`);
  await save(page);
  await expect(page.getByText(/characters, and 10,000 fit/)).toBeVisible();
  await text.fill(`${terms}\n\n# Ours\n\nRing {phone}. ${hostile}`);
  await save(page);
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await visitor.goto('/terms');
  await expect(visitor.getByRole('region', { name: 'Ours' })).toContainText(
    `Ring 020 7946 0999. ${hostile}`,
  );

  const email = 'ada-words@example.org';
  await bookOrders(shop, [{ name: 'Ada', email }]);
  await expect
    .poll(async () =>
      (await emailsTo(shop.mail, email)).map(({ calendar = '' }) => decode(calendar)),
    )
    .toEqual([expect.stringContaining('Phone 020 7946 0999.')]);

  for (const piece of ['contact', 'hours', 'welcome', 'terms']) {
    await putBackFirstWords(page, piece);
  }
  await openPage(visitor, '/');
  await expect(visitor.getByText(aboutUs.text)).toBeVisible();
  expect(await htmlOf(page)).toEqual(before);
});

test('the owner chooses the pictures of the home page and the gallery on a phone', {
  tag: '@nightly',
}, async ({ page, context, browser, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInContext(context, shop, 'owner');
  const before = await htmlOf(page);
  const visitor = await openVisitor(browser, shop.origin);
  const picture = visitor.getByRole('region', { name: cafe.name.name }).getByRole('img');
  const photos = visitor.locator('#gallery').getByRole('img');

  await openPage(page, '/owner/words');
  await page.getByRole('link', { name: 'Picture of the home page' }).click();
  await page.getByText('Choose from your photos').click();
  for (const file of homePicture) await page.locator(`[name=photos][value="${file}"]`).uncheck();
  await save(page);
  await expect(page.getByText('Choose one, please.')).toBeVisible();
  await page.locator('[name=photos][value="victoria-sponge.jpg"]').check();
  await expectAccessibleAndToFit(page, [320, 390, 1280]);
  await save(page);
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible();
  await expect(picture).toHaveAttribute('data-photo', 'victoria-sponge.jpg');
  const html = await (await page.request.get('/')).text();
  expect(html).toMatch(/property="og:image" content="[^"]*victoria-sponge/);

  await openPage(page, '/owner/words/gallery');
  const [first = '', second = ''] = gallery;
  const up = page.locator(`li:has([value="${second}"]) button`, { hasText: 'Move up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await page.locator(`[name=photos][value="${first}"]`).uncheck();
  await save(page);
  await expect(page.getByText('Choose exactly 6. You have 5 now.')).toBeVisible();
  await page.getByText('Choose from your photos').click();
  await page.locator('[name=photos][value="red-velvet.jpg"]').check();
  await save(page);
  await expect(photos.first()).toHaveAttribute('data-photo', second);
  await expect(photos.last()).toHaveAttribute('data-photo', 'red-velvet.jpg');
  await photos.last().click();
  await expect(visitor.getByRole('link', { name: 'See Red Velvet' })).toBeVisible();

  for (const piece of ['homePicture', 'gallery']) await putBackFirstWords(page, piece);
  expect(await htmlOf(page)).toEqual(before);
});

/**
 * Without the data for hydration: it has the content's version, which each change increments, and refers to equal
 * values by their positions, which move when another value is equal to the version.
 */
async function htmlOf(page: Page): Promise<string[]> {
  const pages = PAGES.map(async (path) => (await page.request.get(path)).text());
  return (await Promise.all(pages)).map((html) => html.replaceAll(/<script\b.*?<\/script>/gs, ''));
}

/** @param url a data URL. */
function decode(url: string): string {
  return Buffer.from(url.split(',')[1] ?? '', 'base64').toString();
}
