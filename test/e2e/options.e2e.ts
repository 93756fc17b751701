import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { CakeContent } from '#domain/catalogue/cake-content.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { expect, test } from './shop-fixture.ts';
import { dayFromToday, visitor } from './visitor.ts';

const CAKE = 'red-velvet-cake';
const CHOSEN = 'Sponge: chocolate · Filling: praline · Number topper: “7”';
const NUTS = 'Nuts (hazelnuts)';

function options(soldOutUntil?: Day): CakeContent['options'] {
  const choice = (id: string, price = 0) => ({ id, name: id, price, vegan: false });
  return [
    {
      id: 'sponge',
      name: 'Sponge',
      kind: 'one',
      choices: [
        choice('vanilla'),
        { ...choice('chocolate', 300), ...(soldOutUntil && { soldOutUntil }) },
      ],
    },
    {
      id: 'filling',
      name: 'Filling',
      kind: 'several',
      most: 2,
      choices: [{ ...choice('praline'), contains: [NUTS] }, choice('jam')],
    },
    {
      id: 'topper',
      name: 'Number topper',
      kind: 'text',
      limit: 2,
      choices: [choice('digit', 400)],
    },
  ];
}

// The basket is of before a change of the cake's options.
test.use({ expectedErrors: /status of 409/ });

test('a cake is bought as it was chosen, changed, agreed to as it can be had, and repeated', async ({
  page,
  owner,
}) => {
  test.slow();
  await owner.offerOptions(CAKE, options());
  const ada = visitor(page);
  await ada.openCake(`/cakes/celebration-cakes/${CAKE}`);
  const price = page.getByRole('status').filter({ hasText: /^£\d+$/ });
  const chocolate = page.getByRole('radio', { name: /^chocolate/ });
  const topper = page.getByRole('textbox', { name: /^digit/ });
  await expect(page.getByRole('radio', { name: /^vanilla/ })).toBeChecked();
  await expect(price).toHaveText('£47');
  await page.getByText('chocolate +£3').click();
  await page.getByRole('checkbox', { name: `praline Contains: ${NUTS}` }).check();
  await topper.fill('777');
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Add to basket' }).first().click();
  await expect(topper).toBeFocused();
  await expect(page.getByText('Please use at most 2 letters.')).toBeVisible();
  await topper.fill('7');
  await expect(price).toHaveText('£54');
  await expect(page.getByRole('radio', { name: /^6 inches/ })).toHaveAccessibleName(/£54/);
  await expect(page.getByRole('tabpanel', { name: 'Allergens' })).toContainText(NUTS);
  const made = page.getByRole('status').filter({ hasText: `${NUTS}.` });
  await expect(made).toContainText('a slice Contains:');
  await expectAccessibleAndToFit(page);

  await ada.addToBasket();
  await expect(ada.basket).toContainText(CHOSEN);
  await expect(ada.basket).toContainText(NUTS);
  await expect(ada.basket).toContainText('Total £54');
  await ada.basket.getByRole('link', { name: 'Edit' }).click();
  const update = page.getByRole('button', { name: 'Update basket' }).first();
  await expect(update).toBeVisible();
  await expect(chocolate).toBeChecked();
  await expect(topper).toHaveValue('7');
  await topper.fill('8');
  await update.click();
  await expect(ada.basket).toContainText(CHOSEN.replace('7', '8'));

  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await expect(ada.panel).toContainText(CHOSEN.replace('7', '8'));
  await expect(ada.panel).toContainText(NUTS);
  await ada.fillIn();
  const until = dayFromToday(100);
  await owner.offerOptions(CAKE, options(until));
  await ada.placeOrder();
  await expect(ada.heading('A few things have changed')).toBeVisible();
  const change = page.getByRole('main').getByRole('listitem');
  await expect(change.getByRole('paragraph').first()).toHaveText(
    `Red Velvet Cake, 6 inches: Sponge: chocolate is sold out until ${dayInWords(until, 'short')}, so it comes with Sponge: vanilla. It was £54 and is now £51.`,
  );
  await change.getByRole('link', { name: 'Choose again' }).click();
  await expect(topper).toHaveValue('8');
  await page
    .locator('label')
    .filter({ hasText: /^vanilla/ })
    .click();
  await expect(chocolate).toBeDisabled();
  await update.click();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await ada.placeOrder();
  await ada.expectCardPage();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  const bought = 'Sponge: vanilla · Filling: praline · Number topper: “8”';
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(bought);
  await expect(page.getByRole('region', { name: 'Allergens' })).toContainText(NUTS);

  const again = page.getByRole('region', { name: 'Order it again' });
  await again.getByRole('list').getByRole('button').nth(1).click();
  await expect(ada.panel).toContainText(bought);
});

test('after Back the checkout of other options is not offered any more', {
  tag: '@nightly',
}, async ({ page, owner }) => {
  await owner.offerOptions(CAKE, options());
  const ada = visitor(page);
  await ada.orderCake(`/cakes/celebration-cakes/${CAKE}`);
  await ada.expectCardPage();
  await page.getByRole('link', { name: 'Back' }).click();
  const toThatCheckout = page.getByRole('link', { name: 'Back to paying' });
  await expect(toThatCheckout).toBeVisible();

  const change = async (sponge: string) => {
    await ada.openBasket();
    await ada.basket.getByRole('link', { name: 'Edit' }).click();
    await page.locator('label').filter({ hasText: sponge }).click();
    await page.getByRole('button', { name: 'Update basket' }).first().click();
    await expect(ada.basket).toContainText(`Sponge: ${sponge}`);
    await page.keyboard.press('Escape');
  };
  await change('chocolate');
  await expect(toThatCheckout).toBeHidden();
  await change('vanilla');
  await expect(toThatCheckout).toBeVisible();
});
