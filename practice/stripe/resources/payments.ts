import { z } from 'zod';
import { ALL } from '../../store.ts';
import { type Account, newId, unixTime } from '../account.ts';
import { createdParameter, createdWithin, listCollection, pageParameters } from '../api/lists.ts';
import { noParameters, parseParameters, text } from '../api/parameters.ts';
import { type Endpoint, existing, type JsonObject } from '../api/protocol.ts';
import type {
  BalanceTransactionRecord,
  DisputeRecord,
  PaymentRecord,
  RefundRecord,
} from '../records.ts';

// Payments, their charges and what moves on the balance. Each payment has one charge, which has no record.

export const retrievePaymentIntent: Endpoint = (account, { id, parameters }) => {
  parseParameters(noParameters, parameters);
  return paymentIntentObject(existing('payment_intent', id, account.payments.find(id)));
};

export function paymentIntentObject(payment: PaymentRecord): JsonObject {
  const { id, amount, currency, created, status, charge, metadata } = payment;
  return {
    id,
    object: 'payment_intent',
    amount,
    created,
    currency,
    latest_charge: charge,
    livemode: false,
    metadata,
    status,
  };
}

export function chargeObject(account: Account, payment: PaymentRecord): JsonObject {
  const { charge: id, amount, currency, created, metadata, method, last4 } = payment;
  const refunded = refundedOf(account, payment);
  return {
    id,
    object: 'charge',
    amount,
    amount_refunded: refunded,
    balance_transaction: payment.balance_transaction,
    created,
    currency,
    disputed: disputesOf(account, payment.id).length > 0,
    livemode: false,
    metadata,
    paid: payment.status === 'succeeded',
    payment_intent: payment.id,
    // All test cards are Visa's.
    payment_method_details: {
      type: method,
      [method]: method === 'card' ? { brand: 'visa', last4 } : { last4 },
    },
    refunded: refunded === amount,
  };
}

export function paymentOfCharge(account: Account, charge: string): PaymentRecord | undefined {
  return account.payments.list({ where: [{ field: 'charge', is: charge }], limit: 1 })[0];
}

/** The refunded amount, pending refunds included, failed ones not. */
export function refundedOf(account: Account, payment: PaymentRecord): number {
  return refundsOf(account, payment.id)
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}

export function refundsOf(account: Account, payment: string): RefundRecord[] {
  return account.refunds.list({ where: [{ field: 'payment_intent', is: payment }], limit: ALL });
}

export function disputesOf(account: Account, payment: string): DisputeRecord[] {
  return account.disputes.list({ where: [{ field: 'payment_intent', is: payment }], limit: ALL });
}

/** The practice account pays no fees, and its money is available at once. */
export function addBalanceTransaction(
  account: Account,
  moved: Omit<BalanceTransactionRecord, 'id' | 'created'>,
): string {
  const created = unixTime(account.now());
  return account.balanceTransactions.add({ ...moved, id: newId('txn'), created }).id;
}

/** What a charge, refund or dispute has moved, oldest first. */
export function balanceTransactionsOf(
  account: Account,
  source: string,
): BalanceTransactionRecord[] {
  const where = [{ field: 'source' as const, is: source }];
  return account.balanceTransactions.list({ where, limit: ALL }).reverse();
}

const listing = z.strictObject({
  ...pageParameters,
  created: createdParameter,
  source: text().optional(),
});

export const listBalanceTransactions: Endpoint = (account, { parameters }) => {
  const { created, source, ...page } = parseParameters(listing, parameters);
  return listCollection(account.balanceTransactions, page, {
    kind: 'balance_transaction',
    url: '/v1/balance_transactions',
    where: [
      ...createdWithin(created),
      ...(source === undefined ? [] : [{ field: 'source' as const, is: source }]),
    ],
    present: balanceTransactionObject,
  });
};

export function balanceTransactionObject(record: BalanceTransactionRecord): JsonObject {
  return { ...record, object: 'balance_transaction', fee: 0, net: record.amount };
}
