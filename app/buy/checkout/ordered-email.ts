import { isString, objectOf, parseJson } from '#domain/guard.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';

const KEY = 'ordered-email';

export interface OrderedEmail {
  orderId: OrderId;
  email: string;
}

const isOrderedEmail = objectOf<OrderedEmail>({ orderId: isOrderId, email: isString });

/** Keeps the e-mail address of an order in this tab until it has been paid: the server shows it to nobody. */
export function rememberEmail(ordered: OrderedEmail): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ordered));
  } catch {
    // Without storage the thank-you page does not name the address.
  }
}

/**
 * Moves the address from the tab's storage to the page's history entry, where it survives a reload.
 * @returns undefined for an order that was not placed in this tab.
 */
export function takeEmail(orderId: OrderId): OrderedEmail | undefined {
  try {
    const kept: unknown = Object(history.state).orderedEmail;
    if (isOrderedEmail(kept) && kept.orderId === orderId) return kept;
    const ordered = parseJson(sessionStorage.getItem(KEY) ?? 'null');
    if (!isOrderedEmail(ordered) || ordered.orderId !== orderId) return undefined;
    sessionStorage.removeItem(KEY);
    keepEmail(ordered);
    return ordered;
  } catch {
    return undefined;
  }
}

/** Keeps the address in the page's history entry. */
export function keepEmail(orderedEmail: OrderedEmail): void {
  history.replaceState({ ...history.state, orderedEmail }, '');
}
