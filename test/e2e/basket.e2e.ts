import type { Locator } from '@playwright/test';
import { holdRequests } from './held-requests.ts';
import { chosenDay } from './live-page.ts';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, dayFromToday, listSessions, openPage, visitor } from './visitor.ts';

test.use(WITH_MOTION);

const CUP_CAKES = '/cakes/cup-cakes/vanilla-cup-cakes';
const CHIPS = { name: 'The next days that can be chosen' };

test('impatient taps while the basket’s script is coming add one cake', async ({ page }) => {
  const ada = visitor(page);
  const letCome = await holdRequests(page, /assets\/basket-.*\.js/);
  await ada.openCake();
  await ada.chooseDay();
  const add = page.getByRole('button', { name: 'Add to basket' }).first();
  for (let taps = 0; taps < 3; taps++) await add.click();
  letCome();
  await expect(ada.basket).toContainText('Total £48');
});

test('the basket groups by day, counts equal items and changes them in place', async ({
  page,
  owner,
}) => {
  const ada = visitor(page);
  const { basket } = ada;
  const titles = basket.getByRole('listitem').getByRole('heading');
  await ada.openCake();
  await page.getByLabel(/message/i).fill('Happy Birthday Zoë');
  await ada.chooseDay();
  const { words } = await chosenDay(page);
  await page.getByRole('button', { name: /Rainbow Tall Candles/ }).click();
  // A second press does not buy a second one unseen.
  const candles = page.getByRole('listitem').filter({ hasText: 'Rainbow' });
  await expect(candles).toContainText('1 pack, £6');
  await expect(candles).toBeFocused();
  await candles.getByRole('button', { name: 'One more' }).click();
  await expect(candles).toContainText('2 packs, £12');
  await candles.getByRole('button', { name: 'Remove' }).click();
  await expect(candles).toContainText('1 pack, £6');
  await ada.addToBasket();
  await expect(titles).toHaveText(['Berry Drip Cake', /Candles/]);
  await basket.getByRole('button', { name: 'One Berry Drip Cake more' }).click();
  const quantity = basket.getByRole('group', { name: 'Quantity of Berry Drip Cake' });
  await expect(quantity.getByRole('status')).toHaveText('2');
  await expect(basket).toContainText('Total £102');

  // The next cake starts with the basket's day.
  await openPage(page, CUP_CAKES);
  await expect(page.getByText(`You collect on ${words}, with the rest of`)).toBeVisible();
  await page.getByRole('list', CHIPS).getByRole('button').nth(2).click();
  await ada.addToBasket();
  await expect(basket).toContainText(/You would come twice: on .* and /);
  await expect(titles).toHaveText(['Berry Drip Cake', /Candles/, 'Vanilla Cup Cakes']);
  await basket.getByText('Choose another day').last().click();
  await basket.getByRole('list', CHIPS).getByRole('button').nth(1).click();
  await expect(basket).not.toContainText('You would come');
  await expect(basket.getByRole('region', { name: `Collection on ${words}` })).toContainText('£19');

  // Removing offers Undo, which has the focus.
  await basket.getByRole('button', { name: 'Remove Berry Drip Cake' }).click();
  await expect(basket).toContainText('Total £25');
  await expect(basket.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(titles).toHaveText(['Berry Drip Cake', /Candles/, 'Vanilla Cup Cakes']);

  await basket.getByRole('link', { name: 'Edit Berry Drip Cake' }).click();
  await expect(page).toHaveURL(BERRY_DRIP_CAKE);
  await expect(page.getByRole('radio', { name: /6 inches/ })).toBeChecked();
  await expect(page.getByLabel(/message/i)).toHaveValue('Happy Birthday Zoë');
  await expect(page.getByText(`You collect on ${words}.`)).toBeVisible();
  // What is typed is kept, not the basket's text.
  await page.getByLabel(/message/i).fill('Happy Birthday Ada');
  await page.getByRole('link', { name: 'ABOUT US' }).first().click();
  await expect(page).toHaveURL('/about-us');
  await page.goBack();
  await expect(page.getByLabel(/message/i)).toHaveValue('Happy Birthday Ada');
  await page.getByRole('radio', { name: /8 inches/ }).check();
  await page.getByRole('button', { name: 'Update basket' }).click();
  await expect(basket).toContainText('8 inches');
  await expect(basket).not.toContainText('6 inches');
  await expect(quantity.getByRole('status')).toHaveText('2');

  // A price that changes and a day that passes meanwhile.
  await owner.changePrice('berry-drip-cake', '8', 71, 68);
  await expect(basket).toContainText('The price has changed: it was £68 and is now £71.');
  const lastWeek = dayFromToday(-7);
  await page.evaluate((day) => {
    const items = JSON.parse(localStorage.getItem('basket') ?? '[]');
    for (const item of items) item.selectedDay = day;
    localStorage.setItem('basket', JSON.stringify(items));
  }, lastWeek);
  await page.goto('/terms');
  await owner.changePrice('berry-drip-cake', '8', 72, 71);
  await ada.openBasket();
  await expect(basket).toContainText('The price has changed: it was £71 and is now £72.');
  await expect(basket).toContainText('Total £169');
  await expect(basket).toContainText('can no longer be chosen: In the past.');
  await basket.getByRole('list', CHIPS).getByRole('button').nth(1).click();
  await expect(basket).not.toContainText('can no longer be chosen');
  await expect(basket.getByRole('region')).toHaveCount(1);
});

test.describe('with a cake that the cafe has hidden', () => {
  test.use({ expectedErrors: /404/ });

  test('a basket that cannot be ordered says why, and Checkout waits until it is mended', {
    tag: '@nightly',
  }, async ({ page, owner }) => {
    const ada = visitor(page);
    const { basket } = ada;
    const checkout = basket.getByRole('button', { name: 'Checkout' });
    await ada.openCake();
    await ada.chooseDay();
    const { day, words } = await chosenDay(page);
    await ada.addToBasket();
    await openPage(page, CUP_CAKES);
    await ada.addToBasket();
    await owner.close(day);
    await owner.hide('vanilla-cup-cakes');
    await expect(basket).toContainText('can no longer be chosen: Fully booked or closed that day.');
    await expect(basket).toContainText('please remove Vanilla Cup Cakes');
    await expect(checkout).toHaveAttribute('aria-disabled', 'true');
    await checkout.click({ force: true });
    await expect(basket.getByText('can no longer be chosen')).toBeFocused();
    await basket.getByRole('button', { name: 'Remove Vanilla Cup Cakes' }).click();
    await basket.getByText('More days').click();
    const grid = basket.getByRole('grid');
    // A closed day says why, and moves nothing.
    await grid.getByRole('button', { disabled: true }).last().press('Enter');
    await expect(basket.getByText('Moved to')).toHaveCount(0);
    await expect(basket.getByRole('region', { name: words })).toHaveCount(1);
    await grid.getByRole('button', { disabled: false }).last().click();
    await expect(basket.getByRole('region', { name: words })).toHaveCount(0);
    await checkout.click();
    await expect(ada.panel).toContainText('Berry Drip Cake');
  });
});

test.describe('after Back from the card page', () => {
  test.use({ expectedErrors: /409/ });

  test('the choice is kept, and Buy now adds no second cake', { tag: '@nightly' }, async ({
    page,
    shop,
  }) => {
    const ada = visitor(page);
    const before = await openSessions(shop.stripe);
    await ada.openCake();
    await page.getByRole('radio', { name: /8 inches/ }).check();
    await page.getByLabel(/message/i).fill('Happy Birthday Ada');
    await ada.chooseDay();
    const { words } = await chosenDay(page);
    // A link to a part of the page makes a new history entry.
    await page.getByRole('link', { name: 'CONTACT' }).first().click();
    await page.getByRole('button', { name: 'Buy now' }).first().click();
    await ada.fillIn();
    await ada.placeOrder();
    await expect(page.getByRole('button', { name: 'Pay £68' })).toBeVisible();

    await page.goBack();
    await expect(page.getByRole('radio', { name: /8 inches/ })).toBeChecked();
    await expect(page.getByLabel(/message/i)).toHaveValue('Happy Birthday Ada');
    await expect(page.getByText(`You collect on ${words}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Buy now' }).first().click();
    await expect(ada.panel).toContainText('Already in your basket: Berry Drip Cake');
    await ada.panel.getByRole('button', { name: 'One Berry Drip Cake more' }).click();
    await ada.fillIn();
    await ada.placeOrder();
    // Two cakes are another order, so the first checkout has ended.
    await expect(page.getByRole('button', { name: 'Pay £136' })).toBeVisible();
    expect(await openSessions(shop.stripe)).toBe(before + 1);
    await ada.pay();
    await expect(ada.heading('Thank you')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a cake takes six taps from home to paid, and ordering it again takes three', {
    tag: '@nightly',
  }, async ({ page }) => {
    const ada = visitor(page);
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.tap();
    };
    const goToPayment = async () => {
      await tap(ada.panel.getByRole('button', { name: 'Place Your Order' }));
      await ada.typeCard('4242 4242 4242 4242');
      await tap(page.getByRole('button', { name: /^Pay £/ }));
      await expect(ada.heading('Thank you')).toBeVisible();
    };
    await openPage(page, '/');
    await tap(page.getByRole('link', { name: /Celebration Cakes/ }).first());
    await tap(
      page
        .getByRole('main')
        .getByRole('link', { name: /Berry Drip Cake/ })
        .first(),
    );
    await tap(page.getByRole('button', { name: 'Buy now' }).first());
    const popUp = page.getByRole('dialog', { name: 'SELECT A DAY' });
    await tap(popUp.getByRole('list', CHIPS).getByRole('button').nth(1));
    await ada.fillIn();
    await goToPayment();
    expect(taps).toBeLessThanOrEqual(6);

    const again = page.getByRole('region', { name: 'Order it again' });
    const day = again.getByRole('list', CHIPS).getByRole('button').nth(2);
    await page.route('**/api/cakes/*', (route) => route.fulfill({ json: 'of a proxy' }));
    await day.click();
    await expect(again.getByRole('status')).toContainText('could not look up');
    await page.unroute('**/api/cakes/*');

    // Meanwhile the cake needs more notice, and has other allergens.
    await page.route('**/api/cakes/*', async (route) => {
      const response = await route.fetch();
      const { contains: _, ...cake } = await response.json();
      await route.fulfill({ json: { ...cake, leadDays: 30, allergens: ['Soya'] } });
    });
    const words = await day.textContent();
    await day.click();
    await expect(again.getByRole('status')).toContainText('We need 30 days’ notice for this cake');
    await expect(day).not.toHaveText(words ?? '');
    await day.click();
    await expect(again.getByRole('status')).toContainText(
      'Berry Drip Cake have changed. Contains: Soya.',
    );
    await expect(ada.panel).toBeHidden();
    await page.unroute('**/api/cakes/*');
    // What it is now.
    await page.reload();

    taps = 0;
    await tap(day);
    await expect(ada.panel.getByLabel('Your Name')).toHaveValue('Ada Lovelace');
    await goToPayment();
    expect(taps).toBeLessThanOrEqual(3);
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Paid £48');

    // It asks before it joins what is in the basket.
    await openPage(page, CUP_CAKES);
    await ada.chooseDay();
    await ada.addToBasket();
    await page.goBack();
    await page.goBack();
    await expect(ada.heading('Thank you')).toBeVisible();
    await again.getByText('More days').click();
    await again.getByRole('grid').getByRole('button', { disabled: false }).last().click();
    const question = again.getByRole('region', { name: 'Your basket' });
    await expect(question).toContainText('Your basket already has Vanilla Cup Cakes for');
    await question.getByRole('button', { name: 'Order only this, take the rest out' }).click();
    await expect(ada.panel).toContainText('Berry Drip Cake');
    await expect(ada.panel).not.toContainText('Vanilla Cup Cakes');
    await page.keyboard.press('Escape');
    await expect(again.getByRole('heading', { name: 'Order it again' })).toBeFocused();
  });
});

async function openSessions(stripe: string): Promise<number> {
  const sessions = await listSessions(stripe);
  return sessions.filter(({ status }) => status === 'open').length;
}
