import { type Account, newId, unixTime } from '../account.ts';
import { listOfPayment } from '../api/lists.ts';
import { invalidRequest, type JsonObject } from '../api/protocol.ts';
import type { DisputeRecord, PaymentIntentRecord } from '../records.ts';
import { recordEvent } from '../webhooks/record-event.ts';
import {
  addBalanceTransaction,
  balanceTransactionObject,
  balanceTransactionsOf,
} from './balance-transactions.ts';
import { disputesOf } from './charges.ts';
import { sessionOfPayment } from './session-lifecycle.ts';

// needs_response ──▶ won or lost.
// Each function reads and writes several records: call it in one transaction.

/** Most banks give the shop about three weeks to respond. */
const RESPOND_WITHIN_S = 21 * 24 * 60 * 60;

export const listDisputes = listOfPayment({
  kind: 'dispute',
  url: '/v1/disputes',
  collection: (account) => account.disputes,
  present: disputeObject,
});

export function openDispute(
  account: Account,
  payment: PaymentIntentRecord,
  {
    amount = payment.amount,
    reason = 'fraudulent',
  }: { amount?: number | undefined; reason?: DisputeRecord['reason'] | undefined },
): DisputeRecord {
  if (payment.status !== 'succeeded') throw invalidRequest('Only a paid charge can be disputed.');
  if (amount > payment.amount) throw invalidRequest('A dispute cannot exceed the charge.');
  if (disputesOf(account, payment.id).length > 0) {
    throw invalidRequest(`Charge ${payment.charge} has a dispute already.`);
  }
  const created = unixTime(account.now());
  const dispute = account.disputes.add({
    id: newId('du'),
    amount,
    charge: payment.charge,
    created,
    currency: payment.currency,
    payment_intent: payment.id,
    reason,
    status: 'needs_response',
    due_by: created + RESPOND_WITHIN_S,
  });
  moveMoney(account, dispute, 'dispute');
  recordDisputeEvent(account, 'charge.dispute.created', dispute);
  recordDisputeEvent(account, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(
  account: Account,
  dispute: DisputeRecord,
  status: 'won' | 'lost',
): DisputeRecord {
  if (dispute.status !== 'needs_response') throw invalidRequest('This dispute is closed already.');
  const closed = account.disputes.replace({ ...dispute, status });
  if (status === 'won') moveMoney(account, closed, 'dispute_reversal');
  recordDisputeEvent(account, 'charge.dispute.closed', closed);
  if (status === 'won') recordDisputeEvent(account, 'charge.dispute.funds_reinstated', closed);
  return closed;
}

export function disputeObject({ due_by, ...dispute }: DisputeRecord, account: Account): JsonObject {
  return {
    ...dispute,
    object: 'dispute',
    balance_transactions: balanceTransactionsOf(account, dispute.id).map(balanceTransactionObject),
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_method_details: { card: { brand: 'visa' }, type: 'card' },
  };
}

function moveMoney(
  account: Account,
  { id, amount, currency }: DisputeRecord,
  reporting_category: 'dispute' | 'dispute_reversal',
): void {
  const signed = reporting_category === 'dispute' ? -amount : amount;
  const moved = { amount: signed, currency, type: 'adjustment', source: id } as const;
  addBalanceTransaction(account, { ...moved, reporting_category });
}

function recordDisputeEvent(
  account: Account,
  type: `charge.dispute.${'created' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`,
  dispute: DisputeRecord,
): void {
  const session = sessionOfPayment(account, dispute.payment_intent);
  recordEvent(account, { type, object: disputeObject(dispute, account), session });
}
