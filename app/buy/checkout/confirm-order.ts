import { cachedToken, TOKEN_HEADER } from '#app/buy/bot-check/bot-check.ts';
import { isBoolean, isString, nullable, objectOf } from '#domain/guard.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isPublicOrder } from '#domain/orders/order-guards.ts';
import type { PublicOrder } from '#domain/orders/public-order.ts';

export interface Confirmation {
  order: PublicOrder;
  checkoutUrl: string | null;
  checked: boolean;
}

/** Longer than one request of the server to the payment provider. */
const MAX_ANSWER_MS = 20_000;

/**
 * Has the server ask the payment provider about an order.
 * @returns undefined if no valid response came; the call can be repeated.
 */
export async function confirmOrder(id: OrderId): Promise<Confirmation | undefined> {
  const token = cachedToken();
  try {
    const response = await fetch(`/api/orders/${id}/confirm`, {
      method: 'POST',
      headers: token ? { [TOKEN_HEADER]: token } : {},
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    });
    const body: unknown = await response.json();
    return isConfirmation(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

const isConfirmation = objectOf<Confirmation>({
  order: isPublicOrder,
  checkoutUrl: nullable(isHttpUrl),
  checked: isBoolean,
});

/** A URL that a visitor can be redirected to. */
export function isHttpUrl(value: unknown): value is string {
  return isString(value) && /^https?:\/\//i.test(value.trim()) && URL.canParse(value);
}
