import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';

const LONGEST_WAIT_MS = 10_000;
const PAUSE_MS = 150;

/**
 * Creates an object at Stripe once, however many servers request it concurrently or repeatedly. The
 * idempotency key ensures that. Stripe also repeats a failure for as long as it stores the key, so after
 * a repeated failure all callers continue with the same next key.
 * @param created finds what the failed request has created in spite of its answer.
 */
export async function createOnce<Item>(
  create: (options: Stripe.RequestOptions) => Promise<Item>,
  key: string,
  created: () => Promise<Item | undefined> = async () => undefined,
): Promise<Item> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  let attempt = 1;
  for (;;) {
    try {
      return await create({
        idempotencyKey: `${key}-${attempt}`,
        // The SDK's own retries would make a new failure look like a repeated one.
        maxNetworkRetries: 0,
      });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || performance.now() > deadline)
        throw error;
      if (isRepeatedFailure(error)) {
        const found = await created();
        if (found !== undefined) return found;
        attempt += 1;
      } else if (error.statusCode === 409) await pause(PAUSE_MS);
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
