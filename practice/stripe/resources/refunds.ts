import { z } from 'zod';
import { type Account, formatAmount, newId, unixTime } from '../account.ts';
import { listOf } from '../api/lists.ts';
import { integer, metadata, parseParameters, text } from '../api/parameters.ts';
import { type Endpoint, invalidRequest, type JsonObject, noSuch } from '../api/protocol.ts';
import type { PaymentRecord, RefundRecord } from '../records.ts';
import { isChargedBack } from './disputes.ts';
import { addBalanceTransaction, chargeObject, disputesOf, refundedOf } from './payments.ts';

// pending ──▶ succeeded; pending or succeeded ──▶ failed (a bank may return the money later)
// Each function reads and writes several records: call it in one transaction.

const creation = z.strictObject({
  payment_intent: text(),
  amount: integer({ minimum: 1, maximum: 99_999_999 }).optional(),
  metadata: metadata.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

export const createRefund: Endpoint = (account, { parameters }) => {
  const { payment_intent, amount, metadata } = parseParameters(creation, parameters);
  const payment = account.payments.find(payment_intent);
  if (payment === undefined) throw noSuch('payment_intent', payment_intent, 'payment_intent');
  return refundObject(refundPayment(account, payment, { amount, metadata }));
};

export const listRefunds = listOf(({ refunds }: Account) => refunds, {
  kind: 'refund',
  url: '/v1/refunds',
  filters: ['payment_intent'],
  present: (_, refund) => refundObject(refund),
});

type RefundRequest = {
  /** Default: all that has not been refunded. */
  amount?: number | undefined;
  metadata?: Record<string, string> | undefined;
  status?: 'pending' | undefined;
  /** `later`: pending, because the account has too little money; it leaves when the refund succeeds. */
  funds?: 'later' | undefined;
};

/** Stripe's test card whose refunds are pending at first. */
const REFUNDS_TAKE_DAYS = '7726';

/** Card refunds succeed at once and bank debit refunds are pending, as at Stripe. */
export function refundPayment(
  account: Account,
  payment: PaymentRecord,
  { amount: sent, metadata = {}, status, funds }: RefundRequest,
): RefundRecord {
  const isQuick = payment.method === 'card' && payment.last4 !== REFUNDS_TAKE_DAYS;
  const refund: RefundRecord = {
    id: newId('re'),
    amount: refundableAmount(account, payment, sent),
    created: unixTime(account.now()),
    currency: payment.currency,
    metadata,
    payment_intent: payment.id,
    status: funds === 'later' || status === 'pending' || !isQuick ? 'pending' : 'succeeded',
    balance_transaction: null,
    failure_balance_transaction: null,
  };
  const balance_transaction = funds === 'later' ? null : sendMoney(account, refund);
  const made = account.refunds.add({ ...refund, balance_transaction });
  account.emit('refund.created', refundObject(made));
  account.emit('charge.refunded', chargeObject(account, payment));
  return made;
}

/** @returns the id of the balance transaction. */
function sendMoney(account: Account, { id, amount, currency }: RefundRecord): string {
  const moved = { amount: -amount, currency, source: id };
  return addBalanceTransaction(account, { ...moved, reporting_category: 'refund' });
}

function returnMoney(account: Account, { id, amount, currency }: RefundRecord): string {
  const moved = { amount, currency, source: id };
  return addBalanceTransaction(account, { ...moved, reporting_category: 'refund_failure' });
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
  const hasFailed = status === 'failed';
  const sent = refund.balance_transaction ?? (hasFailed ? null : sendMoney(account, refund));
  const ended = account.refunds.replace({
    ...refund,
    status,
    balance_transaction: sent,
    failure_balance_transaction: hasFailed && sent !== null ? returnMoney(account, refund) : null,
  });
  account.emit('refund.updated', refundObject(ended));
  if (hasFailed) account.emit('refund.failed', refundObject(ended));
  return ended;
}

export function refundObject(refund: RefundRecord): JsonObject {
  return { ...refund, object: 'refund' };
}

function refundableAmount(
  account: Account,
  payment: PaymentRecord,
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
