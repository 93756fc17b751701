import { type Instant, plusSeconds } from '#domain/clock.ts';
import {
  isFunded,
  isPaidByLink,
  type Order,
  type OrderId,
  opening,
  openStates,
  parseOrderId,
  stateAfter,
  transitions,
} from '#domain/orders/order.ts';
import { type PublicOrder, publicView } from '#domain/orders/public-order.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import type {
  Checkout,
  OrderWithCheckout,
  PaymentObstacle,
} from '#server/stripe/checkout-sessions.ts';
import { logUnavailable, PaymentsUnavailable } from '#server/stripe/errors.ts';
import { changedAllergens } from './current-allergens.ts';
import { isEntered, paymentsOf } from './ledger.ts';
import { lockOrder, transitioned } from './lock-order.ts';
import {
  applyCheckout,
  expireOrder,
  hasCheckout,
  type SyncedPayment,
  syncPaymentStatus,
} from './pay.ts';
import { readOrder } from './rows.ts';
import { changeOrders } from './trail.ts';

/**
 * How long a checkout takes payments. Short, because the lead time counts from the day of the order.
 * The provider allows no less than 30 minutes, by its own clock.
 */
export const CHECKOUT_SECONDS = 60 * 60;
const SHORTEST_CHECKOUT_SECONDS = 31 * 60;
/** Clocks differ. */
const SEARCH_BACK_SECONDS = 2 * 60 * 60;

/**
 * Opens a checkout of an order that has none.
 * @returns its URL; undefined when the order has changed meanwhile: then nobody can pay the checkout.
 * @throws {PaymentsUnavailable}
 */
export async function openCheckout(shop: Shop, order: Order): Promise<string | undefined> {
  const { checkoutId, url } = await openOrFind(shop, order);
  if (await attachCheckout(shop, order.id, checkoutId, order.payBy)) return url;
  await shop.payments.expireCheckout({ ...order, checkoutId });
  return undefined;
}

/** Whether a checkout of the order can still be opened: the provider's shortest would outlast `payBy` later. */
export function canOpen({ clock }: Shop, { payBy }: Pick<Order, 'payBy'>): boolean {
  return clock.now() <= plusSeconds(payBy, -SHORTEST_CHECKOUT_SECONDS);
}

/**
 * Opens the checkout, or finds the one from before an older backup was restored: the provider does not
 * open a second one.
 * @throws {PaymentsUnavailable}
 */
async function openOrFind(shop: Shop, order: Order) {
  try {
    return await shop.payments.openCheckout(order);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || error.reason !== 'refused') throw error;
    const [opened] = await findCheckouts(shop, order);
    if (!opened) throw error;
    const { checkoutId } = opened;
    const checkout = await shop.payments.checkout({ ...order, checkoutId });
    if (checkout.status === 'open') return { checkoutId, url: checkout.url };
    // Completed: the next request finds out whether it is paid.
    await attachCheckout(shop, order.id, checkoutId);
    throw error;
  }
}

/**
 * Stores the checkout that was opened for an order; never replaces another.
 * @param payBy for which it was opened: since, a part may have been paid, and a checkout of the rest allowed.
 * @returns false, and writes nothing, when the order is in another state or has another checkout.
 */
export async function attachCheckout(
  { db }: Pick<Shop, 'db'>,
  id: OrderId,
  checkoutId: string,
  payBy?: Instant,
): Promise<boolean> {
  step('orders.attachCheckout start', id);
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ checkout_id: checkoutId })
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .where((row) => row.or([row('checkout_id', 'is', null), row('checkout_id', '=', checkoutId)]))
    .$if(payBy !== undefined, (query) => query.where('pay_by', '=', payBy ?? ''))
    .executeTakeFirstOrThrow();
  step('orders.attachCheckout end', id);
  return numUpdatedRows === 1n;
}

/**
 * Ends what could still be paid of an order, so that it can be replaced, paid in another way, or cancelled.
 * @returns what keeps it from that: it is paid, a delayed payment is on its way, or it is not certain that no
 * checkout of it can be paid.
 */
export async function endPayment(shop: Shop, order: Order): Promise<PaymentObstacle | undefined> {
  try {
    const ended = await endCheckout(shop, order);
    // A part of it, too: the caller wants to look at the order again.
    if (isFunded(ended.state) || ended.checkout?.status === 'paid') return 'paid';
    if (ended.checkout?.status === 'processing') return 'processing';
    // One that the provider does not know (`gone`) may be open in another account, but not after `payBy`. Of a phone
    // order, the caller's statement finds only one that has none stored as open.
    const isOver = ended.state !== 'placed' || shop.clock.now() > order.payBy;
    return isOver && !mayBePaid(ended) ? undefined : 'unavailable';
  } catch (error) {
    logUnavailable(shop, order.id, error);
    return 'unavailable';
  }
}

/**
 * Ends every checkout that the order has or may have. Only the payment provider's word or our own funding ends a
 * checkout: a backup may be older than the payment, so an order that has expired here is asked about too.
 * @returns what was found; money on its way or already there keeps the order from being replaced (`mayBePaid`).
 * @throws {PaymentsUnavailable}
 */
export async function endCheckout(shop: Shop, order: Order): Promise<SyncedPayment> {
  const current = hasCheckout(order) ? order : await expireBeforeOpening(shop, order);
  if (isFunded(current.state)) return { state: current.state };
  let ended: SyncedPayment = { state: current.state };
  if (hasCheckout(current)) {
    ended = await applyCheckout(shop, current, await shop.payments.expireCheckout(current));
    if (!isPaidByLink(current.state) || mayBePaid(ended)) return ended;
  }
  return (await syncUnstored(shop, current, shop.payments.expireCheckout)) ?? ended;
}

