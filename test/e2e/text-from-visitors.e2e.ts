import { emailsAbout } from '../inbox.ts';
import { expect, test } from './shop-fixture.ts';
import { ADA, visitor } from './visitor.ts';

const MARKUP = '<img src=x onerror=alert(1)>';
const WHAT_TO_DO = 'Please type this again: there is a line break or an invisible character in it.';

test('markup in message and name is plain text on every page and in the e-mail', {
  tag: '@nightly',
}, async ({ page, shop }) => {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  const images = page.locator('img[src=x], img[onerror]');

  const mallory = visitor(page);
  await mallory.openCake();
  await page.getByLabel('Message on the cake').fill(MARKUP);
  await mallory.chooseDay();
  await mallory.addToBasket();
  await expect(mallory.basket).toContainText(MARKUP);
  await mallory.basket.getByRole('button', { name: 'Checkout' }).click();
  await mallory.fillIn({ ...ADA, name: MARKUP });
  await mallory.placeOrder();
  await mallory.pay();
  await expect(mallory.heading('Thank you')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(MARKUP);
  await expect(images).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('main')).toContainText(MARKUP);
  await expect(images).toHaveCount(0);

  const [email] = await emailsAbout(shop.mail, mallory.orderId());
  expect(email).toContain(`Message on cake: ${MARKUP}\n`);
  expect(email).toContain(`Name: ${MARKUP}\n`);
  await page.goto(shop.mail);
  await expect(page.getByRole('main')).toContainText(`Name: ${MARKUP}`);
  await expect(images).toHaveCount(0);
  expect(alerts).toEqual([]);
});

test('invisible and bidirectional control characters are rejected at the field with an instruction', {
  tag: '@nightly',
}, async ({ page }) => {
  const mallory = visitor(page);
  await mallory.openCake();
  const message = page.getByLabel('Message on the cake');
  await message.fill('Happy \u202Eyadhtrib');
  await expect(message).toHaveAccessibleDescription(new RegExp(WHAT_TO_DO));
  await mallory.chooseDay();
  await page.getByRole('button', { name: 'Add to basket' }).first().click();
  await expect(message).toBeFocused();
  await expect(message).toHaveValue('Happy \u202Eyadhtrib');

  // Combined characters stay unchanged.
  const text = 'Zoe\u0308 👩🏽‍🍳 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';
  await message.fill('Zoe\u0308 ❤️');
  await page.getByRole('button', { name: 'Buy now' }).click();
  for (const label of ['Your Name', 'Email address', 'Phone number']) {
    const field = mallory.panel.getByLabel(label);
    await field.fill('a\u2066b\u200Bc');
    await field.blur();
    await expect(field).toHaveAccessibleDescription(WHAT_TO_DO);
  }
  await mallory.fillIn({ ...ADA, name: text });
  await mallory.placeOrder();
  await mallory.pay();
  await expect(mallory.heading('Thank you')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Zoe\u0308 ❤️');
});
