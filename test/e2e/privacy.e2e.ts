import { expectAccessibleAndToFit, tabTo } from './accessible.ts';
import { expect, RETENTION_DAYS, test } from './shop-fixture.ts';
import { ADA, BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

test('the privacy page states the stored data, retention, recipients and removal', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL('/privacy');
  await expect(visitor(page).heading('Privacy')).toBeVisible();
  const part = (name: string) => page.getByRole('region', { name });
  await expect(part('What we keep, and why')).toContainText('your name, your email address');
  await expect(part('For how long')).toContainText(`For ${RETENTION_DAYS} days after`);
  await expect(part('Who else sees it')).toContainText('card processor');
  await expect(part('Who else sees it')).toContainText('email service');
  await expect(part('Who else sees it').getByRole('listitem')).toHaveCount(2);
  await expect(part('For how long')).toContainText('Internet addresses');
  await expect(part('What your browser keeps')).toContainText('no cookies');
  const removal = part('Have it removed, or see it');
  await expect(removal.getByRole('link', { name: '020 7946 0000' })).toBeVisible();
  await expect(removal.getByRole('link', { name: 'hello@battenberg.example' })).toBeVisible();
  await expectAccessibleAndToFit(page, [320, 390, 1280]);
});

test('the pick-up panel links to it and to the terms, and keeps the details; an order sets no cookies', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  const ada = visitor(page);
  await ada.openCake();
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await ada.fillIn();
  const link = ada.panel.getByRole('link', { name: 'What we keep, and how long' });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/privacy');
  await expect(ada.panel).toBeHidden();
  await ada.openBasket();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await expect(ada.panel.getByLabel('Your Name')).toHaveValue(ADA.name);
  await ada.panel.getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL('/terms');
  const part = (name: string) => page.getByRole('region', { name });
  await expect(part('Changing and cancelling')).toContainText('14 days');
  await expect(part('Allergens')).toContainText('no food is guaranteed 100% allergen free');
  await expect(part('Collecting')).toContainText('Monday to Saturday, 8am to 6pm');

  await ada.openBasket();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await ada.placeOrder();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  expect(await context.cookies(shop.origin)).toEqual([]);
  // The details of the order are the tab's alone, and end with it.
  const stored = await page.evaluate(() =>
    JSON.stringify({ ...localStorage, ...sessionStorage, 'sent-details': null }),
  );
  for (const personal of Object.values(ADA)) expect(stored).not.toContain(personal);
});
