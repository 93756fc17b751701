import { type Account, newId, unixTime } from '../account.ts';
import { listOf } from '../api/lists.ts';
import { invalidRequest, type JsonObject } from '../api/protocol.ts';
import type { DisputeRecord, PaymentRecord } from '../records.ts';
import {
  addBalanceTransaction,
  balanceTransactionObject,
  balanceTransactionsOf,
  disputesOf,
} from './payments.ts';

// Each function reads and writes several records: call it in one transaction.

/** An inquiry can become a dispute, and a lost dispute can be appealed, all under one id. */
export const nextStatuses: Record<DisputeRecord['status'], DisputeRecord['status'][]> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: [],
  prevented: [],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  won: [],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review', 'won', 'lost'],
  appeal_under_review: ['won', 'lost'],
};

/** An inquiry moves no money, and a prevented dispute neither. */
export function isChargedBack(status: DisputeRecord['status']): boolean {
  return status !== 'won' && status !== 'prevented' && !status.startsWith('warning_');
}

/** Stripe keeps it also of a dispute that the shop wins. */
const DISPUTE_FEE = 2_000;
/** Most banks give the shop about three weeks to respond. */
const RESPOND_WITHIN_S = 21 * 24 * 60 * 60;

export const listDisputes = listOf(({ disputes }: Account) => disputes, {
  kind: 'dispute',
  url: '/v1/disputes',
  filters: ['payment_intent'],
  present: disputeObject,
});

export const firstStatuses = ['warning_needs_response', 'needs_response', 'prevented'] as const;

interface Claim {
  /** May be above the charge, and in the customer's currency. */
  amount?: number | undefined;
  currency?: string | undefined;
  /** What leaves the balance, in the payment's currency. */
  withdrawn?: number | undefined;
  /** `later`: when `withdraw` is called. */
  funds?: 'later' | undefined;
  status?: (typeof firstStatuses)[number] | undefined;
}

export function openDispute(
  account: Account,
  payment: PaymentRecord,
  {
    amount = payment.amount,
    currency = payment.currency,
    withdrawn = amount,
    funds,
    status = 'needs_response',
  }: Claim,
): DisputeRecord {
  if (payment.status !== 'succeeded') throw invalidRequest('Only a paid charge can be disputed.');
  if (disputesOf(account, payment.id).length > 0) {
    throw invalidRequest(`Charge ${payment.charge} has a dispute already.`);
  }
  const created = unixTime(account.now());
  const dispute = account.disputes.add({
    id: newId('du'),
    amount,
    created,
    currency,
    payment_intent: payment.id,
    withdrawn: funds === 'later' ? null : withdrawn,
    status,
    due_by: created + RESPOND_WITHIN_S,
  });
  recordDisputeEvent(account, 'charge.dispute.created', dispute);
  followStatus(account, dispute);
  return dispute;
}

export function setDisputeStatus(
  account: Account,
  dispute: DisputeRecord,
  status: DisputeRecord['status'],
): DisputeRecord {
  if (!nextStatuses[dispute.status].includes(status)) {
    throw invalidRequest(`A dispute that is ${dispute.status} cannot become ${status}.`);
  }
  // Each stage has its own deadline.
  const due_by = dispute.due_by + RESPOND_WITHIN_S;
  const changed = account.disputes.replace({ ...dispute, status, due_by });
  const isOpen = status.endsWith('needs_response');
  recordDisputeEvent(account, `charge.dispute.${isOpen ? 'updated' : 'closed'}`, changed);
  followStatus(account, changed);
  return changed;
}

function followStatus(account: Account, dispute: DisputeRecord): void {
  const { status, withdrawn } = dispute;
  if (withdrawn === null) return;
  if (status === 'needs_response') {
    moveMoney(account, dispute, 'dispute', -withdrawn);
    recordDisputeEvent(account, 'charge.dispute.funds_withdrawn', dispute);
  }
  if (status === 'won') {
    moveMoney(account, dispute, 'dispute_reversal', withdrawn);
    recordDisputeEvent(account, 'charge.dispute.funds_reinstated', dispute);
  }
}

/** Withdraws the money of a dispute that was opened with `funds: 'later'`. */
export function withdraw(
  account: Account,
  dispute: DisputeRecord,
  withdrawn: number | undefined,
): DisputeRecord {
  if (dispute.withdrawn !== null || !isChargedBack(dispute.status)) {
    throw invalidRequest('No money of this dispute is to be withdrawn.');
  }
  const amount = withdrawn ?? dispute.amount;
  const changed = account.disputes.replace({ ...dispute, withdrawn: amount });
  moveMoney(account, changed, 'dispute', -amount);
  recordDisputeEvent(account, 'charge.dispute.funds_withdrawn', changed);
  return changed;
}

export function disputeObject(
  account: Account,
  { due_by, withdrawn: _, ...dispute }: DisputeRecord,
): JsonObject {
  return {
    ...dispute,
    object: 'dispute',
    balance_transactions: balanceTransactionsOf(account, dispute.id).map(balanceTransactionObject),
    evidence_details: { due_by },
    livemode: false,
  };
}

function moveMoney(
  account: Account,
  { id, payment_intent, currency }: DisputeRecord,
  reporting_category: 'dispute' | 'dispute_reversal',
  amount: number,
): void {
  const settled = account.payments.find(payment_intent)?.currency ?? currency;
  const fee = reporting_category === 'dispute' ? DISPUTE_FEE : 0;
  addBalanceTransaction(account, {
    amount,
    currency: settled,
    fee,
    source: id,
    reporting_category,
  });
}

function recordDisputeEvent(
  account: Account,
  type: `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`,
  dispute: DisputeRecord,
): void {
  account.emit(type, disputeObject(account, dispute));
}
