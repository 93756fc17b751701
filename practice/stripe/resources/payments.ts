import { ALL } from '../../store.ts';
import { type Account, newId, unixTime } from '../account.ts';
import { listOf } from '../api/lists.ts';
import { noParameters, parseParameters } from '../api/parameters.ts';
import { type Endpoint, existing, type JsonObject } from '../api/protocol.ts';
import type {
  BalanceTransactionRecord,
  DisputeRecord,
  PaymentMethod,
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

type NewTransaction = Pick<
  BalanceTransactionRecord,
  'amount' | 'currency' | 'reporting_category' | 'source'
> &
  Partial<BalanceTransactionRecord>;

/** The money of the practice account is available at once. */
export function addBalanceTransaction(account: Account, moved: NewTransaction): string {
  const created = unixTime(account.now());
  const rest = { id: newId('txn'), created, description: null, fee: 0, payout: '' };
  return account.balanceTransactions.add({ ...rest, ...moved }).id;
}

/** Enters the money of a charge on the balance. */
export function receiveMoney(account: Account, payment: PaymentRecord): PaymentRecord {
  const { charge, amount, currency, method } = payment;
  const balance_transaction = addBalanceTransaction(account, {
    amount,
    currency,
    fee: FEES[method](amount),
    reporting_category: 'charge',
    source: charge,
  });
  return account.payments.replace({ ...payment, balance_transaction });
}

/** Stripe's fees in the UK for domestic cards and bank debits (stripe.com/gb/pricing). */
const FEES: Record<PaymentMethod, (amount: number) => number> = {
  card: (amount) => Math.round(amount * 0.015) + 20,
  bacs_debit: (amount) => Math.min(400, Math.max(20, Math.round(amount * 0.01))),
};

/** What a charge, refund or dispute has moved, oldest first. */
export function balanceTransactionsOf(
  account: Account,
  source: string,
): BalanceTransactionRecord[] {
  const where = [{ field: 'source' as const, is: source }];
  return account.balanceTransactions.list({ where, limit: ALL }).reverse();
}

const listed = listOf(({ balanceTransactions }: Account) => balanceTransactions, {
  kind: 'balance_transaction',
  url: '/v1/balance_transactions',
  present: (_, moved) => balanceTransactionObject(moved),
  filters: ['source', 'payout'],
});

/** None of a payout that does not say yet what it contains. */
export const listBalanceTransactions: Endpoint = (account, { id, parameters }) => {
  const payout = account.payouts.find(String(parameters.payout));
  const isTooEarly = payout?.reconciliation_status === 'in_progress';
  return listed(account, { id, parameters: isTooEarly ? { payout: 'none' } : parameters });
};

export function balanceTransactionObject({
  payout: _,
  ...record
}: BalanceTransactionRecord): JsonObject {
  return { ...record, object: 'balance_transaction', net: record.amount - record.fee };
}
