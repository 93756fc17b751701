import { type Instant, plusSeconds } from '#domain/clock.ts';
import { isPaidByLink, type Order, OrderId, wasBooked } from '#domain/orders/order.ts';
import { DatabaseUnavailable } from '#server/db/database-errors.ts';
import type { Shop } from '#server/shop.ts';
import type { PaidCheckout } from '#server/stripe/checkout-sessions.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import type { PaymentEvent } from '#server/stripe/read-event.ts';
import { addOrder } from './add.ts';
import { fundAddition } from './additions.ts';
import { adoptCheckout } from './checkout.ts';
import { raiseIncident, raiseUnreadable } from './incidents.ts';
import { syncPaymentStatus } from './pay.ts';
import { syncReversals, syncReversalsOf } from './reversals.ts';
import { orderOfCheckout, readOrder, UnreadableOrder } from './rows.ts';
import { syncBalance } from './sync-balance.ts';

const DAYS_BACK = 14;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Asks the payment provider about the subject of an event. Events repeat, come late and out of order:
 * handling one twice changes nothing.
 * @returns false when a payment could not be matched to an order: the provider must send it again.
 * @throws {PaymentsUnavailable}
 */
export async function handlePaymentEvent(shop: Shop, event: PaymentEvent): Promise<boolean> {
  if (event.about === 'balance') await syncBalance(shop);
  if (event.about === 'reversal') await syncReversalsOf(shop, event.paymentId);
  if (event.about !== 'checkout') return true;
  const order = await orderOfCheckout(shop.db, event.checkoutId);
  if (order) {
    await syncPaymentStatus(shop, order);
    return true;
  }
  const paid = await shop.payments.paidCheckout(event.checkoutId);
  return paid === undefined || recoverOrder(shop, paid);
}

/**
 * Compares the paid checkouts of the last two weeks at the payment provider with the orders, and the refunds
 * and disputes of that time with orders of any age. An order may be missing or unpaid here after an older
 * backup was restored or an event was lost.
 * @throws {PaymentsUnavailable} when some could not be compared.
 */
export async function recoverOrders(shop: Shop): Promise<void> {
  const since = recoveredSince(shop);
  let failure: PaymentsUnavailable | undefined;

  /** Catches errors, so that one payment does not stop the comparison of the others. */
  async function compare(facts: object, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      if (error instanceof UnreadableOrder) return raiseUnreadable(shop, error.orderId);
      shop.log.error({ err: error, ...facts }, 'a payment was not compared');
      if (error instanceof PaymentsUnavailable) failure = error;
    }
  }

  /** Payments whose refunds and disputes are compared with their checkouts. */
  const compared = new Set<string | null>();
  async function comparePaid(paid: PaidCheckout): Promise<void> {
    const { checkoutId: checkout } = paid;
    await compare({ checkout }, async () => {
      const order = await orderOfCheckout(shop.db, checkout);
      return order ? sync(shop, order, paid) : recoverOrder(shop, paid);
    });
  }
  const additions: PaidCheckout[] = [];
  for await (const paid of shop.payments.paidCheckouts(since)) {
    if (paid.isReversed) compared.add(paid.charge.paymentId);
    if (paid.addition) additions.push(paid);
    else await comparePaid(paid);
  }
  // Their orders have been restored by now.
  for (const paid of additions.reverse()) await comparePaid(paid);
  const reversed = await shop.payments.reversedPayments(since);
  for (const payment of reversed.filter((id) => !compared.has(id))) {
    await compare({ payment }, () => syncReversalsOf(shop, payment));
  }
  if (failure) throw failure;
}

/**
 * Matches a payment that no order's own checkout accounts for: restores the missing order from the
 * checkout's metadata, or raises an incident.
 * @returns false when a payment to the shop matches no order.
 */
async function recoverOrder(shop: Shop, paid: PaidCheckout): Promise<boolean> {
  const { orderId, checkoutId } = paid;
  if (orderId === null) return raiseForeign(shop, paid);

  const existing = await readOrder(shop.db, orderId);
  if (existing) {
    if (paid.addition) return recoverAddition(shop, existing, paid);
    // An ended checkout of an order with a link does not keep the next one from being stored.
    if (isPaidByLink(existing.state)) await syncPaymentStatus(shop, existing);
    // The server stopped, or the backup was made, before the checkout's id was stored.
    await adoptCheckout(shop, orderId, checkoutId);
  } else if (paid.order) await restoreOrder(shop, paid.order, checkoutId);
  else {
    await raiseIncident(shop, { kind: 'payment-without-order', ...aboutPaid(paid) });
    return false;
  }
  const order = await orderOfCheckout(shop.db, checkoutId);
  if (order) await sync(shop, order, paid);
  else await raiseIncident(shop, { kind: 'payment-mismatch', ...aboutPaid(paid) });
  return true;
}

/** Adds what was paid to an order that does not know of it, or raises an incident. */
async function recoverAddition(shop: Shop, order: Order, paid: PaidCheckout): Promise<true> {
  const { addition, charge } = paid;
  if (addition && addition !== 'mismatch' && wasBooked(order.state)) {
    await fundAddition(shop, order.id, addition, charge);
    await sync(shop, order, paid);
  } else await raiseIncident(shop, { kind: 'payment-mismatch', ...aboutPaid(paid) });
  return true;
}

function sync(shop: Shop, order: Order, { isReversed }: PaidCheckout): Promise<unknown> {
  return isReversed ? syncReversals(shop, order) : syncPaymentStatus(shop, order);
}

/**
 * Raises an incident for a checkout of others that names an order: anyone can write an order's id into the
 * reference of a payment link.
 */
async function raiseForeign(shop: Shop, paid: PaidCheckout): Promise<true> {
  const named = OrderId.safeParse(paid.reference).data;
  const order = named && (await readOrder(shop.db, named));
  if (order) {
    await raiseIncident(shop, {
      kind: 'payment-mismatch',
      ...aboutPaid({ ...paid, orderId: order.id }),
    });
  }
  return true;
}

function aboutPaid({ checkoutId, orderId, amount, currency }: PaidCheckout) {
  return { subject: checkoutId, orderId, facts: { checkout: checkoutId, amount, currency } };
}

/** From when on missing orders, refunds and disputes are looked for at the payment provider. */
export function recoveredSince({ clock }: Shop): Instant {
  return plusSeconds(clock.now(), -DAYS_BACK * DAY_SECONDS);
}

/** Adds a missing order from its checkout's metadata. */
export async function restoreOrder(shop: Shop, order: Order, checkoutId: string): Promise<void> {
  const added = await addOrder(shop, { ...order, checkoutId });
  if (added.ok)
    shop.log.warn({ orderId: order.id, checkoutId }, 'order restored from its checkout');
}
