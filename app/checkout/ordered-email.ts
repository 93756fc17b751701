import { isString, objectOf, parseJson } from '#domain/guard.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';

const KEY = 'ordered-email';

interface OrderedEmail {
  orderId: OrderId;
  email: string;
}

const isOrderedEmail = objectOf<OrderedEmail>({ orderId: isOrderId, email: isString });

/** Keeps the e-mail address of an order in this tab, because the server shows it to nobody. */
export function rememberEmail(ordered: OrderedEmail): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ordered));
  } catch {
    // Without storage the thank-you page does not name the address.
  }
}

/** @returns undefined for an order that was not placed in this tab. */
export function rememberedEmail(orderId: OrderId): string | undefined {
  try {
    const ordered = parseJson(sessionStorage.getItem(KEY) ?? 'null');
    return isOrderedEmail(ordered) && ordered.orderId === orderId ? ordered.email : undefined;
  } catch {
    return undefined;
  }
}
