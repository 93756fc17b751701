import type Stripe from 'stripe';
import type { Reversal } from '#domain/orders/order.ts';
import type { OrderWithCheckout } from '#domain/orders/payment-ports.ts';

/** More than the refunds of any order. */
const MOST = 100;

/** Lists refunds and disputes of the payment in the order's own session. */
export async function findReversals(
  stripe: Stripe,
  { checkoutId }: OrderWithCheckout,
): Promise<Reversal[]> {
  const session = await stripe.checkout.sessions.retrieve(checkoutId);
  const payment = idOf(session.payment_intent);
  if (!payment) return [];
  const of = { payment_intent: payment, limit: MOST };
  const refunds = await stripe.refunds.list(of);
  const disputes = await stripe.disputes.list(of);
  return [
    ...refunds.data.map(({ id, amount, status, created }): Reversal => {
      return { id, kind: 'refund', amount, state: status ?? 'pending', at: instant(created) };
    }),
    ...disputes.data.map(({ id, amount, status, created, evidence_details }): Reversal => {
      const answerBy = evidence_details.due_by;
      return {
        id,
        kind: 'dispute',
        amount,
        state: status,
        at: instant(created),
        ...(answerBy && { answerBy: instant(answerBy) }),
      };
    }),
  ].sort((one, other) => (one.id < other.id ? -1 : 1));
}

export async function checkoutOfPayment(
  stripe: Stripe,
  payment: string,
): Promise<string | undefined> {
  const { data } = await stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 });
  return data[0]?.id;
}

export function idOf(object: string | { id: string } | null): string | undefined {
  return typeof object === 'string' ? object : object?.id;
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
