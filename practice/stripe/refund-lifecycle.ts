import type { Account } from './account.ts';
import { invalidRequest } from './api/api-error.ts';
import { mergeMetadata } from './api/metadata.ts';
import { chargeObject, disputesOf, refundedOf } from './charge.ts';
import { newId, unixTime } from './identifiers.ts';
import { formatAmount } from './money.ts';
import type { PaymentIntentRecord } from './records/payment-intent.ts';
import { type RefundRecord, refundObject } from './records/refund.ts';
import { sessionOfPayment } from './session-lifecycle.ts';
import { type Cause, recordEvent } from './webhooks/record-event.ts';

// pending ──▶ succeeded; pending or succeeded ──▶ failed (a bank may send money back later).
// Each function reads and writes several records: call it inside one transaction.

type RefundRequest = {
  /** Everything that is left, when left out. */
  amount?: number | undefined;
  reason?: RefundRecord['reason'] | undefined;
  metadata?: Record<string, string> | null | undefined;
  status?: 'pending' | 'succeeded' | undefined;
  cause?: Cause | undefined;
};

/** Gives back a payment, or part of it. Card refunds succeed at once; bank debit refunds are pending, as at Stripe. */
export function refundPayment(
  account: Account,
  payment: PaymentIntentRecord,
  { amount, reason = null, metadata, status, cause }: RefundRequest,
): RefundRecord {
  const refund = account.refunds.add({
    id: newId('re'),
    amount: refundableAmount(account, payment, amount),
    charge: payment.charge,
    created: unixTime(account.now()),
    currency: payment.currency,
    metadata: mergeMetadata({}, metadata),
    payment_intent: payment.id,
    reason,
    status: status ?? (payment.payment_method_type === 'card' ? 'succeeded' : 'pending'),
  });
  recordRefundEvent(account, 'refund.created', refund, cause);
  recordEvent(account, {
    type: 'charge.refunded',
    object: chargeObject(account, payment),
    session: sessionOfPayment(account, payment.id),
    cause,
  });
  return refund;
}

/** Ends a pending refund, or fails one that had succeeded. */
export function settleRefund(
  account: Account,
  refund: RefundRecord,
  status: 'succeeded' | 'failed',
): RefundRecord {
  if (refund.status === 'failed' || refund.status === status) {
    throw invalidRequest(`This refund is ${refund.status} already.`);
  }
  const settled = account.refunds.replace({ ...refund, status });
  recordRefundEvent(account, 'refund.updated', settled);
  if (status === 'failed') recordRefundEvent(account, 'refund.failed', settled);
  return settled;
}

function refundableAmount(
  account: Account,
  payment: PaymentIntentRecord,
  asked: number | undefined,
): number {
  if (payment.status !== 'succeeded') {
    throw invalidRequest(
      `This PaymentIntent (${payment.id}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    );
  }
  if (disputesOf(account, payment.id).some(({ status }) => status !== 'won')) {
    throw invalidRequest(`Charge ${payment.charge} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = payment.amount - refundedOf(account, payment);
  if (left === 0) {
    throw invalidRequest(`Charge ${payment.charge} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = asked ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${formatAmount(amount, payment.currency)}) is greater than unrefunded amount on charge (${formatAmount(left, payment.currency)})`,
      { param: 'amount' },
    );
  }
  return amount;
}

function recordRefundEvent(
  account: Account,
  type: 'refund.created' | 'refund.updated' | 'refund.failed',
  refund: RefundRecord,
  cause?: Cause,
): void {
  const session = sessionOfPayment(account, refund.payment_intent);
  recordEvent(account, { type, object: refundObject(refund), session, cause });
}
