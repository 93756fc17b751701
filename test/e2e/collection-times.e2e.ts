import { dayInWords, isDay, londonDay } from '#domain/calendar/days.ts';
import { expectAccessible, expectAccessibleAndToFit } from './accessible.ts';
import { bookOrders } from './booked-orders.ts';
import { chosenDay } from './live-page.ts';
import { expect, test, timeAt } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { openPage, visitor } from './visitor.ts';

test.use({ viewport: { width: 390, height: 664 } });

test('the owner offers collection times, a customer chooses one, and staff see it on the day', {
  tag: '@nightly',
}, async ({ page, context, shop, owner }) => {
  await owner.offerTime('10:00', '12:00');
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/more');
  await page.getByRole('link', { name: /^Collection times/ }).click();
  await page.getByLabel('From', { exact: true }).fill('14:00');
  await page.getByLabel('To', { exact: true }).fill('16:00');
  await page.getByLabel('Orders at most').fill('2');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('2pm–4pm Monday to Saturday · 2 orders at most')).toBeVisible();
  await expectAccessibleAndToFit(page);

  const ada = visitor(page);
  await ada.openCake();
  await ada.chooseDay();
  const times = page.getByRole('main').getByRole('group', { name: /^When do you come on/ });
  await times.getByLabel('10am–12pm').check();
  await page.reload();
  await expect(times.getByLabel('10am–12pm')).toBeChecked();
  // The basket knows it, and takes another choice.
  await page.getByRole('button', { name: 'Buy now' }).first().click();
  await expect(ada.panel).toContainText('10am⁠–⁠12pm');
  await ada.panel.getByRole('button', { name: 'Close' }).click();

  // A basket from before there were times.
  await page.evaluate(() => {
    const basket = JSON.parse(localStorage.getItem('basket') ?? '[]');
    for (const item of basket) item.time = undefined;
    localStorage.setItem('basket', JSON.stringify(basket));
  });
  await page.reload();
  await ada.openBasket();
  await expect(ada.basket.getByRole('radio', { name: '2pm–4pm' })).not.toBeChecked();
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await expect(ada.panel.getByRole('region', { name: 'Your order' })).not.toContainText(/\d[ap]m/);
  await ada.fillIn();
  await ada.placeOrder();
  await expect(ada.panel.getByRole('alert')).toHaveText('Please choose when you come.');
  await expect(ada.panel.getByRole('radio', { name: '10am–12pm' })).toBeFocused();
  await expectAccessible(page);
  await ada.panel.getByLabel('2pm–4pm').check();
  await ada.placeOrder();
  await ada.expectCardPage();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  await expect(page.getByText(/^Collect on .*, 2pm–4pm$/)).toBeVisible();

  const { items } = Object(
    await (await fetch(`${shop.origin}/api/orders/${ada.orderId()}`)).json(),
  );
  const day: unknown = items[0]?.day;
  if (!isDay(day)) throw new Error('The order has no day.');
  await openPage(page, `/owner/day/${day}`);
  await expect(page.getByRole('article').getByText('2pm–4pm').first()).toBeVisible();
  // A customer who rings for another time finds it as a move.
  await expect(page.getByRole('link', { name: /^Move to another day or time: Ada/ })).toBeVisible();
  await openPage(page, `/owner/print/bake-sheet/${day}`);
  await expect(page.getByRole('heading', { name: dayInWords(day) })).toBeVisible();
  await expect(page.getByRole('cell', { name: /^2pm–4pm Ada/ }).first()).toBeVisible();

  // With shorter hours the order stays, and the owner is told.
  await openPage(page, `/owner/calendar/hours?day=${day}`);
  await page.getByLabel('Closes').fill('13:00');
  await page.getByRole('button', { name: 'Save the hours of' }).click();
  const outside = /1 order has a collection time when you are closed: Ada.*, 2pm–4pm\./;
  await expect(page.getByText(outside)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Taken back.')).toBeVisible();
});

test('after Back another time counts, also for what is in the basket, and the one before stays free', {
  tag: '@nightly',
}, async ({ page, shop, owner }) => {
  await owner.offerTime('10:00', '12:00', '1');
  await owner.offerTime('14:00', '16:00');
  await owner.offerTime('16:00', '17:00', '1');
  const ada = visitor(page);
  const times = page.getByRole('main').getByRole('group', { name: /^When do you come on/ });
  const buy = page.getByRole('button', { name: 'Buy now' }).first();
  await ada.openCake();
  await ada.chooseDay();
  const { day } = await chosenDay(page);
  const ahead = (Date.parse(day) - Date.parse(londonDay(timeAt(shop)))) / 864e5;
  await bookOrders(shop, [{ name: 'Cy', day: ahead, items: [{ time: '16:00-17:00' }] }]);
  await times.getByLabel('10am–12pm').check();
  await page.getByRole('button', { name: /Rainbow Tall Candles/ }).click();
  await buy.click();
  await ada.fillIn();
  await ada.placeOrder();
  await ada.expectCardPage();

  await page.goBack();
  const toThatCheckout = page.getByRole('link', { name: 'Back to paying' });
  await expect(toThatCheckout).toBeVisible();
  await expect(times.getByLabel('10am–12pm')).toBeChecked();
  await times.getByLabel('2pm–4pm').check();
  await page.getByRole('button', { name: /^One more: .*Rainbow/ }).click();
  await expect(page.getByText('2 packs, £12')).toBeVisible();
  await expect(times.getByLabel('2pm–4pm')).toBeChecked();
  await page.getByRole('button', { name: /^Remove one: .*Rainbow/ }).click();
  await expect(toThatCheckout).toBeVisible();
  await buy.click();
  await expect(ada.panel).toContainText('Already in your basket');
  await expect(ada.panel).toContainText('2pm\u2060–\u20604pm');
  await expect(ada.panel).not.toContainText('10am');
  await ada.panel.getByRole('button', { name: 'Close' }).click();
  await expect(toThatCheckout).toBeHidden();
  // The order that is not paid yet holds it.
  await expect(times.getByLabel('4pm–5pm')).toBeDisabled();
  await expect(times.getByLabel('10am–12pm')).toBeEnabled();
});
