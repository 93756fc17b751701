import Stripe from 'stripe';
import * as z from 'zod';
import type { PaymentEvent } from '#domain/orders/hear-payment.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import { type Checkout, type Payments, PaymentsUnavailable } from '#domain/ports.ts';
import { createSessionOnce } from './create-session.ts';
import { addPrice, syncPrice, syncPrices } from './sync-prices.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's own, or the practice one's. */
  origin: string;
  /** Where the checkout sends the visitor. */
  successUrl(order: OrderId): string;
  cancelUrl: string;
}

/** Long enough for a slow day at Stripe, short enough that a visitor still waits for the answer. */
const TIMEOUT_MS = 15_000;

export interface StripePayments extends Payments {
  /** Reads a webhook. @returns undefined when it is malformed, was not signed by Stripe, or too long ago. */
  readEvent(rawBody: string, signature: string): PaymentEvent | undefined;
}

/** Payments through Stripe Checkout on the real SDK. */
export function createStripePayments(settings: StripeSettings): StripePayments {
  const { hostname, port, protocol } = new URL(settings.origin);
  const stripe = new Stripe(settings.secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  });
  return {
    openCheckout: (order) => asking(() => openCheckout(stripe, settings, order)),
    checkout: (checkoutId) => asking(() => findCheckout(stripe, checkoutId)),
    syncPrices: (products) => asking(() => syncPrices(stripe, products)),
    addPrice: (product) => asking(() => addPrice(stripe, product)),
    syncPrice: (product) => asking(() => syncPrice(stripe, product)),
    readEvent: (rawBody, signature) =>
      readEvent(stripe, settings.webhookSecret, rawBody, signature),
  };
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      throw new PaymentsUnavailable(`${error.type}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

async function openCheckout(stripe: Stripe, settings: StripeSettings, order: Order) {
  const session = await createSessionOnce(
    stripe,
    {
      mode: 'payment',
      line_items: lineItems(order),
      success_url: settings.successUrl(order.id),
      cancel_url: settings.cancelUrl,
      client_reference_id: order.id,
      payment_intent_data: { metadata: { order: order.id } },
      // Fixed by the order, so that a repeated opening sends the very same parameters.
      expires_at: Math.floor(Date.parse(order.payBy) / 1000),
      ...prefilledEmail(order.customer.email),
    },
    `order-${order.id}`,
  );
  if (session.amount_total !== order.total || session.currency !== 'gbp') {
    // The catalogue and Stripe disagree: nobody is charged anything but what was shown.
    await stripe.checkout.sessions.expire(session.id);
    throw new PaymentsUnavailable('Stripe asks another amount: run npm run stripe:sync');
  }
  if (!session.url) throw new PaymentsUnavailable(`The checkout is ${session.status}.`);
  return { checkoutId: session.id, url: session.url };
}

/** Quantities are counted per price (spec §7). */
function lineItems(order: Order): { price: string; quantity: number }[] {
  const quantities = new Map<string, number>();
  for (const { api } of order.items) quantities.set(api, (quantities.get(api) ?? 0) + 1);
  return [...quantities].map(([price, quantity]) => ({ price, quantity }));
}

/** The form asks for no format (spec §5), but Stripe refuses an order over a mistyped address. */
function prefilledEmail(email: string): { customer_email?: string } {
  return z.email().safeParse(email).success ? { customer_email: email } : {};
}

async function findCheckout(stripe: Stripe, checkoutId: string): Promise<Checkout> {
  const session = await stripe.checkout.sessions.retrieve(checkoutId);
  if (session.payment_status === 'paid') return { status: 'paid' };
  if (session.status === 'open' && session.url) return { status: 'open', url: session.url };
  if (session.status === 'expired') return { status: 'expired' };
  return { status: 'processing' };
}

/** The fields that every event has; its object differs by type. */
const EveryEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  data: z.object({ object: z.object({}) }),
});

function readEvent(
  stripe: Stripe,
  secret: string,
  rawBody: string,
  signature: string,
): PaymentEvent | undefined {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(rawBody, signature, secret);
  } catch {
    // The SDK throws errors of several kinds for a malformed header and for a body that is not JSON.
    return undefined;
  }
  if (!EveryEvent.safeParse(event).success) return undefined;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { client_reference_id: orderId, payment_status: status } = event.data.object;
      return { id: event.id, orderId, outcome: status === 'paid' ? 'paid' : 'none' };
    }
    case 'checkout.session.expired':
      return { id: event.id, orderId: event.data.object.client_reference_id, outcome: 'expired' };
    default:
      return { id: event.id, orderId: null, outcome: 'none' };
  }
}
