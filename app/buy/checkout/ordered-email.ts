import { stored, storedInHistory } from '#app/ui/stored.ts';
import { isString, objectOf } from '#domain/guard.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';

export interface OrderedEmail {
  orderId: OrderId;
  email: string;
}

const isOrderedEmail = objectOf<OrderedEmail>({ orderId: isOrderId, email: isString });

/** The e-mail address of an order, in this tab until it has been paid: the server shows it to nobody. */
const ofTab = stored('sessionStorage', 'ordered-email', isOrderedEmail);
/** In the history entry of the thank-you page, where it survives a reload. */
const ofPage = storedInHistory('orderedEmail', isOrderedEmail);

export const rememberEmail = ofTab.write;
export const keepEmail = ofPage.write;

/** @returns undefined for an order that was not placed in this tab. */
export function takeEmail(orderId: OrderId): OrderedEmail | undefined {
  const kept = ofPage.read();
  if (kept?.orderId === orderId) return kept;
  const ordered = ofTab.read();
  if (ordered?.orderId !== orderId) return undefined;
  ofTab.clear();
  keepEmail(ordered);
  return ordered;
}
