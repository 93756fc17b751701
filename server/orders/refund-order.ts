import {
  disputedAmount,
  isDisputePending,
  isPaidAtCounter,
  type Order,
  refundedOrAwaited,
} from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import type { Ports } from '#server/ports.ts';
import type { CounterRefund, CounterRefundTakenBack } from './order-ports.ts';
import { type OrderWithCheckout, PaymentsUnavailable } from './payment-ports.ts';
import { raiseProblem, raiseUnreadable } from './problems.ts';
import type { AskedRefund, AskRejection, Refund } from './refund-ports.ts';
import { hasCheckout } from './sync-payment-status.ts';
import { syncReversals } from './sync-reversals.ts';

/** Longer than the calls for one refund take. */
const LEASE_SECONDS = 120;
const RETRY_SECONDS = 30;
/** Of one round; the next one follows. */
const MOST = 20;

/**
 * `given`: at the counter, where the order was paid. `waiting`: the provider cannot be reached; a job asks it
 * again. `refused`: it will not make this refund.
 */
export type RefundResult =
  | { ok: true; is: 'made' | 'waiting' | 'given' }
  | { ok: false; reason: AskRejection | 'no-payment' }
  | { ok: false; reason: 'refused'; code: string };

type RefundPorts = Pick<
  Ports,
  'refunds' | 'orders' | 'ledger' | 'payments' | 'problems' | 'clock' | 'log'
>;

/**
 * Pays back a part of an order, or all of it. The refund is stored before the provider is called with its
 * id as the idempotency key: a crash in between is finished by `finishRefunds`. Idempotent for an id.
 */
export async function refundOrder(ports: RefundPorts, asked: AskedRefund): Promise<RefundResult> {
  const order = await ports.orders.find(asked.orderId);
  if (!order) return { ok: false, reason: 'unknown' };
  if (isPaidAtCounter(order)) {
    const given = await ports.orders.refundAtCounter(asked, ports.clock.now());
    if (given !== 'given') return { ok: false, reason: given };
    ports.log.info({ orderId: order.id, amount: asked.amount }, 'money given back at the counter');
    return { ok: true, is: 'given' };
  }
  if (!hasCheckout(order)) return { ok: false, reason: 'no-payment' };
  const refund = await ports.refunds.ask(asked, LEASE_SECONDS);
  if (typeof refund === 'string') return { ok: false, reason: refund };
  return sendRefund(ports, refund, order);
}

/** Corrects what was written down by mistake: no money was given back at the counter. Idempotent. */
export async function takeBackCounterRefund(
  { orders, clock, log }: Pick<Ports, 'orders' | 'clock' | 'log'>,
  refund: CounterRefund,
): Promise<CounterRefundTakenBack> {
  const result = await orders.takeBackCounterRefund(refund, clock.now());
  if (result === 'taken-back') log.info({ orderId: refund.orderId }, 'counter refund taken back');
  return result;
}

/** Asks the payment provider again for refunds that it has not answered. */
export async function finishRefunds(ports: RefundPorts): Promise<void> {
  const claimed = await ports.refunds.claim(MOST, LEASE_SECONDS);
  const orders = await ports.orders.findAll(claimed.map(({ orderId }) => orderId));
  for (const refund of claimed) {
    const order = orders.find(({ id }) => id === refund.orderId);
    if (!order) await raiseUnreadable(ports, refund.orderId);
    else if (hasCheckout(order)) await sendRefund(ports, refund, order);
  }
}

async function sendRefund(
  ports: RefundPorts,
  refund: Refund,
  order: OrderWithCheckout,
): Promise<RefundResult> {
  const { refunds, payments, log } = ports;
  const { id, amount, state } = refund;
  if (state === 'refused') return { ok: false, reason: 'refused', code: refund.reason ?? '' };
  if (state !== 'asked') return { ok: true, is: 'made' };
  try {
    const providerId = await payments.refund(order, { id, amount });
    await refunds.accepted(refund, providerId);
    log.info({ orderId: order.id, refund: providerId, amount }, 'refund accepted');
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    if (error.reason === 'refused') return recordRejection(ports, refund, error.code);
    await refunds.postpone(refund, RETRY_SECONDS, error.code);
    log.error({ orderId: order.id, amount, code: error.code }, 'refund not made yet');
    return { ok: true, is: 'waiting' };
  }
  try {
    await syncReversals(ports, order);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    // The provider's own event leads here again.
    log.warn({ orderId: order.id, code: error.code }, 'refunds were not read again');
  }
  return { ok: true, is: 'made' };
}

async function recordRejection(
  ports: RefundPorts,
  refund: Refund,
  code: string,
): Promise<RefundResult> {
  const { id, orderId, amount } = refund;
  // First, because a rejected refund is not asked for again.
  await raiseProblem(ports, {
    kind: 'refund-failed',
    subject: id,
    orderId,
    facts: { amount, reason: code },
  });
  await ports.refunds.rejected(refund, code);
  return { ok: false, reason: 'refused', code };
}

/** What can still be paid back. Nothing while the customer's bank is about to take money: Stripe refuses it too. */
export function refundableAmount({ total, reversals }: Pick<Order, 'total' | 'reversals'>): Pence {
  if (isDisputePending(reversals)) return 0;
  return Math.max(0, total - refundedOrAwaited(reversals) - disputedAmount(reversals));
}
