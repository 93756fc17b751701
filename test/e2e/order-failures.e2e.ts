import { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { emailsAbout } from '../inbox.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { chosenDay } from './live-page.ts';
import { placeByApi } from './orders-by-api.ts';
import { expect, setPractice, test } from './shop-fixture.ts';
import { boxOf, listSessions, openPage, visitor } from './visitor.ts';

test('opens the thank-you page without paying and returns to the checkout', async ({
  page,
  shop,
}) => {
  const ada = visitor(page);
  const { id, checkoutUrl } = await placeByApi(shop);
  await openPage(page, `/thank-you-page/${id}`);
  await expect(ada.heading('This order is not paid yet')).toBeVisible();
  await page.getByRole('link', { name: 'Go back to paying' }).click();
  await expect(page).toHaveURL(checkoutUrl);
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
});

test('pays while the e-mail fails: the page shows the payment, then the confirmation', {
  tag: '@nightly',
}, async ({ page, shop }) => {
  const ada = visitor(page);
  await setPractice(shop.mail, { sending: '403' });
  const { checkoutUrl } = await placeByApi(shop);
  await page.goto(checkoutUrl);
  await ada.pay();
  await expect(ada.heading('Your payment is safe')).toBeVisible();
  await expectAccessibleAndToFit(page);
  await setPractice(shop.mail, { sending: 'works' });
  await expect(ada.heading('Thank you')).toBeVisible({ timeout: 30_000 });
  await expectAccessibleAndToFit(page);
  expect(await emailsAbout(shop.mail, ada.orderId())).toHaveLength(1);
});

test.describe('without a connection', () => {
  test.use({
    expectedErrors:
      /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|The checkout did not start/,
  });

  test('the order waits for one, and a page stays and says why its links do not open', {
    tag: '@nightly',
  }, async ({ page, context }) => {
    const ada = visitor(page);
    const prefetched = page.waitForEvent('requestfinished', (request) =>
      /payment-loading-.*\.js$/.test(request.url()),
    );
    await ada.prepareOrder();
    await prefetched;
    await context.setOffline(true);
    await ada.placeOrder();
    const heading = ada.heading('The payment did not start');
    await expect(heading).toBeVisible();
    // With its styles, which browsers do not prefetch with its scripts.
    expect((await boxOf(heading)).x).toBeGreaterThan(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await ada.expectCardPage();

    await openPage(page, '/cakes/celebration-cakes');
    await page.getByRole('link', { name: /Berry Drip Cake/ }).click();
    await expect(ada.heading('Berry Drip Cake')).toBeVisible();
    await context.setOffline(true);
    const refused: string[] = [];
    page.on('dialog', (dialog) => {
      refused.push(dialog.message());
      void dialog.dismiss();
    });
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
    await breadcrumb.getByRole('link', { name: 'Celebration Cakes' }).click();
    // Its script has not been loaded.
    await page.getByRole('link', { name: 'Terms' }).click();
    await page.getByRole('link', { name: 'Ask for another cake' }).click();
    expect(refused).toEqual(Array(3).fill('You have no network just now.'));
    // On this page.
    await page.getByRole('link', { name: 'CONTACT' }).first().click();
    await expect(page).toHaveURL(/berry-drip-cake#contact$/);
    await expect(ada.heading('Berry Drip Cake')).toBeVisible();
    expect(refused).toHaveLength(3);
    await context.setOffline(false);

    await page.route('**/celebration-cakes.data*', (route) => route.abort());
    await breadcrumb.getByRole('link', { name: 'Celebration Cakes' }).click();
    await expect(ada.heading('We could not reach the cafe’s server')).toBeVisible();
    await page.unroute('**/celebration-cakes.data*');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Celebration Cakes' })).toBeVisible();
  });
});

test.describe('while the card checkout is down', () => {
  test.use({ expectedErrors: /The checkout did not start|503/ });

  test('shows the reason, keeps basket and details, and places one order on retry', async ({
    page,
    shop,
  }) => {
    const ada = visitor(page);
    const before = await listSessions(shop.stripe);
    await setPractice(shop.stripe, { api: 'down' });
    await ada.orderCake();
    await expect(ada.heading('The payment did not start')).toBeVisible();
    await page.reload();
    await expect(ada.heading('The payment did not start')).toBeVisible();
    await expectAccessibleAndToFit(page);
    await setPractice(shop.stripe, { api: 'normal' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await ada.expectCardPage();
    expect(await listSessions(shop.stripe)).toHaveLength(before.length + 1);
  });

  test('trying again keeps the focus on the page', { tag: '@nightly' }, async ({ page, shop }) => {
    const ada = visitor(page);
    await setPractice(shop.stripe, { api: 'down' });
    await ada.orderCake();
    await expect(ada.heading('The payment did not start')).toBeFocused();
    await setPractice(shop.stripe, { api: 'normal' });
    await page.route('**/api/orders/*', () => undefined);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(ada.heading('Taking you to the card payment')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test.describe('when the catalogue has changed', () => {
  test.use({ expectedErrors: /40[49]/ });

  test('the only cake that is taken out leaves nothing to pay, and nobody is told that they have paid', {
    tag: '@nightly',
  }, async ({ page, owner }) => {
    const ada = visitor(page);
    await ada.prepareOrder();
    await owner.hide('berry-drip-cake');
    await ada.placeOrder();
    await expect(ada.heading('A few things have changed')).toBeVisible();
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(ada.heading('Your basket is empty')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('nothing was charged');
    await expect(page.getByRole('main')).not.toContainText('all is well');
  });

  test('shows changed allergens first; the e-mail lists the accepted ones', {
    tag: '@nightly',
  }, async ({ page, shop, owner }) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await ada.addToBasket();
    // Like a basket from before a change of recipe and price.
    await page.evaluate(() => {
      const basket = JSON.parse(localStorage.getItem('basket') ?? '[]');
      basket[0].size.price = 4000;
      basket[0].size.api = 'price_of_last_week';
      basket[0].cake.contains = ['Eggs', 'Dairy (milk)', 'Nuts (almonds)'];
      localStorage.setItem('basket', JSON.stringify(basket));
    });
    await page.reload();
    await ada.openBasket();
    await expect(ada.basket).toContainText('it was £40 and is now £48');
    await ada.basket.getByRole('button', { name: 'Checkout' }).click();
    await ada.fillIn();
    await owner.changePrice('berry-drip-cake', '6', 50, 48);
    await ada.placeOrder();
    await expect(ada.heading('A few things have changed')).toBeVisible();
    const [first, second] = await page.getByRole('main').getByRole('listitem').allInnerTexts();
    expect(first).toBe(
      'Berry Drip Cake, 6 inches now contains Gluten (wheat) and Soya (soybeans) as well and no longer contains Nuts (almonds). Contains: Eggs, Dairy (milk), Gluten (wheat), Soya (soybeans).',
    );
    expect(second).toContain('was £48 and is now £50');
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await ada.pay();
    await expect(ada.heading('Thank you')).toBeVisible();
    const [email] = await emailsAbout(shop.mail, ada.orderId());
    expect(email).toContain(
      '1. Berry Drip Cake. Contains: Eggs, Dairy (milk), Gluten (wheat), Soya (soybeans)',
    );
  });

  test('shows all changes on one screen; after acceptance the new price is paid', async ({
    page,
    owner,
  }) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    const { day } = await chosenDay(page);
    await ada.addToBasket();
    // Like a basket from last week, with another price.
    await page.evaluate(() => {
      const basket = JSON.parse(localStorage.getItem('basket') ?? '[]');
      basket[0].size.price = 4000;
      basket[0].size.api = 'price_of_last_week';
      localStorage.setItem('basket', JSON.stringify(basket));
    });
    await page.reload();
    await ada.openBasket();
    // The basket has today's price by now.
    await expect(ada.basket.getByText('£48').first()).toBeVisible();
    await ada.basket.getByRole('button', { name: 'Checkout' }).click();
    await ada.fillIn();
    await owner.changePrice('berry-drip-cake', '6', 50, 48);
    await owner.close(day);
    await ada.placeOrder();
    await expect(ada.heading('A few things have changed')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('was £48 and is now £50');
    await expect(page.getByRole('main')).toContainText(dayInWords(Day.parse(day), 'short'));
    await expectAccessibleAndToFit(page);
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page.getByText('Please choose one of these.')).toBeVisible();
    await expectAccessibleAndToFit(page);
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page.getByText('£50').first()).toBeVisible();
    await ada.pay();
    await expect(ada.heading('Thank you')).toBeVisible();
  });
});
