import { z } from 'zod';
import { type Account, formatAmount, newId, unixTime } from '../account.ts';
import { listOfPayment } from '../api/lists.ts';
import {
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  parseParameters,
  text,
} from '../api/parameters.ts';
import { type Endpoint, invalidRequest, type JsonObject, noSuch } from '../api/protocol.ts';
import { type PaymentIntentRecord, type RefundRecord, refundReasons } from '../records.ts';
import { type Cause, recordEvent } from '../webhooks/record-event.ts';
import { addBalanceTransaction } from './balance-transactions.ts';
import { chargeObject, disputesOf, refundedOf } from './charges.ts';
import { isChargedBack } from './disputes.ts';
import { sessionOfPayment } from './session-lifecycle.ts';

// pending ──▶ succeeded; pending or succeeded ──▶ failed (a bank may return the money later)
// Each function reads and writes several records: call it in one transaction.

const creation = z.strictObject({
  payment_intent: text(),
  amount: integer({ minimum: 1, maximum: 99_999_999 }).optional(),
  metadata: metadata.optional(),
  reason: oneOf(refundReasons).optional(),
});

export const createRefund: Endpoint = (account, { parameters, requestId, idempotencyKey }) => {
  const { payment_intent, ...sent } = parseParameters(creation, parameters);
  const payment = account.payments.find(payment_intent);
  if (payment === undefined) throw noSuch('payment_intent', payment_intent, 'payment_intent');
  const cause = { id: requestId, idempotency_key: idempotencyKey };
  return refundObject(refundPayment(account, payment, { ...sent, cause }));
};

export const listRefunds = listOfPayment({
  kind: 'refund',
  url: '/v1/refunds',
  collection: (account) => account.refunds,
  present: refundObject,
});

type RefundRequest = {
  /** Default: all that has not been refunded. */
  amount?: number | undefined;
  reason?: RefundRecord['reason'] | undefined;
  metadata?: Record<string, string> | null | undefined;
  status?: 'pending' | 'succeeded' | undefined;
  /** `later`: pending, because the account has too little money; it leaves when the refund succeeds. */
  funds?: 'at-once' | 'later' | undefined;
  cause?: Cause | undefined;
};

/** Stripe's test card whose refunds are pending at first. */
const REFUNDS_TAKE_DAYS = '7726';

/** Card refunds succeed at once and bank debit refunds are pending, as at Stripe. */
export function refundPayment(
  account: Account,
  payment: PaymentIntentRecord,
  { amount, reason = null, metadata, status, funds, cause }: RefundRequest,
): RefundRecord {
  const id = newId('re');
  const refunded = refundableAmount(account, payment, amount);
  const { currency } = payment;
  const refund = account.refunds.add({
    id,
    amount: refunded,
    charge: payment.charge,
    created: unixTime(account.now()),
    currency,
    metadata: mergeMetadata({}, metadata),
    payment_intent: payment.id,
    reason,
    status: funds === 'later' ? 'pending' : (status ?? usualStatus(payment)),
    balance_transaction: funds === 'later' ? null : sendMoney(account, payment, id, refunded),
    failure_balance_transaction: null,
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

/** @returns the id of the balance transaction. */
function sendMoney(
  account: Account,
  { currency, payment_method_type }: PaymentIntentRecord,
  refund: string,
  amount: number,
): string {
  return addBalanceTransaction(account, {
    amount: -amount,
    currency,
    type: payment_method_type === 'card' ? 'refund' : 'payment_refund',
    reporting_category: 'refund',
    source: refund,
  }).id;
}

function usualStatus({ payment_method_type, last4 }: PaymentIntentRecord) {
  const isQuick = payment_method_type === 'card' && last4 !== REFUNDS_TAKE_DAYS;
  return isQuick ? 'succeeded' : 'pending';
}

/** Ends a pending refund, or fails a succeeded one. */
export function endRefund(
  account: Account,
  refund: RefundRecord,
  status: 'succeeded' | 'failed',
): RefundRecord {
  if (refund.status === 'failed' || refund.status === status) {
    throw invalidRequest(`This refund is ${refund.status} already.`);
  }
  const payment = account.payments.find(refund.payment_intent);
  const sent =
    status === 'succeeded' && refund.balance_transaction === null && payment
      ? sendMoney(account, payment, refund.id, refund.amount)
      : refund.balance_transaction;
  const returned =
    status === 'failed' && sent !== null
      ? addBalanceTransaction(account, {
          amount: refund.amount,
          currency: refund.currency,
          type: 'refund_failure',
          reporting_category: 'refund_failure',
          source: refund.id,
        }).id
      : null;
  const ended = account.refunds.replace({
    ...refund,
    status,
    balance_transaction: sent,
    failure_balance_transaction: returned,
  });
  recordRefundEvent(account, 'refund.updated', ended);
  if (status === 'failed') recordRefundEvent(account, 'refund.failed', ended);
  return ended;
}

export function refundObject(refund: RefundRecord): JsonObject {
  return {
    ...refund,
    object: 'refund',
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    payment_method: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...(refund.status === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
  };
}

function refundableAmount(
  account: Account,
  payment: PaymentIntentRecord,
  sent: number | undefined,
): number {
  if (payment.status !== 'succeeded') {
    throw invalidRequest(
      `This PaymentIntent (${payment.id}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    );
  }
  if (disputesOf(account, payment.id).some(({ status }) => isChargedBack(status))) {
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
  const amount = sent ?? left;
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
