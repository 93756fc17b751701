import { isReturned, type Order, type Reversal } from './order.ts';
import { problemKey, raiseProblem } from './problems.ts';
import { hasCheckout, type PaymentSyncPorts, syncPaymentStatus } from './sync-payment-status.ts';

/** Stripe's states of a closed dispute. */
const ENDED_DISPUTES = ['won', 'lost', 'warning_closed', 'prevented'];

/**
 * Stores refunds and disputes of an order from the payment provider, and requeues the cafe's notification
 * if they changed.
 * @throws {PaymentsUnavailable}
 */
export async function syncReversals(ports: PaymentSyncPorts, order: Order): Promise<void> {
  if (!hasCheckout(order)) return;
  const { reversals, entries } = await ports.payments.reversals(order);
  const changed = await ports.orders.setReversals(order.id, reversals, entries);
  for (const reversal of reversals) {
    await followDispute(ports, order, reversal);
    await followRefund(ports, order, reversal);
  }
  // The payment may have been missed. Last, so that the first e-mail names the refund.
  await syncPaymentStatus(ports, order);
  if (!changed) return;
  ports.log.info({ orderId: order.id, reversals: reversals.length }, 'refunds or disputes changed');
  ports.outboxJob.wake();
}

async function followDispute(
  ports: PaymentSyncPorts,
  order: Order,
  dispute: Reversal,
): Promise<void> {
  if (dispute.kind !== 'dispute') return;
  const about = { kind: 'dispute' as const, subject: dispute.id };
  if (ENDED_DISPUTES.includes(dispute.state)) {
    await ports.problems.close(problemKey(about), ports.clock.now());
    return;
  }
  const { id, amount, answerBy = 'unknown' } = dispute;
  await raiseProblem(ports, {
    ...about,
    orderId: order.id,
    facts: { dispute: id, amount, answerBy },
  });
}

/** Also a refund that was made at the provider. */
async function followRefund(
  ports: PaymentSyncPorts,
  order: Order,
  { id, kind, amount, state }: Reversal,
): Promise<void> {
  if (kind !== 'refund' || !isReturned(state)) return;
  const facts = { refund: id, amount, reason: state };
  await raiseProblem(ports, { kind: 'refund-failed', subject: id, orderId: order.id, facts });
}
