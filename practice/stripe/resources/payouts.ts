import { ALL } from '../../store.ts';
import { type Account, newId, unixTime } from '../account.ts';
import { listOf } from '../api/lists.ts';
import { invalidRequest, type JsonObject } from '../api/protocol.ts';
import type { PayoutRecord } from '../records.ts';
import { addBalanceTransaction } from './payments.ts';

// in_transit ──▶ paid; in_transit or paid ──▶ failed (a bank may return the money later)
// Each function reads and writes several records: call it in one transaction.

const CURRENCY = 'gbp';
/** Banks take this long. */
const ARRIVES_AFTER_S = 2 * 24 * 60 * 60;
const DAY_S = 24 * 60 * 60;

export const listPayouts = listOf(({ payouts }: Account) => payouts, {
  kind: 'payout',
  url: '/v1/payouts',
  present: (_, payout) => payoutObject(payout),
});

interface PayoutRequest {
  /** Made by hand, for this amount: Stripe does not say what it contains. Default: all that no payout contains yet. */
  amount?: number | undefined;
  /** `later`: which transactions it contains can be listed once it has arrived. */
  reconciliation?: 'later' | undefined;
}

/** Pays out what is on the balance. If that is negative, the payout takes it from the bank. */
export function payOut(
  account: Account,
  { amount: asked, reconciliation }: PayoutRequest,
): PayoutRecord {
  const left = account.balanceTransactions
    .list({ where: [{ field: 'payout', is: '' }], limit: ALL })
    .filter(({ currency }) => currency === CURRENCY);
  const amount = asked ?? left.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
  if (amount === 0) throw invalidRequest('There is nothing to pay out.');
  const id = newId('po');
  const created = unixTime(account.now());
  const balance_transaction = addBalanceTransaction(account, {
    amount: -amount,
    currency: CURRENCY,
    source: id,
    reporting_category: 'payout',
    payout: asked === undefined ? id : '',
  });
  if (asked === undefined) {
    for (const each of left) account.balanceTransactions.replace({ ...each, payout: id });
  }
  const payout = account.payouts.add({
    id,
    amount,
    // Midnight, as at Stripe.
    arrival_date: Math.floor((created + ARRIVES_AFTER_S) / DAY_S) * DAY_S,
    automatic: asked === undefined,
    balance_transaction,
    created,
    currency: CURRENCY,
    failure_balance_transaction: null,
    failure_code: null,
    reconciliation_status:
      asked !== undefined
        ? 'not_applicable'
        : reconciliation === 'later'
          ? 'in_progress'
          : 'completed',
    status: 'in_transit',
  });
  account.emit('payout.created', payoutObject(payout));
  return payout;
}

/** Ends a payout that is on its way, or fails one that has arrived. */
export function endPayout(
  account: Account,
  payout: PayoutRecord,
  status: 'paid' | 'failed',
): PayoutRecord {
  if (payout.status === 'failed' || payout.status === status) {
    throw invalidRequest(`This payout is ${payout.status} already.`);
  }
  const hasFailed = status === 'failed';
  const ended = account.payouts.replace({
    ...payout,
    status,
    reconciliation_status: payout.automatic ? 'completed' : payout.reconciliation_status,
    failure_code: hasFailed ? 'account_closed' : null,
    failure_balance_transaction: hasFailed
      ? addBalanceTransaction(account, {
          amount: payout.amount,
          currency: payout.currency,
          source: payout.id,
          reporting_category: 'payout_reversal',
        })
      : null,
  });
  account.emit(`payout.${status}`, payoutObject(ended));
  return ended;
}

/** A fee that belongs to no payment, such as that of a month. */
export function chargeFee(
  account: Account,
  { amount, description }: { amount: number; description: string },
): JsonObject {
  const id = addBalanceTransaction(account, {
    amount: -amount,
    currency: CURRENCY,
    description,
    source: null,
    reporting_category: 'fee',
  });
  return { id };
}

export function payoutObject(payout: PayoutRecord): JsonObject {
  return { ...payout, object: 'payout', livemode: false, method: 'standard' };
}
