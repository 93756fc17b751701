import { Hono } from 'hono';
import { handlePaymentEvent } from '#server/orders/recover.ts';
import type { Shop } from '#server/shop.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';

/** Receives Stripe's webhooks. Stripe retries for up to three days unless the answer is 2xx. */
export function createStripeWebhook(shop: Shop): Hono {
  return new Hono().post('/', async (c) => {
    const signature = c.req.header('Stripe-Signature') ?? '';
    const event = shop.payments.readEvent(await c.req.text(), signature);
    if (!event) {
      // Jobs find payments all the same, but refunds and disputes only within a day.
      if (signature !== '') {
        shop.log.warn(
          {},
          'a webhook was rejected: is STRIPE_WEBHOOK_SECRET that of this endpoint?',
        );
      }
      return c.text('This is not an event signed by Stripe.', 400);
    }
    try {
      const isMatched = await handlePaymentEvent(shop, event);
      return isMatched ? c.text('Thank you.') : c.text('This payment has no order.', 409);
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
      return c.text('The payment could not be looked up.', 503, { 'Retry-After': '60' });
    }
  });
}
