import { plusSeconds } from '#domain/clock.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import { type Checkout, PaymentsUnavailable } from './payment-ports.ts';
import { raiseProblem, raiseUnreadable } from './problems.ts';
import { type PaymentSyncPorts, syncPaymentStatus } from './sync-payment-status.ts';

/**
 * Checks in parallel and checks per round: enough for a thousand open checkouts, below the provider's
 * rate limit.
 */
const AT_ONCE = 5;
const MOST_PER_ROUND = 1_000;
/** Then the provider counts as unreachable for this round. */
const UNREACHABLE_IN_A_ROW = 3;
const LONGEST_PAUSE_SECONDS = 60 * 60;
/** An order that is unsettled after this time is raised as a problem. */
const UNSETTLED_AFTER_SECONDS = 24 * 60 * 60;

interface ReconcileSettings {
  /** Seconds during which a new order is not checked: its customer is still paying. */
  olderThan: number;
  /** Seconds between two checks of an open checkout. */
  every: number;
}

type Outcome = 'settled' | 'open' | 'stuck' | 'unreachable';

/**
 * Checks placed orders at the payment provider, which finds payments whose webhook was lost and whose
 * customer did not return. Each order has its own schedule: one that cannot be settled is checked less
 * and less often and does not delay the others.
 */
export async function reconcile(
  ports: PaymentSyncPorts,
  { olderThan, every }: ReconcileSettings,
): Promise<void> {
  // Fixed for the round: orders rescheduled from now on are due in a later one.
  const now = ports.clock.now();
  let unreachable = 0;
  for (let asked = 0; asked < MOST_PER_ROUND; asked += AT_ONCE) {
    const due = await ports.orders.dueForCheck({
      now,
      before: plusSeconds(now, -olderThan),
      furthest: plusSeconds(now, Math.max(every, LONGEST_PAUSE_SECONDS)),
      limit: AT_ONCE,
    });
    if (due.length === 0) return;
    const orders = await ports.orders.findAll(due.map(({ id }) => id));
    const outcomes = await Promise.all(
      due.map(async ({ id, checks }) => {
        const outcome = await check(
          ports,
          id,
          orders.find((order) => order.id === id),
        );
        const pause = outcome === 'stuck' ? pauseAfterCheck(checks, every) : every;
        const failed = outcome === 'stuck' ? checks + 1 : 0;
        await ports.orders.scheduleCheck(id, plusSeconds(now, pause), failed);
        return outcome;
      }),
    );
    unreachable = outcomes.every((outcome) => outcome === 'unreachable') ? unreachable + 1 : 0;
    if (unreachable === UNREACHABLE_IN_A_ROW) {
      ports.log.warn({}, 'the payment provider is unreachable: reconciling goes on next round');
      return;
    }
  }
}

/** Of an agreed order, which is unpaid before and after a checkout. */
const ENDS_BY_ITSELF: Checkout['status'][] = ['open', 'expired', 'failed'];

/** Doubles from the interval up to an hour. */
function pauseAfterCheck(checks: number, every: number): number {
  return Math.min(every * 2 ** Math.min(checks, 30), Math.max(every, LONGEST_PAUSE_SECONDS));
}

async function check(
  ports: PaymentSyncPorts,
  id: OrderId,
  order: Order | undefined,
): Promise<Outcome> {
  if (!order) {
    await raiseUnreadable(ports, id);
    return 'stuck';
  }
  try {
    const { state, checkout } = await syncPaymentStatus(ports, order);
    if (state !== 'placed' && state !== 'paying') return 'settled';
    if (checkout === undefined || ENDS_BY_ITSELF.includes(checkout.status)) return 'open';
    // A delayed method takes days and sends its own webhook.
    return 'stuck';
  } catch (error) {
    const reason = error instanceof PaymentsUnavailable ? error.reason : 'error';
    const code = error instanceof PaymentsUnavailable ? error.code : 'unexpected';
    const err = error instanceof PaymentsUnavailable ? undefined : error;
    ports.log.warn({ orderId: id, reason, code, err }, 'a payment could not be checked');
    if (ports.clock.now() > plusSeconds(order.payBy, UNSETTLED_AFTER_SECONDS)) {
      const subject = order.checkoutId ?? id;
      const facts = { reason, code };
      await raiseProblem(ports, { kind: 'payment-unsettled', subject, orderId: id, facts });
    }
    return reason === 'unreachable' ? 'unreachable' : 'stuck';
  }
}
