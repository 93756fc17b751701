import { readFile } from 'node:fs/promises';
import { emailsAbout } from '../inbox.ts';
import { expect, test } from './shop-fixture.ts';
import { ADA, visitor } from './visitor.ts';

const ALLERGENS = 'Eggs, Dairy (milk), Gluten (wheat), Soya (soybeans)';

test('shows allergens before and after payment, day, place and what to bring, and a calendar file for each day', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await ada.openCake();
  await ada.chooseDay();
  await ada.addToBasket();
  await expect(ada.basket).toContainText(ALLERGENS);
  await page.keyboard.press('Escape');
  const days = page.getByRole('list', { name: 'The next days that can be chosen' });
  await days.getByRole('button').nth(2).click();
  await page.getByRole('button', { name: /Rainbow Tall Candles/ }).click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await ada.panel.getByText(`Contains: ${ALLERGENS}`).first().click();
  const note = ada.panel.getByRole('region', { name: 'Allergens' });
  await expect(note).toContainText(`Berry Drip Cake Contains: ${ALLERGENS}`);
  await expect(note).toContainText('no food is guaranteed 100% allergen free');
  await ada.fillIn();
  await ada.placeOrder();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Allergens' })).toContainText(ALLERGENS);
  const [email] = await emailsAbout(shop.mail, ada.orderId());
  expect(email).toContain(`Berry Drip Cake. Contains: ${ALLERGENS}`);

  const collection = page.getByRole('region', { name: 'Collect it from us' });
  await expect(collection).toContainText('12 Chequer Row');
  await expect(collection).toContainText('What to bring');
  await expect(collection.getByRole('link', { name: 'Plan a route' })).toHaveAttribute(
    'href',
    /maps/,
  );
  const add = collection.getByRole('link', { name: /^Add to calendar: \w+ \d+ \w+ \d{4}$/ });
  await expect(add).toHaveCount(2);
  const downloading = page.waitForEvent('download');
  await add.last().click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^collection-\d{4}-\d\d-\d\d\.ics$/);
  const file = await readFile(await download.path(), 'utf8');
  const day = download.suggestedFilename().replaceAll(/\D/g, '');
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/);
  expect(file).toContain(`\r\nDTSTART:${day}T`);
  expect(file).toContain('LOCATION:Battenberg\\, 12 Chequer Row\\, London N8 0XX');
  const unfolded = file.replaceAll('\r\n ', '');
  expect(unfolded).toContain('Berry Drip Cake\\n16 Rainbow Tall Candles (18 cm)\\n');
  expect(unfolded).toContain(`\r\nURL:${page.url()}\r\n`);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('link', { name: 'CAKES' })).toBeHidden();
  await expect(add.first()).toBeHidden();
  await expect(page.getByRole('link', { name: 'Battenberg, home' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Berry Drip Cake');
});

test('names the address of the confirmation, only in this tab, and corrects it once', {
  tag: '@nightly',
}, async ({ page, shop }) => {
  const ada = visitor(page);
  await ada.buyACake();
  const note = page.getByRole('region', { name: 'Your email' });
  await expect(note).toContainText(/Your order number is \w{6}\./);
  await expect(note).toContainText(`A confirmation is on its way to ${ADA.email}`);

  // A link to a part of the page makes a new history entry.
  await page.getByRole('link', { name: 'CONTACT' }).first().click();
  await expect(page).toHaveURL(/#contact$/);
  await page.reload();
  await note.getByText('Correct it').click();
  const field = note.getByLabel('Email address');
  await field.fill('ada@');
  await note.getByRole('button').click();
  await expect(field).toHaveAccessibleDescription('This is not an email address. Please check it.');
  await field.fill('ada.lovelace@example.org');
  await note.getByRole('button').click();
  await expect(note).toContainText('on its way to ada.lovelace@example.org');
  await expect(note.getByText('Correct it')).toHaveCount(0);
  await expect(note).toBeFocused();
  // The link to it in the customer's e-mails is opened before the scripts run.
  expect(await (await fetch(page.url())).text()).toContain('id="order-again"');
  await expect(async () => {
    const [latest] = await emailsAbout(shop.mail, ada.orderId());
    expect(latest).toContain('Email: ada.lovelace@example.org');
  }).toPass();

  const elsewhere = await (await fetch(page.url())).text();
  expect(elsewhere).toContain('on its way to you');
  expect(elsewhere).not.toContain('example.org');
  await page.goto(shop.mail);
  await expect(page.getByText('To ada.lovelace@example.org,')).toBeVisible();
  const html = page.frameLocator('iframe').first();
  // Only the e-mail has the link that can change the order.
  expect(elsewhere).not.toContain('my-order');
  await expect(html.getByRole('link', { name: 'See or change your order' })).toHaveAttribute(
    'href',
    /\/my-order\/[0-9a-z]{26}$/,
  );
});

test.describe('an address that was corrected before', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('cannot be changed again, and the note that says so has the focus', {
    tag: '@nightly',
  }, async ({ page }) => {
    const ada = visitor(page);
    await ada.buyACake();
    const note = page.getByRole('region', { name: 'Your email' });
    const correct = async (email: string) => {
      await note.getByText('Correct it').click();
      await note.getByLabel('Email address').fill(email);
      await note.getByRole('button').click();
    };
    await correct('ada.lovelace@example.org');
    await expect(note).toContainText('on its way to ada.lovelace@example.org');
    await page.reload();
    await correct('ada.l@example.org');
    await expect(note).toContainText('The address can no longer be changed here');
    await expect(note).toBeFocused();
  });
});
