import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';

const LONGEST_WAIT_MS = 10_000;
const PAUSE_MS = 150;

/**
 * Creates a checkout session once, however many servers request it concurrently or repeatedly. The
 * idempotency key ensures that. Stripe also repeats a failure for as long as it stores the key, so after
 * a repeated failure all callers continue with the same next key.
 */
export async function createSessionOnce(
  stripe: Stripe,
  parameters: Stripe.Checkout.SessionCreateParams,
  key: string,
): Promise<Stripe.Checkout.Session> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  let attempt = 1;
  for (;;) {
    try {
      return await stripe.checkout.sessions.create(parameters, {
        idempotencyKey: `${key}-${attempt}`,
        // The SDK's own retries would make a new failure look like a repeated one.
        maxNetworkRetries: 0,
      });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || performance.now() > deadline)
        throw error;
      if (isRepeatedFailure(error)) attempt += 1;
      else if (error.statusCode === 409) await pause(PAUSE_MS);
      else throw error;
    }
  }
}

function isRepeatedFailure({
  statusCode,
  headers,
}: InstanceType<typeof Stripe.errors.StripeError>) {
  return (statusCode ?? 0) >= 500 && headers?.['idempotent-replayed'] === 'true';
}
