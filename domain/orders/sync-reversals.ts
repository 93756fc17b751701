import { isEndedDispute, isReturned, type Order, type Reversal } from './order.ts';
import { type OrderWithCheckout, PaymentsUnavailable } from './payment-ports.ts';
import { problemKey, raiseProblem } from './problems.ts';
import { hasCheckout, type PaymentSyncPorts, syncPaymentStatus } from './sync-payment-status.ts';

/** How often the provider is asked while other servers store what it has answered them. */
const MOST_READS = 5;

/**
 * Stores refunds and disputes of an order from the payment provider, and requeues the cafe's notification
 * if they changed.
 * @throws {PaymentsUnavailable}
 */
export async function syncReversals(ports: PaymentSyncPorts, order: Order): Promise<void> {
  if (!hasCheckout(order)) return;
  const { result, reversals } = await store(ports, order);
  for (const reversal of reversals) {
    await followDispute(ports, order, reversal);
    await followRefund(ports, order, reversal);
  }
  // The payment may have been missed. Last, so that the first e-mail names the refund.
  await syncPaymentStatus(ports, order);
  if (result !== 'changed') return;
  ports.log.info({ orderId: order.id, reversals: reversals.length }, 'refunds or disputes changed');
  ports.outboxJob.wake();
}

/** An answer that took long must not replace a newer one, which other events of the order have led to. */
async function store(ports: PaymentSyncPorts, order: OrderWithCheckout) {
  let known: Order | undefined = order;
  for (let reads = 0; known && reads < MOST_READS; reads += 1) {
    const { reversals, entries } = await ports.payments.reversals(order);
    const result = await ports.orders.setReversals(order.id, reversals, entries, known.reversals);
    if (result !== 'stale') return { result, reversals };
    known = await ports.orders.find(order.id);
  }
  // The provider sends the event again.
  throw new PaymentsUnavailable('unreachable', 'refunds keep changing');
}

async function followDispute(
  ports: PaymentSyncPorts,
  order: Order,
  dispute: Reversal,
): Promise<void> {
  if (dispute.kind !== 'dispute') return;
  const about = { kind: 'dispute' as const, subject: dispute.id };
  if (isEndedDispute(dispute.state)) {
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