/** Another tab may be opening its checkout: either that tab finds the order expired, or the order has a checkout now. */
async function expireBeforeOpening(shop: Shop, order: Order): Promise<Order> {
  await expireOrder(shop, order);
  return (await readOrder(shop.db, order.id)) ?? order;
}

/** Whether the order is paid, or a checkout of it may be. */
export function mayBePaid({ state, checkout }: SyncedPayment): boolean {
  return isFunded(state) || (checkout !== undefined && MAY_BE_PAID.includes(checkout.status));
}

const MAY_BE_PAID: Checkout['status'][] = ['open', 'processing', 'paid', 'mismatch'];

/**
 * Looks at the payment provider for checkouts that are not stored here, because the backup that was restored is
 * older, and stores the first that may be paid.
 * @param ask reads the status of a checkout, or ends it.
 * @returns undefined when there is none.
 * @throws {PaymentsUnavailable}
 */
export async function syncUnstored(
  shop: Shop,
  order: Order,
  ask: (order: OrderWithCheckout) => Promise<Checkout>,
): Promise<SyncedPayment | undefined> {
  const payments = await paymentsOf(shop.db, order.id);
  for (const { checkoutId } of await findCheckouts(shop, order)) {
    if (checkoutId === order.checkoutId || payments.some(({ id }) => id === checkoutId)) continue;
    const found = { ...order, checkoutId };
    const checkout = await ask(found);
    if (!mayBePaid({ state: order.state, checkout })) continue;
    if (await adoptCheckout(shop, order.id, checkoutId)) {
      return applyCheckout(shop, { ...found, state: stateAfter(order.state, opening) }, checkout);
    }
    // Another request has stored it, and perhaps funded the order.
    return { state: (await readOrder(shop.db, order.id))?.state ?? order.state, checkout };
  }
}

/**
 * Finds the checkouts that the shop opened for an order and that are open or completed.
 * @throws {PaymentsUnavailable}
 */
function findCheckouts({ payments }: Shop, { id, state, placedAt, payBy }: Order) {
  const firstOpened = isPaidByLink(state) ? placedAt : plusSeconds(payBy, -CHECKOUT_SECONDS);
  return payments.checkoutsOf(id, plusSeconds(firstOpened, -SEARCH_BACK_SECONDS));
}

/**
 * Stores a checkout that was found at the payment provider and may be paid, also of an order that has expired. Of one that
 * is paid by a link it replaces one that has ended, and counts as open until the provider says otherwise.
 * @returns false, and writes nothing, when the order is funded, has another checkout, or was paid in part by this one.
 */
export async function adoptCheckout(
  { db }: Shop,
  id: OrderId,
  checkoutId: string,
): Promise<boolean> {
  const adopted = await db.transaction().execute(async (trx) => {
    await lockOrder(trx, id).select('id').executeTakeFirst();
    if (await isEntered(trx, id, checkoutId)) return false;
    const [found] = await changeOrders(
      trx,
      (query) =>
        query
          .updateTable('orders')
          .set({ checkout_id: checkoutId, state: transitioned(['openCheckout', 'accept']) })
          .where('id', '=', id)
          .where('state', 'in', transitions.fund.from)
          .where(({ and, eb, or }) =>
            or([
              eb('checkout_id', 'is', null),
              and([
                eb('state', 'in', [...transitions.openCheckout.from, ...transitions.accept.from]),
                eb('checkout_id', '!=', checkoutId),
              ]),
            ]),
          )
          .returning('id'),
      { kind: 'checkout-found', actor: 'stripe', facts: { checkout: checkoutId } },
    );
    return found !== undefined;
  });
  step('orders.adoptCheckout end', id);
  if (adopted) return true;
  const known = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('checkout_id', '=', checkoutId)
    .where('state', 'in', transitions.fund.from)
    .executeTakeFirst();
  return known !== undefined;
}

export interface Confirmation {
  order: PublicOrder;
  /** The checkout of an order that can still be paid. */
  checkoutUrl: string | null;
  /** False when the payment provider could not be asked, so that the order's state may be outdated. */
  checked: boolean;
}

/**
 * Checks the payment when the thank-you page asks, without trusting the browser.
 * @param id from a URL. @returns undefined when it is malformed or unknown.
 */
export async function confirmOrder(shop: Shop, id: string): Promise<Confirmation | undefined> {
  const orderId = parseOrderId(id);
  const order = orderId && (await readOrder(shop.db, orderId));
  if (!order) return undefined;
  let status: SyncedPayment = { state: order.state };
  let checked = true;
  try {
    // Also of what is added to an order that is paid.
    if (order.state !== 'expired') status = await syncPaymentStatus(shop, order);
    if (status.checkout?.status === 'open') {
      const changed = await changedAllergens(shop, order.items);
      // Placing the basket again, or the pay link, says what has changed.
      if (changed.length > 0) status = await endCheckout(shop, order);
    }
  } catch (error) {
    logUnavailable(shop, order.id, error);
    checked = false;
  }
  const { checkout } = status;
  // The page must not say "not paid" for either.
  if (checkout?.status === 'gone' || checkout?.status === 'mismatch') checked = false;
  return {
    // Read again: another signal may have changed its state meanwhile.
    order: publicView((await readOrder(shop.db, order.id)) ?? order),
    checkoutUrl: checkout?.status === 'open' ? checkout.url : null,
    checked,
  };
}
