import type { Account } from '../account.ts';
import type { JsonObject } from '../api/protocol.ts';
import type { DisputeRecord, PaymentIntentRecord, RefundRecord } from '../records.ts';

// Each payment has one charge, which has no record: refunds and disputes refer to the payment.

/** SQLite has no limit for a negative one. */
const ALL = -1;

const statuses = {
  succeeded: 'succeeded',
  processing: 'pending',
  requires_payment_method: 'failed',
} as const satisfies Record<PaymentIntentRecord['status'], string>;

export function chargeObject(account: Account, payment: PaymentIntentRecord): JsonObject {
  const paid = payment.status === 'succeeded';
  const amountRefunded = refundedOf(account, payment);
  return {
    id: payment.charge,
    object: 'charge',
    amount: payment.amount,
    amount_captured: paid ? payment.amount : 0,
    amount_refunded: amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: payment.balance_transaction,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: paid,
    created: payment.created,
    currency: payment.currency,
    customer: null,
    description: payment.description,
    disputed: disputesOf(account, payment.id).length > 0,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: payment.metadata,
    on_behalf_of: null,
    outcome: null,
    paid,
    payment_intent: payment.id,
    payment_method: payment.payment_method,
    payment_method_details: methodDetails(payment),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: amountRefunded === payment.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: statuses[payment.status],
    transfer_data: null,
    transfer_group: null,
  };
}

/** All test cards are Visa's. */
function methodDetails({ payment_method_type: type, last4 }: PaymentIntentRecord): JsonObject {
  return { type, [type]: type === 'card' ? { brand: 'visa', last4 } : { last4: '2345' } };
}

export function paymentOfCharge(account: Account, charge: string): PaymentIntentRecord | undefined {
  return account.payments.list({ where: [{ field: 'charge', is: charge }], limit: 1 })[0];
}

/** The refunded amount, pending refunds included, failed ones not. */
export function refundedOf(account: Account, payment: PaymentIntentRecord): number {
  return refundsOf(account, payment.id)
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}

export function refundsOf(account: Account, paymentId: string): RefundRecord[] {
  return account.refunds.list({
    where: [{ field: 'payment_intent', is: paymentId }],
    limit: ALL,
  });
}

export function disputesOf(account: Account, paymentId: string): DisputeRecord[] {
  return account.disputes.list({
    where: [{ field: 'payment_intent', is: paymentId }],
    limit: ALL,
  });
}
