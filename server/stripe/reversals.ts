import type Stripe from 'stripe';
import type { Instant } from '#domain/clock.ts';
import type { FoundReversal, OrderWithCheckout, Reversals } from '#server/orders/payment-ports.ts';
import {
  disputeEntries,
  disputeMoved,
  idOf,
  instant,
  refundEntries,
  refundMoved,
  reversedAmount,
} from './ledger-entries.ts';

/** Stripe's largest page; more than the refunds of any order. */
const MOST = 100;
const MOVED = ['data.balance_transaction', 'data.failure_balance_transaction'];

/** Lists refunds and disputes of the payment in the order's own session. */
export async function findReversals(
  stripe: Stripe,
  { checkoutId }: OrderWithCheckout,
): Promise<Reversals> {
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
