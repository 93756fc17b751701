import { plusSeconds } from '#domain/clock.ts';
import type { Order, OrderId } from './order.ts';
import { PaymentsUnavailable } from './payment-ports.ts';
import { raiseProblem, raiseUnreadable } from './problems.ts';
import { type PaymentSyncPorts, syncPaymentStatus } from './sync-payment-status.ts';

/** Asked for at once, and per round: enough for a thousand open checkouts, below the provider's rate limit. */
const AT_ONCE = 5;
const MOST_PER_ROUND = 1_000;
/** The provider counts as unreachable for this round. */
const UNREACHABLE_IN_A_ROW = 3;
const LONGEST_PAUSE_SECONDS = 60 * 60;
/** Then an order that is still not settled is raised to the owner. */
const UNSETTLED_AFTER_SECONDS = 24 * 60 * 60;

export interface ReconcileSettings {
  /** Seconds for which a new order is left alone: its customer is still paying. */
  olderThan: number;
  /** Seconds between two checks of an order whose checkout is open. */
  every: number;
}

type Outcome = 'settled' | 'open' | 'stuck' | 'unreachable';

/**
 * Asks the payment provider about placed orders, so that one whose webhook was lost and whose customer
 * never came back is found. Each order is scheduled by itself: one that cannot be settled is asked about
 * less and less often, and never keeps the others waiting.
 */
export async function reconcile(
  ports: PaymentSyncPorts,
  { olderThan, every }: ReconcileSettings,
): Promise<void> {
  // Fixed for the round: what is scheduled from now on is due in a later one.
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
        const pause = outcome === 'stuck' ? pauseAfter(checks, every) : every;
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

/** Doubles from the usual interval up to an hour. */
function pauseAfter(checks: number, every: number): number {
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
    if (state !== 'placed') return 'settled';
    if (checkout === undefined || checkout.status === 'open') return 'open';
    // A delayed method takes days, and has a webhook of its own.
    return 'stuck';
  } catch (error) {
    const reason = error instanceof PaymentsUnavailable ? error.reason : 'error';
    const code = error instanceof PaymentsUnavailable ? error.code : 'unexpected';
    const err = error instanceof PaymentsUnavailable ? undefined : error;
    ports.log.warn({ orderId: id, reason, code, err }, 'a payment could not be checked');
    if (ports.clock.now() > plusSeconds(order.payBy, UNSETTLED_AFTER_SECONDS)) {
      const facts = { reason, code };
      await raiseProblem(ports, { kind: 'payment-unsettled', subject: id, orderId: id, facts });
    }
    return reason === 'unreachable' ? 'unreachable' : 'stuck';
  }
}
