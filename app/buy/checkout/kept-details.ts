import { stored } from '#app/ui/stored.ts';
import type { Basket } from '#domain/basket/basket.ts';
import { isString, objectOf } from '#domain/guard.ts';
import { type CustomerDetails, readCustomerDetails } from '#domain/orders/customer-details.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';
import { requestedItems } from './requested-items.ts';

export interface SentDetails extends CustomerDetails {
  orderId: OrderId;
  /** The items that it asked for, to compare. */
  items: string;
}

const detailGuards = { name: isString, email: isString, phone: isString, note: isString };

/** What the customer has typed in the pick-up panel: all tabs of this browser share it until the order is done. */
export const typedDetails = stored(
  'localStorage',
  'details',
  objectOf<CustomerDetails>(detailGuards),
);

/** The details of the order that this tab placed last: the server shows them to nobody. */
const sentDetails = stored(
  'sessionStorage',
  'sent-details',
  objectOf<SentDetails>({ ...detailGuards, orderId: isOrderId, items: isString }),
);

export const keepSent = sentDetails.write;

/** @returns undefined for an order that was not placed in this tab. */
export function readSent(orderId: OrderId): SentDetails | undefined {
  const sent = sentDetails.read();
  return sent?.orderId === orderId ? sent : undefined;
}

export function asSent(orderId: OrderId, details: CustomerDetails, basket: Basket): SentDetails {
  return { ...details, orderId, items: JSON.stringify(requestedItems(basket)) };
}

/** Whether the basket and the details are those with which this tab sent the order. */
export function isUnchanged(orderId: OrderId, basket: Basket): boolean {
  const details = readCustomerDetails(typedDetails.read());
  if (!details) return false;
  return JSON.stringify(readSent(orderId)) === JSON.stringify(asSent(orderId, details, basket));
}
