import { type Kysely, sql } from 'kysely';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import { raiseIncident, raiseUnreadable } from './incidents.ts';
import { syncPaymentStatus } from './pay.ts';
import { readOrders } from './rows.ts';

/** Checks in parallel: below the provider's rate limit. */
const AT_ONCE = 5;
/** An order that is unsettled after this time is raised as an incident. */
const UNSETTLED_AFTER_SECONDS = 24 * 60 * 60;

/**
 * Checks the orders with an open checkout at the payment provider, which finds payments whose webhook was lost and
 * whose customer did not return.
 * @param olderThan seconds during which a new order is not checked: its customer is still paying.
 */
export async function reconcile(shop: Shop, olderThan: number): Promise<void> {
  const ids = await openOrders(shop.db, shop.clock.now(), olderThan);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const batch = ids.slice(at, at + AT_ONCE);
    const orders = await readOrders(shop.db, batch);
    const order = (id: OrderId) => orders.find((each) => each.id === id);
    const reached = await Promise.all(batch.map((id) => check(shop, id, order(id))));
    if (!reached.includes(true)) {
      shop.log.warn({}, 'the payment provider is unreachable: reconciling goes on next round');
      return;
    }
  }
}

/** Oldest first, then those with an addition. One from the future was placed by a clock that was set back. */
export async function openOrders(
  db: Kysely<Tables>,
  now: Instant,
  olderThan: number,
): Promise<OrderId[]> {
  const before = plusSeconds(now, -olderThan);
  const rows = await db
    .selectFrom('orders')
    .select('id')
    // As in the partial index: SQLite does not use it for bound values.
    .where(sql<boolean>`state in ('placed', 'paying', 'accepting')`)
    .where((row) => row.or([row('placed_at', '<', before), row('placed_at', '>', now)]))
    .orderBy('placed_at')
    .orderBy('id')
    .execute();
  const added = await db
    .selectFrom('additions')
    .select('order_id as id')
    .orderBy('pay_by')
    .execute();
  return [...new Set([...rows, ...added].map(({ id }) => id))];
}

/** @returns whether the provider was reached. */
async function check(shop: Shop, id: OrderId, order: Order | undefined): Promise<boolean> {
  if (!order) {
    await raiseUnreadable(shop, id);
    return true;
  }
  try {
    await syncPaymentStatus(shop, order);
    return true;
  } catch (error) {
    const isExpected = error instanceof PaymentsUnavailable;
    const reason = isExpected ? error.reason : 'error';
    const code = isExpected ? error.code : 'unexpected';
    const err = isExpected ? undefined : error;
    shop.log.warn({ orderId: id, reason, code, err }, 'a payment could not be checked');
    if (shop.clock.now() > plusSeconds(order.payBy, UNSETTLED_AFTER_SECONDS)) {
      const subject = order.checkoutId ?? id;
      const facts = { reason, code };
      await raiseIncident(shop, { kind: 'payment-unsettled', subject, orderId: id, facts });
    }
    return reason !== 'unreachable';
  }
}
