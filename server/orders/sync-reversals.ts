import { isReturned, needsAnswer, type Order, type Reversal } from '#domain/orders/order.ts';
import { type OrderWithCheckout, PaymentsUnavailable } from './payment-ports.ts';
import { problemKey, raiseProblem } from './problems.ts';
import { hasCheckout, type PaymentSyncPorts, syncPaymentStatus } from './sync-payment-status.ts';

/** The maximum number of requests to the provider while other servers store its responses. */
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
}

/** Ignores payments that were made in no checkout of the shop's: the account may sell other things. */
export async function syncReversalsOf(ports: PaymentSyncPorts, paymentId: string): Promise<void> {
  const checkoutId = await ports.payments.checkoutOfPayment(paymentId);
  const order = checkoutId && (await ports.orders.findByCheckout(checkoutId));
  if (order) await syncReversals(ports, order);
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
  { problems, clock, log }: PaymentSyncPorts,
  { id: orderId }: Order,
  { id, kind, state, amount, claimed, answerBy = 'unknown' }: Reversal,
): Promise<void> {
  if (kind !== 'dispute') return;
  const stage = needsAnswer(state) ? stageOf(state) : undefined;
  for (const other of Object.values(STAGES)) {
    if (other !== stage)
      await problems.close(problemKey({ kind, subject: id + other }), clock.now());
  }
  if (stage === undefined) return;
  const facts = { dispute: id, amount, ...claimed, answerBy };
  await raiseProblem({ problems, clock, log }, { kind, subject: id + stage, orderId, facts });
}

/**
 * A dispute keeps its id in its next stage. The stage is in the problem's key, so that a new one is shown also
 * after the owner has closed the last, and with its own deadline.
 */
const STAGES = { inquiry: ' inquiry', chargeback: '', appeal: ' appeal' };

function stageOf(state: string): string {
  if (state.startsWith('warning_')) return STAGES.inquiry;
  return state.startsWith('appeal_') ? STAGES.appeal : STAGES.chargeback;
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
