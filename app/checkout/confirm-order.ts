import * as z from 'zod';
import { cachedToken, TOKEN_HEADER } from '#app/bot-check/bot-check.ts';
import { type OrderId, PublicOrder } from '#domain/orders/order.ts';

/** Only an address that a visitor can be sent to. */
export const CheckoutUrl = z.url({ protocol: /^https?$/ });

const Confirmation = z.object({
  order: PublicOrder,
  checkoutUrl: CheckoutUrl.nullable(),
  checked: z.boolean(),
});
export type Confirmation = z.infer<typeof Confirmation>;

interface Options {
  signal?: AbortSignal;
  fetch?: typeof globalThis.fetch;
}

/**
 * Has the shop ask the payment provider how an order stands. @returns nothing when no sensible
 * answer came; it can be asked again.
 */
export async function askPayment(
  id: OrderId,
  { signal, fetch = globalThis.fetch }: Options = {},
): Promise<Confirmation | undefined> {
  const token = cachedToken();
  try {
    const response = await fetch(`/api/orders/${id}/confirm`, {
      method: 'POST',
      headers: token ? { [TOKEN_HEADER]: token } : {},
      ...(signal && { signal }),
    });
    return Confirmation.safeParse(await response.json()).data;
  } catch {
    return undefined;
  }
}
