import type Stripe from 'stripe';
import type { Instant } from '#domain/clock.ts';
import { idOf } from './ledger-entries.ts';

/**
 * What a signed event is about. It says only where to look: anyone can make Stripe send events about checkouts and
 * payments of their own.
 */
export type PaymentEvent =
  | { about: 'checkout'; checkoutId: string }
  /** A refund or a dispute of this payment. */
  | { about: 'reversal'; paymentId: string }
  | { about: 'other' };

/**
 * Verifies and reads a webhook.
 * @returns undefined when it is malformed, not signed by Stripe, or too old.
 */
export function readEvent(
  stripe: Stripe,
  secret: string,
  rawBody: string,
  signature: string,
  now: Instant,
): PaymentEvent | undefined {
  try {
    return subjectOf(
      stripe.webhooks.constructEvent(
        rawBody,
        signature,
        secret,
        // The SDK's tolerance and cryptography.
        undefined,
        undefined,
        Date.parse(now),
      ),
    );
  } catch {
    // The SDK throws several kinds of errors for a malformed header or body.
    return undefined;
  }
}

/** Reads only what the event is about; its other contents are not trusted. */
function subjectOf({ type, data }: Stripe.Event): PaymentEvent {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { about: 'checkout', checkoutId: data.object.id };
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const paymentId = idOf(data.object.payment_intent);
      return paymentId ? { about: 'reversal', paymentId } : { about: 'other' };
    }
    default:
      return { about: 'other' };
  }
}
