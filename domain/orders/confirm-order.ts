import type { Ports } from '#domain/ports.ts';
import { type OrderId, type PublicOrder, publicView } from './order.ts';
import { PaymentsUnavailable } from './payment-ports.ts';
import { type SyncedPayment, syncPaymentStatus } from './sync-payment-status.ts';

export interface Confirmation {
  order: PublicOrder;
  /** Where an order that is not paid can still be paid. */
  checkoutUrl: string | null;
  /** False while the payment provider could not be asked: what is said may be behind. */
  checked: boolean;
}

/** What the thank-you page asks when the browser comes back: nothing that the browser says is believed. */
export async function confirmOrder(ports: Ports, id: OrderId): Promise<Confirmation | undefined> {
  const order = await ports.orders.find(id);
  if (!order) return undefined;
  let status: SyncedPayment = { state: order.state };
  let checked = true;
  try {
    if (order.state === 'placed') status = await syncPaymentStatus(ports, order);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    const { reason, code } = error;
    ports.log.warn({ orderId: id, reason, code }, 'the payment could not be checked');
    checked = false;
  }
  const { checkout } = status;
  // Neither is an answer that would let the page say "not paid".
  if (checkout?.status === 'gone' || checkout?.status === 'mismatch') checked = false;
  return {
    // Read again: another signal may have moved it meanwhile.
    order: publicView((await ports.orders.find(id)) ?? order),
    checkoutUrl: checkout?.status === 'open' ? checkout.url : null,
    checked,
  };
}
