import Stripe from 'stripe';
import type { OrderId } from '#domain/orders/order.ts';

/** Thrown when the payment provider is unreachable or rejects a request. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable';
  /** `unreachable`: no answer, overloaded, or our key is rejected, which affects every order. */
  readonly reason: 'unreachable' | 'refused';
  /** The provider's code, for the log. */
  readonly code: string;

  constructor(reason: 'unreachable' | 'refused', code: string) {
    super(`The payment provider is ${reason}: ${code}`);
    this.reason = reason;
    this.code = code;
  }
}

/** Logs why the payment provider did not serve a request about an order. @throws any other error. */
export function logUnavailable(
  { log }: { log: { error(facts: object, words: string): void } },
  orderId: OrderId,
  error: unknown,
): void {
  if (!(error instanceof PaymentsUnavailable)) throw error;
  const { reason, code } = error;
  log.error({ orderId, reason, code }, 'Stripe did not serve a request about an order');
}

/** @throws {PaymentsUnavailable} instead of the SDK's errors. */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? unavailable(error) : error;
  }
}

/** As `translated`, for each item. */
export async function* translatedItems<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
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
