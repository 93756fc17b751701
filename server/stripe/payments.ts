import Stripe from 'stripe';
import type { Clock, Instant } from '#domain/clock.ts';
import type { Payable } from '#domain/orders/addition.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import { step } from '#server/step.ts';
import { findMoved, findPaidOut, findPayouts } from './balance.ts';
import {
  expireCheckout,
  findCheckout,
  findCheckoutsOf,
  findPaidCheckout,
  type OrderWithCheckout,
  openCheckout,
  paidCheckouts,
  type StripeSettings,
} from './checkout-sessions.ts';
import { translated, translatedItems } from './errors.ts';
import { activePrices, addPrice, archivePrice, type Product } from './prices.ts';
import { readEvent } from './read-event.ts';
import {
  checkoutOfPayment,
  findPaidWith,
  findReversals,
  findReversedPayments,
  refundPayment,
} from './reversals.ts';

const STRIPE_API = 'https://api.stripe.com';
/** Long enough for a slow Stripe, short enough for a waiting visitor. */
const TIMEOUT_MS = 15_000;

export type Payments = ReturnType<typeof createStripePayments>;

/** Payments through Stripe Checkout. All calls throw {@link PaymentsUnavailable}. */
export function createStripePayments(settings: StripeSettings, clock: Clock) {
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
    /** Opens the hosted checkout of an order, or of what is added to one; idempotent for it. */
    openCheckout: (order: Payable) =>
      stepped('openCheckout', order.id, () => openCheckout(stripe, settings, order)),
    /** Reads the status of the order's own checkout. */
    checkout: (order: OrderWithCheckout) =>
      stepped('checkout', order.id, () => findCheckout(stripe, order)),
    /** Expires the order's own checkout if it is open. @returns its status afterwards. */
    expireCheckout: (order: OrderWithCheckout) =>
      stepped('expireCheckout', order.id, () => expireCheckout(stripe, order)),
    /** Finds a checkout if it is paid. */
    paidCheckout: (checkoutId: string) =>
      translated(() => findPaidCheckout(stripe, settings, checkoutId)),
    /** Lists the paid checkouts that were opened since. */
    paidCheckouts: (since: Instant) => translatedItems(paidCheckouts(stripe, settings, since)),
    checkoutsOf: (id: OrderId, since: Instant) =>
      stepped('checkoutsOf', id, () => findCheckoutsOf(stripe, settings, id, since)),
    /** Finds the checkout of a payment, if it has one. */
    checkoutOfPayment: (paymentId: string) =>
      translated(() => checkoutOfPayment(stripe, paymentId)),
    reversedPayments: (since: Instant) => translated(() => findReversedPayments(stripe, since)),
    reversals: (order: OrderWithCheckout) =>
      stepped('reversals', order.id, () => findReversals(stripe, order)),
    refund: (order: OrderWithCheckout, refund: { id: string; amount: Pence }) =>
      stepped('refund', order.id, () => refundPayment(stripe, order, refund)),
    /** Lists what has moved on the balance since. */
    moved: (since: Instant) => translated(() => findMoved(stripe, since)),
    payouts: (since: Instant) => translated(() => findPayouts(stripe, since)),
    paidOut: (payoutId: string) => translated(() => findPaidOut(stripe, payoutId)),
    paidWith: (order: OrderWithCheckout) => translated(() => findPaidWith(stripe, order)),
    /** Where the owner looks at a checkout or a dispute in a browser. */
    dashboardUrl: (id: string) => dashboardUrl(settings, id),
    activePrices: () => translated(() => activePrices(stripe)),
    addPrice: (product: Product) => translated(() => addPrice(stripe, product)),
    archivePrice: (id: string) => translated(() => archivePrice(stripe, id)),
    /** Verifies and reads a webhook: undefined when it is malformed, not signed by Stripe, or too old. */
    readEvent: (rawBody: string, signature: string) =>
      readEvent(stripe, settings.webhookSecret, rawBody, signature, clock.now()),
  };
}

/** The dashboard has no address for each kind of id, but its search finds them all. */
function dashboardUrl({ origin, secretKey }: StripeSettings, id: string): string {
  // The practice Stripe shows everything on one page.
  if (origin !== STRIPE_API) return `${origin}/`;
  const mode = /^[sr]k_test_/.test(secretKey) ? 'test/' : '';
  return `https://dashboard.stripe.com/${mode}search?query=${encodeURIComponent(id)}`;
}

/** Translates errors, and marks the start and the end of a call about one order. */
async function stepped<T>(name: string, order: OrderId, call: () => Promise<T>): Promise<T> {
  step(`payments.${name} start`, order);
  try {
    return await translated(call);
  } finally {
    step(`payments.${name} end`, order);
  }
}
