import type { Page } from '@playwright/test';
import type { RunningShop } from '../../harness/running-shop.ts';
import { bookOrders } from './booked-orders.ts';
import { openThankYou, orderMore } from './payment-states.ts';
import { setPractice, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

type Show = (page: Page, shop: RunningShop) => Promise<unknown>;

/** The name of each screenshot, and the steps to its state. */
const states: Record<string, Show> = {
  home: (page) => openPage(page, '/'),
  category: (page) => openPage(page, '/cakes/celebration-cakes'),
  'all-cakes': (page) => openPage(page, '/cakes?diet=no-nuts'),
  cake: (page) => openPage(page, BERRY_DRIP_CAKE),
  'about-us': (page) => openPage(page, '/about-us'),
  ask: (page) => openPage(page, '/ask'),
  privacy: (page) => openPage(page, '/privacy'),
  terms: (page) => openPage(page, '/terms'),
  'not-found': (page) => page.goto('/no-such-page'),
  menu: async (page) => {
    await openPage(page, '/');
    if (isPhone(page)) await page.getByRole('button', { name: 'Menu' }).click();
  },
  'gallery-overlay': async (page) => {
    await openPage(page, '/');
    await page.locator('#gallery button').first().click();
    await page.getByRole('dialog', { name: 'Our Gallery' }).getByRole('img').waitFor();
  },
  'large-picture': async (page) => {
    await visitor(page).openCake();
    await page.getByRole('button', { name: 'Show it large' }).click();
    await page.getByRole('dialog', { name: 'Large picture' }).getByRole('img').waitFor();
  },
  'select-a-day': async (page) => {
    await visitor(page).openCake();
    await page.getByRole('button', { name: 'Buy now' }).click();
  },
  'buy-bar': async (page) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    // Lower than the form, whose own buttons hide the bar.
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 600 });
    await page.evaluate(() => scrollTo({ top: 1.51 * innerHeight, behavior: 'instant' }));
    await page.getByRole('region', { name: 'Your choice' }).waitFor();
  },
  'basket-empty': async (page) => {
    await openPage(page, '/');
    const ada = visitor(page);
    await ada.openBasket();
    await ada.basket.getByText('Your cart is empty.').waitFor();
  },
  basket: async (page) => {
    const ada = visitor(page);
    await ada.openCake();
    await page.getByLabel(/message/i).fill('Happy Birthday Zoë');
    await ada.chooseDay();
    await page.getByRole('button', { name: /Rainbow Tall Candles/ }).click();
    await ada.addToBasket();
    await ada.basket.getByText('Total').waitFor();
  },
  'basket-two-days': async (page) => {
    const ada = visitor(page);
    await fillTwoDays(page);
    await ada.basket.getByText('Choose another day').first().click();
  },
  'basket-undo': async (page) => {
    const ada = visitor(page);
    await fillTwoDays(page);
    await ada.basket.getByRole('button', { name: 'Remove Vanilla Cup Cakes' }).click();
    await ada.basket.getByRole('button', { name: 'Undo' }).waitFor();
  },
  'pick-up-repeated': async (page) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await ada.addToBasket();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Buy now' }).first().click();
    await ada.panel.getByText('Already in your basket').waitFor();
  },
  'pick-up': async (page) => {
    await openPickUp(page);
    await visitor(page).fillIn();
  },
  'pick-up-errors': async (page) => {
    await openPickUp(page);
    await visitor(page).panel.getByRole('button', { name: 'Place Your Order' }).focus();
    await page.keyboard.press('Enter');
  },
  'pick-up-mistyped-email': async (page) => {
    await openPickUp(page);
    const { fillIn, panel } = visitor(page);
    await fillIn({ name: 'Ada Lovelace', email: 'ada@example', phone: '020 7946 0123' });
    await panel.getByText('Is this right?').waitFor();
  },
  'payment-without-details': (page) => openPage(page, '/payment-loading'),
  'payment-loading': async (page) => {
    await page.route('**/api/orders/*', () => undefined);
    await placeOrder(page);
    await visitor(page).heading('Taking you to the card payment').waitFor();
  },
  'payment-failed': async (page, shop) => {
    await setPractice(shop.stripe, { api: 'down' });
    await placeOrder(page);
    await visitor(page).heading('The payment did not start').waitFor();
  },
  'payment-changes': async (page) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await ada.addToBasket();
    await page.evaluate(() => {
      const basket = JSON.parse(localStorage.getItem('basket') ?? '[]');
      basket[0].size = { ...basket[0].size, price: 4000, api: 'price_of_last_week' };
      basket[0].cake.contains = ['Eggs', 'Dairy (milk)', 'Nuts (almonds)'];
      localStorage.setItem('basket', JSON.stringify(basket));
    });
    await openPickUp(page);
    await ada.fillIn();
    await ada.placeOrder();
    await ada.heading('A few things have changed').waitFor();
  },
  'payment-partly-paid': async (page, shop) => {
    await orderMore(page, shop, 'earlier-order-paid');
    await visitor(page).heading('Part of your basket is paid for').waitFor();
  },
  'payment-partly-processing': async (page, shop) => {
    await orderMore(page, shop, 'earlier-order-processing');
    await visitor(page).heading('A payment is still under way').waitFor();
  },
  'card-page': (page) => visitor(page).goToCheckout(),
  'home-unpaid': async (page) => {
    await visitor(page).goToCheckout();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByText('Nothing was charged.').waitFor();
  },
  'thank-you-unpaid': async (page) => {
    const ada = visitor(page);
    const placed = page.waitForRequest('**/api/orders/*');
    await ada.goToCheckout();
    const id = (await placed).url().split('/').at(-1);
    await openPage(page, `/thank-you-page/${id}`);
    await ada.heading('This order is not paid yet').waitFor();
  },
  'thank-you-processing': async (page, shop) => {
    await openThankYou(page, shop, { payment: 'processing' });
    await visitor(page).heading('Your payment is on its way').waitFor();
  },
  'thank-you-failed': async (page, shop) => {
    await openThankYou(page, shop, { state: 'expired', payment: 'failed' });
    await visitor(page).heading('Your bank did not make the payment').waitFor();
  },
  'thank-you-unknown': async (page, shop) => {
    await openThankYou(page, shop, { state: 'expired', payment: 'unknown' });
    await visitor(page).heading('We could not check this payment').waitFor();
  },
  'thank-you-refunded': async (page, shop) => {
    await openThankYou(page, shop, { state: 'paid', refunded: 'all' });
    await visitor(page).heading('Thank you').waitFor();
  },
  'thank-you-refunded-in-part': async (page, shop) => {
    await openThankYou(page, shop, { state: 'paid', refunded: 500 });
    await visitor(page).heading('Thank you').waitFor();
  },
  'thank-you-pending': async (page, shop) => {
    await setPractice(shop.mail, { sending: '403' });
    await pay(page);
    await visitor(page).heading('Your payment is safe').waitFor();
  },
  'thank-you': async (page) => {
    await pay(page);
    await visitor(page).heading('Thank you').waitFor();
  },
  inbox: (page, shop) => page.goto(shop.mail),
  ...Object.fromEntries(
    ['', '/week', '/orders', '/needs-you', '/more'].map((screen): [string, Show] => [
      `owner${screen.replace('/', '-')}`,
      (page, shop) => openScreen(page, shop, screen),
    ]),
  ),
  'owner-order': async (page, shop) => {
    await openScreen(page, shop, '/orders');
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  },
};

