import type Stripe from 'stripe';
import * as z from 'zod';
import type { Instant } from '#domain/clock.ts';
import { idOf } from './expanded.ts';

/**
 * What a signed event is about. It says only where to look: anyone can make Stripe send events about checkouts and
 * payments of their own.
 */
export type PaymentEvent =
  | { about: 'checkout'; checkoutId: string }
  /** A refund or a dispute of this payment. */
  | { about: 'reversal'; paymentId: string }
  /** A payout, or money that has reached the balance. */
  | { about: 'balance' }
  | { about: 'other' };

/** What the shop reads of an event, whatever its type; the rest is not trusted. */
const PaymentReport = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
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
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

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
  let signed: unknown;
  try {
    signed = stripe.webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      // The SDK's tolerance and cryptography.
      undefined,
      undefined,
      Date.parse(now),
    );
  } catch {
    // The SDK throws several kinds of errors for a malformed header or body.
    return undefined;
  }
  const report = PaymentReport.safeParse(signed).data;
  if (!report) return undefined;
  const { id, payment_intent: payment } = report.data.object;
  if (report.type.startsWith('payout.') || report.type === 'charge.updated') {
    return { about: 'balance' };
  }
  if (CHECKOUT_EVENTS.includes(report.type) && id) return { about: 'checkout', checkoutId: id };
  const paymentId = idOf(payment ?? null);
  if (REVERSAL_EVENTS.includes(report.type) && paymentId) return { about: 'reversal', paymentId };
  return { about: 'other' };
}
