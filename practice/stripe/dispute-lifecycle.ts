import type { Account } from './account.ts';
import { invalidRequest } from './api/api-error.ts';
import { disputesOf } from './charge.ts';
import { newId, unixTime } from './identifiers.ts';
import { type DisputeRecord, disputeObject } from './records/dispute.ts';
import type { PaymentIntentRecord } from './records/payment-intent.ts';
import { sessionOfPayment } from './session-lifecycle.ts';
import { recordEvent } from './webhooks/record-event.ts';

// needs_response ──▶ won or lost.
// Each function reads and writes several records: call it inside one transaction.

/** Most banks give the shop about three weeks to respond. */
const RESPOND_WITHIN_S = 21 * 24 * 60 * 60;

/** The customer's bank takes the money of a payment back, or part of it, until the dispute is closed. */
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
  recordDisputeEvent(account, 'charge.dispute.created', dispute);
  return dispute;
}

export function closeDispute(
  account: Account,
  dispute: DisputeRecord,
  status: 'won' | 'lost',
): DisputeRecord {
  if (dispute.status !== 'needs_response') throw invalidRequest('This dispute is closed already.');
  const closed = account.disputes.replace({ ...dispute, status });
  recordDisputeEvent(account, 'charge.dispute.closed', closed);
  return closed;
}

function recordDisputeEvent(
  account: Account,
  type: 'charge.dispute.created' | 'charge.dispute.closed',
  dispute: DisputeRecord,
): void {
  const session = sessionOfPayment(account, dispute.payment_intent);
  recordEvent(account, { type, object: disputeObject(dispute), session });
}