// Some states are of failures, which the console has too.
test.use({ expectedErrors: /.*/ });

for (const [name, show] of Object.entries(states)) {
  test(name, async ({ page, shop }, { project }) => {
    await show(page, shop);
    const showsPart = name === 'buy-bar' || (await page.locator('dialog[open]').count()) > 0;
    if (!showsPart) await scrollThrough(page);
    await decodeImages(page, showsPart ? 'dialog[open] img' : 'img');
    await page.screenshot({
      path: `shots/${name}-${project.name}.png`,
      fullPage: !showsPart,
      animations: 'disabled',
    });
  });
}

/** Elements fade in, and calendars load, when they come into view. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
}

async function decodeImages(page: Page, selector: string): Promise<void> {
  await page.evaluate(async (imageSelector) => {
    const images = document.querySelectorAll<HTMLImageElement>(imageSelector);
    for (const image of images) image.loading = 'eager';
    await Promise.allSettled([...images].map((image) => image.decode()));
  }, selector);
}

/** Opens a screen of the owner, with orders of today and of yesterday. */
async function openScreen(page: Page, shop: RunningShop, screen: string): Promise<void> {
  await signInContext(page.context(), shop, 'owner');
  await bookOrders(shop, [
    { name: 'Ada Lovelace', items: [{ message: 'Happy Birthday Zoë' }] },
    { name: 'Grace Hopper', fulfilment: 'ready' },
    { name: 'Mary Seacole', day: -1 },
  ]);
  await openPage(page, `/owner${screen}`);
}

function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

async function fillTwoDays(page: Page) {
  const ada = visitor(page);
  await ada.openCake();
  await ada.chooseDay();
  await ada.addToBasket();
  await ada.basket.getByRole('button', { name: 'One Berry Drip Cake more' }).click();
  await ada.openCake('/cakes/cup-cakes/vanilla-cup-cakes');
  const days = page.getByRole('list', { name: 'The next days that can be chosen' });
  await days.getByRole('button').nth(2).click();
  await ada.addToBasket();
}

async function openPickUp(page: Page): Promise<void> {
  const ada = visitor(page);
  await ada.openCake();
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await ada.panel.getByLabel('Your Name').waitFor();
}

async function placeOrder(page: Page): Promise<void> {
  await openPickUp(page);
  const ada = visitor(page);
  await ada.fillIn();
  await ada.placeOrder();
}

async function pay(page: Page): Promise<void> {
  const ada = visitor(page);
  await ada.goToCheckout();
  await ada.pay();
}
