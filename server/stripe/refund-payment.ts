import type Stripe from 'stripe';
import type { Pence } from '#domain/pence.ts';
import type { OrderWithCheckout } from './checkout-sessions.ts';
import { createOnce } from './create-once.ts';
import { PaymentsUnavailable } from './errors.ts';
import { idOf } from './ledger-entries.ts';

export interface PaidWith {
  /** `visa`, `bacs_debit` */
  name: string;
  /** The last digits of the card or account, if the provider says them. */
  last4: string | undefined;
}

/** More than the refunds of any order. */
const MOST = 100;

/**
 * Refunds a part of the payment in the order's own session, once, and returns Stripe's id. Stripe forgets idempotency keys after a
 * day, so refunds that it has are looked through first. A stored refusal is final: another server may have told
 * the owner of it, who then asks for another refund, which has another id.
 */
export async function refundPayment(
  stripe: Stripe,
  { checkoutId, id: order }: OrderWithCheckout,
  { id, amount }: { id: string; amount: Pence },
): Promise<string> {
  const session = await stripe.checkout.sessions.retrieve(checkoutId);
  const payment = idOf(session.payment_intent);
  if (!payment) throw new PaymentsUnavailable('refused', 'no-payment');
  const made = async () => {
    const { data } = await stripe.refunds.list({ payment_intent: payment, limit: MOST });
    return data.find(({ metadata }) => metadata?.refund === id);
  };
  const refund =
    (await made()) ??
    (await createOnce({
      create: (options) =>
        stripe.refunds.create(
          {
            payment_intent: payment,
            amount,
            reason: 'requested_by_customer',
            metadata: { refund: id, order },
          },
          options,
        ),
      key: `refund-${id}`,
      find: made,
      isFinal: () => true,
    }));
  return refund.id;
}

/** How the payment in the order's own session was made. */
export async function findPaidWith(
  stripe: Stripe,
  { checkoutId }: OrderWithCheckout,
): Promise<PaidWith | undefined> {
  const session = await stripe.checkout.sessions.retrieve(checkoutId, {
    expand: ['payment_intent.latest_charge'],
  });
  const payment = session.payment_intent;
  const charge = payment && typeof payment !== 'string' ? payment.latest_charge : null;
  const details = charge && typeof charge !== 'string' ? charge.payment_method_details : null;
  if (!details) return undefined;
  const { type, card, bacs_debit } = details;
  return {
    name: card?.brand ?? type,
    last4: (card ?? bacs_debit)?.last4 ?? undefined,
  };
}
