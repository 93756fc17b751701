import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';

const LONGEST_WAIT_MS = 10_000;
const PAUSE_MS = 150;

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

interface Creation<Item> {
  create: (options: Stripe.RequestOptions) => Promise<Item>;
  key: string;
  /** Finds what a failed request has created in spite of its response. */
  find: () => Promise<Item | undefined>;
  /** Whether a stored refusal is the last word. A stored 5xx never is. */
  isFinal?: (refusal: StripeError) => boolean;
}

/**
 * Creates an object at Stripe once, however many servers request it concurrently or repeatedly
 * (decisions/006-keys-after-a-failure.md). The idempotency key ensures that. Stripe stores the first response
 * to a key, failures included: its request can create nothing any more. So if what it may have created is not
 * there either, all callers continue with the same next key.
 */
export async function createOnce<Item>({
  create,
  key,
  find,
  isFinal = () => false,
}: Creation<Item>): Promise<Item> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  let attempt = 1;
  for (;;) {
    try {
      return await create({
        idempotencyKey: `${key}-${attempt}`,
        // The SDK's own retries would make a new failure look like a stored one.
        maxNetworkRetries: 0,
      });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      if (isStored(error)) {
        if (isRefusal(error) && isFinal(error)) throw error;
        const found = await find();
        if (found !== undefined) return found;
        attempt += 1;
      } else if (error.statusCode === 409 && performance.now() < deadline) await pause(PAUSE_MS);
      else throw error;
    }
  }
}

/** A new failure may not be stored, so it is thrown: the next request finds out. */
function isStored({ headers }: StripeError): boolean {
  return headers?.['idempotent-replayed'] === 'true';
}

function isRefusal({ statusCode = 0 }: StripeError): boolean {
  return statusCode < 500;
}
