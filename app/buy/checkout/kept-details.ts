import { stored } from '#app/ui/stored.ts';
import { isString, objectOf } from '#domain/guard.ts';
import { type CustomerDetails, readCustomerDetails } from '#domain/orders/customer-details.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';

export interface SentDetails extends CustomerDetails {
  orderId: OrderId;
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
  objectOf<SentDetails>({ ...detailGuards, orderId: isOrderId }),
);

export const keepSent = sentDetails.write;

/** @returns undefined for an order that was not placed in this tab. */
export function readSent(orderId: OrderId): SentDetails | undefined {
  const sent = sentDetails.read();
  return sent?.orderId === orderId ? sent : undefined;
}

/** Whether the customer has changed the details since this tab sent the order. */
export function isEditedSince(orderId: OrderId): boolean {
  const typed = typedDetails.read();
  const sent = readSent(orderId);
  if (!typed || !sent) return false;
  return JSON.stringify({ ...readCustomerDetails(typed), orderId }) !== JSON.stringify(sent);
}
