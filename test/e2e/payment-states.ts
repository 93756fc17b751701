import type { Page } from '@playwright/test';
import type { RunningShop } from '../../harness/running-shop.ts';
import { go, sessionsAt, visitor } from './visitor.ts';

/** What the shop would answer after days of waiting. */
interface Answered {
  state?: 'placed' | 'expired' | 'paid';
  payment?: 'processing' | 'failed' | 'unknown';
  /** In pence. */
  refunded?: number | 'all';
}

/** Opens the thank-you page of an unpaid order that is confirmed as told; without it, not at all. */
export async function openThankYou(page: Page, shop: RunningShop, answered?: Answered) {
  const orderId = await placeWithoutPaying(page, shop);
  const order = await (await fetch(`${shop.origin}/api/orders/${orderId}`)).json();
  const confirmed = {
    ...order,
    ...answered,
    ...(answered?.refunded === 'all' && { refunded: order.total }),
  };
  await page.route('**/confirm', (route) =>
    answered
      ? route.fulfill({ json: { order: confirmed, checkoutUrl: null, checked: true } })
      : undefined,
  );
  await go(page, `/thank-you-page/${orderId}`);
}

/** Orders a cake, then that cake and another one, which the shop answers with the problem. */
export async function orderMore(
  page: Page,
  shop: RunningShop,
  problem: 'earlier-order-paid' | 'earlier-order-processing',
) {
  const order = await placeWithoutPaying(page, shop);
  const type = `urn:problem-type:battenberg:${problem}`;
  await page.route('**/api/orders/*', (route) =>
    route.fulfill({
      status: 409,
      json: { type, title: problem, status: 409, detail: problem, order },
    }),
  );
  const ada = visitor(page);
  await ada.openCake('/cakes/cup-cakes/vanilla-cup-cakes');
  await ada.chooseDay();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await ada.fillIn();
  await ada.placeOrder();
}

/** To the card page and no further. @returns the order’s id. */
async function placeWithoutPaying(page: Page, { stripe }: RunningShop): Promise<string> {
  await visitor(page).goToCheckout();
  const [session] = await sessionsAt(stripe);
  await go(page, '/');
  return session?.client_reference_id ?? '';
}
