import { type Instant, plusSeconds } from '#domain/clock.ts';
import { isAgreed, type Order, OrderId } from '#domain/orders/order.ts';
import { DatabaseUnavailable } from '#server/ports.ts';
import { enter, estimatedCharges } from './ledger.ts';
import { addNumbered } from './order-number.ts';
import { UnreadableOrder } from './order-ports.ts';
import { type PaidCheckout, PaymentsUnavailable } from './payment-ports.ts';
import { raiseProblem, raiseUnreadable } from './problems.ts';
import { syncReversals, syncReversalsOf } from './reversals.ts';
import { type PaymentSyncPorts, syncPaymentStatus } from './sync-payment-status.ts';

const DAYS_BACK = 14;
const DAY_SECONDS = 24 * 60 * 60;
/** Then the provider counts as unreachable. */
const MOST_FAILED = 3;

/**
 * Compares the paid checkouts of the last two weeks at the payment provider with the orders, and the refunds
 * and disputes of that time with orders of any age. An order may be missing or unpaid here after an older
 * backup was restored or an event was lost.
 * @throws {PaymentsUnavailable} when some could not be compared.
 */
export async function recoverOrders(ports: PaymentSyncPorts): Promise<void> {
  const since = recoveredSince(ports.clock.now());
  const failures: PaymentsUnavailable[] = [];

  /** Catches errors, so that one payment does not stop the comparison of the others. */
  async function compare(facts: object, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      if (error instanceof UnreadableOrder) return raiseUnreadable(ports, error.orderId);
      ports.log.error({ err: error, ...facts }, 'a payment was not compared');
      if (!(error instanceof PaymentsUnavailable)) return;
      failures.push(error);
      if (failures.length === MOST_FAILED) throw error;
    }
  }

  /** Paid checkouts without an order here, by the origin of the shop that opened them. */
  const missing: Record<string, number> = {};
  /** Payments whose refunds and disputes are compared with their checkouts. */
  const compared = new Set<string | null>();
  for await (const page of ports.payments.paidCheckouts(since)) {
    const checkouts = page.map(({ checkoutId }) => checkoutId);
    const known = await ports.orders.knownCheckouts(checkouts);
    const estimated = await estimatedCharges(ports.db, checkouts);
    for (const paid of page) {
      const { checkoutId: checkout, otherOrigin } = paid;
      const isKnown = known.includes(checkout);
      if (!isKnown && otherOrigin) missing[otherOrigin] = (missing[otherOrigin] ?? 0) + 1;
      if (paid.isReversed) compared.add(paid.charge.paymentId);
      const isEstimated = estimated.includes(checkout);
      await compare({ checkout }, () =>
        isKnown ? syncKnown(ports, paid, isEstimated) : recoverOrder(ports, paid),
      );
    }
  }
  const reversed = await ports.payments.reversedPayments(since);
  for (const payment of reversed.filter((id) => !compared.has(id))) {
    await compare({ payment }, () => syncReversalsOf(ports, payment));
  }
  if (Object.keys(missing).length > 0) {
    ports.log.warn(
      { missing },
      'paid checkouts were opened at another ORIGIN, and their orders are not here: if it was this shop’s, start it with that ORIGIN to restore them',
    );
  }
  const [failure] = failures;
  if (failure) throw failure;
}

/** From when on missing orders, refunds and disputes are looked for at the payment provider. */
export function recoveredSince(now: Instant): Instant {
  return plusSeconds(now, -DAYS_BACK * DAY_SECONDS);
}

async function syncKnown(
  ports: PaymentSyncPorts,
  paid: PaidCheckout,
  isEstimated: boolean,
): Promise<void> {
  const order = await ports.orders.findByCheckout(paid.checkoutId);
  if (order && isEstimated) await enter(ports.db, order.id, [paid.charge]);
  if (order) await sync(ports, order, paid);
}

/**
 * Matches a payment that no order's own checkout accounts for: restores the missing order from the
 * checkout's metadata, or raises a problem.
 * @returns false when a payment to the shop matches no order.
 */
export async function recoverOrder(ports: PaymentSyncPorts, paid: PaidCheckout): Promise<boolean> {
  const { orderId, checkoutId } = paid;
  if (orderId === null) return raiseForeign(ports, paid);

  const existing = await ports.orders.find(orderId);
  if (!existing && !paid.order) {
    await raiseProblem(ports, { kind: 'payment-without-order', ...aboutPaid(paid) });
    return false;
  }
  if (!existing && paid.order) {
    await restoreOrder(ports, paid.order, checkoutId);
  } else {
    // An ended checkout of an agreed order does not keep the next one from being stored.
    if (existing && isAgreed(existing.state)) await syncPaymentStatus(ports, existing);
    // The server stopped, or the backup was made, before the checkout's id was stored.
    await ports.orders.adoptCheckout(orderId, checkoutId);
  }
  const order = await ports.orders.findByCheckout(checkoutId);
  if (order) await sync(ports, order, paid);
  else await raiseProblem(ports, { kind: 'payment-mismatch', ...aboutPaid(paid) });
  return true;
}

/** Adds a missing order from its checkout's metadata. */
export async function restoreOrder(
  { orders, log }: Pick<PaymentSyncPorts, 'orders' | 'log'>,
  order: Order,
  checkoutId: string,
): Promise<void> {
  const { result } = await addNumbered(orders, { ...order, checkoutId });
  if (result === 'added')
    log.warn({ orderId: order.id, checkoutId }, 'order restored from its checkout');
}

function sync(
  ports: PaymentSyncPorts,
  order: Order,
  { isReversed }: PaidCheckout,
): Promise<unknown> {
  return isReversed ? syncReversals(ports, order) : syncPaymentStatus(ports, order);
}

/**
 * Raises a problem for a checkout of others that names an order: anyone can write an order's id into the
 * reference of a payment link.
 */
async function raiseForeign(ports: PaymentSyncPorts, paid: PaidCheckout): Promise<true> {
  const named = OrderId.safeParse(paid.reference).data;
  const order = named && (await ports.orders.find(named));
  if (order) {
    await raiseProblem(ports, {
      kind: 'payment-mismatch',
      ...aboutPaid({ ...paid, orderId: order.id }),
    });
  }
  return true;
}

function aboutPaid({ checkoutId, orderId, amount, currency }: PaidCheckout) {
  return { subject: checkoutId, orderId, facts: { checkout: checkoutId, amount, currency } };
}
