import { displayDay } from '#domain/calendar/days.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { dayFromToday, lettersAbout, sessionsAt, visitor } from './visitor.ts';

test('comes to the thank-you page without having paid, and finds the way back to paying', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await ada.goToCheckout();
  const checkout = page.url();
  const [session] = await sessionsAt(shop.stripe);
  await page.goto(`${shop.origin}/thank-you-page/${session?.client_reference_id}`);
  await expect(ada.heading('This order is not paid yet')).toBeVisible();
  await page.getByRole('link', { name: 'Go back to paying' }).click();
  await expect(page).toHaveURL(checkout);
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
});

test('pays while the e-mail is down: the payment is safe, and the page flips by itself', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await setPractice(shop.mail, { sending: '403' });
  await ada.goToCheckout();
  await ada.pay();
  await expect(ada.heading('Your payment is safe')).toBeVisible();
  await setPractice(shop.mail, { sending: 'works' });
  await expect(ada.heading('Thank you')).toBeVisible({ timeout: 30_000 });
  expect(await lettersAbout(shop.mail, ada.orderId())).toHaveLength(1);
});

test('pays while the webhook never arrives, and is confirmed all the same', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await setPractice(shop.stripe, { webhooks: 'never' });
  await ada.goToCheckout();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  expect(await lettersAbout(shop.mail, ada.orderId())).toHaveLength(1);
});

test('pays while the webhook arrives three times and before the redirect', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await setPractice(shop.stripe, { webhooks: 'thrice' });
  await ada.goToCheckout();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  expect(await lettersAbout(shop.mail, ada.orderId())).toHaveLength(1);
});

test('leaves before the confirmation: the cafe is told without the browser', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  await ada.goToCheckout();
  const [session] = await sessionsAt(shop.stripe);
  await page.context().route('**/thank-you-page/**', (route) => route.abort());
  await ada.pay();
  await expect
    .poll(() => lettersAbout(shop.mail, session?.client_reference_id ?? 'none'))
    .toHaveLength(1);
});

test.describe('while the card checkout is down', () => {
  test.use({ expectedErrors: /The checkout did not start|503/ });

  test('is told why, loses nothing, and makes one order in the end', async ({ page, shop }) => {
    const ada = visitor(page);
    const before = await sessionsAt(shop.stripe);
    await setPractice(shop.stripe, { api: 'down' });
    await ada.openCake();
    await ada.chooseDay();
    await page.getByRole('button', { name: 'Buy now' }).click();
    await ada.fillIn();
    await ada.placeOrder();
    await expect(ada.heading('The payment did not start')).toBeVisible();
    await page.reload();
    await expect(ada.heading('The payment did not start')).toBeVisible();
    await setPractice(shop.stripe, { api: 'normal' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(await sessionsAt(shop.stripe)).toHaveLength(before.length + 1);
  });
});

test.describe('when things have changed', () => {
  test.use({ expectedErrors: /409/ });

  test('reads first what a cake contains by now, and the cafe is told what was agreed to', async ({
    page,
    shop,
  }) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await ada.addToBasket();
    // As if the basket had been filled before the recipe and the price were changed.
    await page.evaluate(() => {
      const basket = JSON.parse(localStorage.getItem('basket') ?? '[]');
      basket[0].size.price = 4000;
      basket[0].size.api = 'price_of_last_week';
      basket[0].cake.allergens = ['Eggs', 'Dairy', 'Nuts'];
      localStorage.setItem('basket', JSON.stringify(basket));
    });
    await page.reload();
    await ada.openBasket();
    await ada.basket.getByRole('button', { name: 'Checkout' }).click();
    await ada.fillIn();
    await ada.placeOrder();
    await expect(ada.heading('A few things have changed')).toBeVisible();
    const [first, second] = await page.getByRole('main').getByRole('listitem').allInnerTexts();
    expect(first).toBe(
      'Berry Drip Cake, 6 inches now contains Gluten and Soya as well and no longer contains Nuts. It contains Eggs, Dairy, Gluten, Soya.',
    );
    expect(second).toContain('£40');
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await ada.pay();
    await expect(ada.heading('Thank you')).toBeVisible();
    const [letter] = await lettersAbout(shop.mail, ada.orderId());
    expect(letter).toContain('Allergens: Eggs, Dairy, Gluten, Soya');
  });

  test('sees one screen of changes, accepts them, and pays the new price', async ({ page }) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await ada.addToBasket();
    // As if the basket had been filled last week: another price, and a day that has gone by.
    const lastWeek = dayFromToday(-7);
    await page.evaluate((day) => {
      const basket = JSON.parse(localStorage.getItem('basket') ?? '[]');
      basket[0].size.price = 4000;
      basket[0].size.api = 'price_of_last_week';
      basket[0].selectedDay = day;
      localStorage.setItem('basket', JSON.stringify(basket));
    }, lastWeek);
    await page.reload();
    await ada.openBasket();
    await ada.basket.getByRole('button', { name: 'Checkout' }).click();
    await ada.fillIn();
    await ada.placeOrder();
    await expect(ada.heading('A few things have changed')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('£40');
    await expect(page.getByRole('main')).toContainText('£48');
    await expect(page.getByRole('main')).toContainText(displayDay(lastWeek));
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page.getByText('Please choose one of these.')).toBeVisible();
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page.getByText('£48').first()).toBeVisible();
    await ada.pay();
    await expect(ada.heading('Thank you')).toBeVisible();
  });
});
