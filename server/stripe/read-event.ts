import type Stripe from 'stripe';
import * as z from 'zod';
import type { PaymentEvent } from '#domain/orders/handle-payment-event.ts';
import { idOf } from './reversals.ts';

/** Of every event; its object differs by type. */
const EveryEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  data: z.object({ object: z.object({}) }),
});
const AboutCheckout = z.object({ id: z.string() });
const AboutPayment = z.object({
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullable(),
});

const CHECKOUT_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
];
const REVERSAL_EVENTS = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
];

/** Reads a webhook. @returns undefined when it is no event that Stripe signed in the last minutes. */
export function readEvent(
  stripe: Stripe,
  secret: string,
  rawBody: string,
  signature: string,
): PaymentEvent | undefined {
  let signed: unknown;
  try {
    signed = stripe.webhooks.constructEvent(rawBody, signature, secret);
  } catch {
    // The SDK throws errors of several kinds for a malformed header and for a body that is not JSON.
    return undefined;
  }
  const event = EveryEvent.safeParse(signed).data;
  return event && { id: event.id, about: subjectOf(event.type, signed) };
}

/** Only what an event is about is read: what it says is asked for. */
function subjectOf(type: string, event: unknown): PaymentEvent['about'] {
  if (CHECKOUT_EVENTS.includes(type)) {
    const about = objectOf(AboutCheckout, event);
    if (about) return { kind: 'checkout', checkoutId: about.id };
  }
  if (REVERSAL_EVENTS.includes(type)) {
    const paymentId = idOf(objectOf(AboutPayment, event)?.payment_intent ?? null);
    if (paymentId) return { kind: 'reversal', paymentId };
  }
  return { kind: 'nothing' };
}

function objectOf<T>(schema: z.ZodType<T>, event: unknown): T | undefined {
  return z.object({ data: z.object({ object: schema }) }).safeParse(event).data?.data.object;
}
