import type { Page } from '@playwright/test';
import type { Instant } from '#domain/clock.ts';
import { OrderId } from '#domain/orders/order.ts';
import { openSqlite } from '#server/db/open-sqlite.ts';
import type { RunningShop } from '../../harness/running-shop.ts';
import { placeByApi } from './orders-by-api.ts';
import { listSessions, openPage, visitor } from './visitor.ts';

const CONFIRMATION = '**/confirm';

/** Overrides columns of the stored order. */
interface Stored {
  state?: 'placed' | 'expired' | 'paid';
  payment?: 'processing' | 'failed' | 'unknown';
  /** In pence. */
  refunded?: number | 'all';
  cancelled_at?: Instant;
}

/**
 * Opens the thank-you page of an order with these columns; without `stored`, the payment check never
 * ends. Places an order unless one is given.
 */
export async function openThankYou(
  page: Page,
  shop: RunningShop,
  stored?: Stored,
  given?: string,
): Promise<void> {
  const order = given ?? (await placeByApi(shop)).id;
  await page.unroute(CONFIRMATION);
  if (stored) await store(shop, order, stored);
  else await page.route(CONFIRMATION, () => undefined);
  await openPage(page, `/thank-you-page/${order}`);
}

async function store({ environment }: RunningShop, id: string, stored: Stored): Promise<void> {
  const { refunded, ...columns } = stored;
  const orderId = OrderId.parse(id);
  const db = await openSqlite(environment.DATA_DIR ?? '');
  const { total } = await db
    .selectFrom('orders')
    .select('total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('orders')
    .set({ state: 'placed', payment: 'none', ...columns })
    .where('id', '=', orderId)
    .execute();
  await db.deleteFrom('reversals').where('order_id', '=', orderId).execute();
  if (refunded !== undefined) {
    await db
      .insertInto('reversals')
      .values({
        order_id: orderId,
        id: 're_1',
        provider_id: 're_1',
        kind: 'refund',
        payment: 'cs_1',
        amount: refunded === 'all' ? total : refunded,
        is_pending: 0,
        state: 'succeeded',
        at: new Date().toISOString(),
      })
      .execute();
  }
  await db.destroy();
}

/** Orders a cake, then that cake and another one; the second order gets the problem response. */
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

/** Places an order up to the card page; its cake stays in the basket. @returns the order’s id. */
async function placeWithoutPaying(page: Page, { stripe }: RunningShop): Promise<string> {
  await visitor(page).goToCheckout();
  const [session] = await listSessions(stripe);
  await openPage(page, '/');
  return session?.client_reference_id ?? '';
}
