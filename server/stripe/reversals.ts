import type Stripe from 'stripe';
import type { Instant } from '#domain/clock.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import type { Reversal } from '#domain/orders/order.ts';
import type { OrderWithCheckout } from './checkout-sessions.ts';
import {
  disputeEntries,
  disputeMoved,
  idOf,
  instant,
  refundEntries,
  refundMoved,
  reversedAmount,
} from './ledger-entries.ts';

export interface FoundReversal extends Reversal {
  /** Of a refund that staff have asked for here: `Refund.id`. */
  requestId?: string;
}

/** Stripe's largest page; more than the refunds of any order. */
const MOST = 100;
const MOVED = ['data.balance_transaction', 'data.failure_balance_transaction'];

/** Lists refunds and disputes of the payment in the order's own session, and the money that they have moved. */
export async function findReversals(
  stripe: Stripe,
  { checkoutId }: OrderWithCheckout,
): Promise<{ reversals: FoundReversal[]; entries: LedgerEntry[] }> {
  const session = await stripe.checkout.sessions.retrieve(checkoutId);
  const payment = idOf(session.payment_intent);
  if (!payment) return { reversals: [], entries: [] };
  const of = { payment_intent: payment, limit: MOST };
  const refunds = await stripe.refunds.list({ ...of, expand: MOVED });
  const disputes = await stripe.disputes.list(of);
  const reversals = [
    ...refunds.data.map((refund): FoundReversal => {
      const { id, status, created, metadata } = refund;
      return {
        id,
        kind: 'refund',
        ...reversedAmount(refund, refundMoved(refund)),
        state: status ?? 'pending',
        at: instant(created),
        ...(metadata?.refund && { requestId: metadata.refund }),
      };
    }),
    ...disputes.data.map((dispute): FoundReversal => {
      const { id, status, created, evidence_details } = dispute;
      const answerBy = evidence_details.due_by;
      return {
        id,
        kind: 'dispute',
        ...reversedAmount(dispute, disputeMoved(dispute).out),
        state: status,
        at: instant(created),
        ...(answerBy && { answerBy: instant(answerBy) }),
      };
    }),
  ];
  return {
    reversals,
    entries: [...refunds.data.flatMap(refundEntries), ...disputes.data.flatMap(disputeEntries)],
  };
}

export async function checkoutOfPayment(
  stripe: Stripe,
  payment: string,
): Promise<string | undefined> {
  const { data } = await stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 });
  return data[0]?.id;
}

/** Lists the payments of which a refund or a dispute was made since. */
export async function findReversedPayments(stripe: Stripe, since: Instant): Promise<string[]> {
  const made = { created: { gte: Math.floor(Date.parse(since) / 1000) }, limit: MOST };
  const payments = new Set<string | undefined>();
  for await (const { payment_intent } of stripe.refunds.list(made)) {
    payments.add(idOf(payment_intent));
  }
  for await (const { payment_intent } of stripe.disputes.list(made)) {
    payments.add(idOf(payment_intent));
  }
  return [...payments].filter((payment) => payment !== undefined);
}
