import Stripe from 'stripe';
import type { Clock } from '#domain/clock.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { PaymentEvent } from '#server/orders/handle-payment-event.ts';
import { type Payments, PaymentsUnavailable } from '#server/orders/payment-ports.ts';
import { step } from '#server/step.ts';
import {
  expireCheckout,
  findCheckout,
  findCheckoutsOf,
  findPaidCheckout,
  openCheckout,
  paidCheckouts,
  type StripeSettings,
} from './checkout-sessions.ts';
import {
  activePrices,
  addPrice,
  type PricePayments,
  reactivatePrice,
  retirePrice,
  retireProduct,
} from './prices.ts';
import { readEvent } from './read-event.ts';
import { findPaidWith, refundPayment } from './refund-payment.ts';
import { checkoutOfPayment, findReversals, findReversedPayments } from './reversals.ts';

const STRIPE_API = 'https://api.stripe.com';
/** Long enough for a slow Stripe, short enough for a waiting visitor. */
const TIMEOUT_MS = 15_000;

interface StripePayments extends Payments, PricePayments {
  /**
   * Verifies and reads a webhook.
   * @returns undefined when it is malformed, not signed by Stripe, or too old.
   */
  readEvent(rawBody: string, signature: string): PaymentEvent | undefined;
}

/** Payments through Stripe Checkout. */
export function createStripePayments(settings: StripeSettings, clock: Clock): StripePayments {
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
    openCheckout: (order) =>
      stepped('openCheckout', order.id, () => openCheckout(stripe, settings, order)),
    checkout: (order) => stepped('checkout', order.id, () => findCheckout(stripe, order)),
    expireCheckout: (order) =>
      stepped('expireCheckout', order.id, () => expireCheckout(stripe, order)),
    paidCheckout: (checkoutId) => translated(() => findPaidCheckout(stripe, settings, checkoutId)),
    paidCheckouts: (since) => translatedPages(paidCheckouts(stripe, settings, since)),
    checkoutsOf: (id, since) =>
      stepped('checkoutsOf', id, () => findCheckoutsOf(stripe, settings, id, since)),
    checkoutOfPayment: (payment) => translated(() => checkoutOfPayment(stripe, payment)),
    reversedPayments: (since) => translated(() => findReversedPayments(stripe, since)),
    reversals: (order) => stepped('reversals', order.id, () => findReversals(stripe, order)),
    refund: (order, refund) =>
      stepped('refund', order.id, () => refundPayment(stripe, order, refund)),
    paidWith: (order) => translated(() => findPaidWith(stripe, order)),
    dashboardUrl: (id) => dashboardUrl(settings, id),
    activePrices: () => translated(() => activePrices(stripe)),
    addPrice: (product) => translated(() => addPrice(stripe, product)),
    retirePrice: (id) => translated(() => retirePrice(stripe, id)),
    reactivatePrice: (id) => translated(() => reactivatePrice(stripe, id)),
    retireProduct: (id) => translated(() => retireProduct(stripe, id)),
    readEvent: (rawBody, signature) =>
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

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? unavailable(error) : error;
  }
}

async function* translatedPages<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await translated(() => iterator.next());
    if (done) return;
    yield value;
  }
}

/** 400, 402 and 404 concern this call; the rest (network, 401, 403, 429, 5xx) would affect every call. */
function unavailable(error: InstanceType<typeof Stripe.errors.StripeError>): PaymentsUnavailable {
  const { statusCode = 0, code, type } = error;
  const isRejected = [400, 402, 404].includes(statusCode);
  // Without the error as cause: its message quotes what was sent, and the log prints causes.
  return new PaymentsUnavailable(
    isRejected ? 'refused' : 'unreachable',
    `${statusCode} ${code ?? type}`,
  );
}
