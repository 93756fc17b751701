import { cachedToken, TOKEN_HEADER } from '#app/buy/bot-check/bot-check.ts';
import { isPence } from '#domain/catalogue/catalogue-guards.ts';
import { isBoolean, isString, nullable, objectOf, oneOf, optional } from '#domain/guard.ts';
import type { OrderId, PaymentStatus } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';
import type { PublicOrder, PublicState } from '#domain/orders/public-order.ts';

/** What is read of an order whose payment was checked. The rest is its page's. */
interface CheckedOrder
  extends Pick<PublicOrder, 'id' | 'state' | 'payment' | 'refunded' | 'heldUntil'> {
  parts?: Pick<NonNullable<PublicOrder['parts']>, 'paid'> | undefined;
}

export interface Confirmation {
  order: CheckedOrder;
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

/** Agrees with the schema `PublicOrder`. */
export const isCheckedOrder = objectOf<CheckedOrder>({
  id: isOrderId,
  state: oneOf<PublicState>(['placed', 'funded', 'paid', 'expired']),
  payment: oneOf<PaymentStatus>(['none', 'processing', 'failed', 'unknown']),
  refunded: isPence,
  heldUntil: optional(isString),
  parts: optional(objectOf<NonNullable<CheckedOrder['parts']>>({ paid: isPence })),
});

const isConfirmation = objectOf<Confirmation>({
  order: isCheckedOrder,
  checkoutUrl: nullable(isHttpUrl),
  checked: isBoolean,
});

/** A URL that a visitor can be redirected to. */
export function isHttpUrl(value: unknown): value is string {
  return isString(value) && /^https?:\/\//i.test(value.trim()) && URL.canParse(value);
}
