import { stored, storedInHistory } from '#app/ui/stored.ts';
import { isString, objectOf } from '#domain/guard.ts';
import { type CustomerDetails, readCustomerDetails } from '#domain/orders/customer-details.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';

export interface SentDetails extends CustomerDetails {
  orderId: OrderId;
}

const detailGuards = { name: isString, email: isString, phone: isString, note: isString };
const isSentDetails = objectOf<SentDetails>({ ...detailGuards, orderId: isOrderId });

/** What the customer has typed in the pick-up panel: all tabs of this browser share it until the order is done. */
export const typedDetails = stored(
  'localStorage',
  'details',
  objectOf<CustomerDetails>(detailGuards),
);

/** The details of an order, in this tab until it has been paid: the server shows them to nobody. */
const ofTab = stored('sessionStorage', 'sent-details', isSentDetails);
/** In the history entry of the thank-you page, where they survive a reload. */
const ofPage = storedInHistory('sentDetails', isSentDetails);

export const rememberSent = ofTab.write;
export const keepOnPage = ofPage.write;

/** @returns undefined for an order that was not placed in this tab. */
export function takeSent(orderId: OrderId): SentDetails | undefined {
  const kept = ofPage.read();
  if (kept?.orderId === orderId) return kept;
  const sent = ofTab.read();
  if (sent?.orderId !== orderId) return undefined;
  ofTab.clear();
  keepOnPage(sent);
  return sent;
}

/** Whether the customer has changed the details since this tab sent the order. */
export function isEditedSince(orderId: OrderId): boolean {
  const typed = typedDetails.read();
  const sent = ofTab.read();
  if (!typed || sent?.orderId !== orderId) return false;
  return JSON.stringify({ ...readCustomerDetails(typed), orderId }) !== JSON.stringify(sent);
}
