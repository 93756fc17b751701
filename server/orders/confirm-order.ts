import { type OrderId, type PublicOrder, publicState, publicView } from '#domain/orders/order.ts';
import type { Ports } from '#server/ports.ts';
import { changedAllergens } from './current-allergens.ts';
import { PaymentsUnavailable } from './payment-ports.ts';
import { endCheckout, type SyncedPayment, syncPaymentStatus } from './sync-payment-status.ts';

export interface Confirmation {
  order: PublicOrder;
  /** The checkout of an order that can still be paid. */
  checkoutUrl: string | null;
  /** False when the payment provider could not be asked, so that the order's state may be outdated. */
  checked: boolean;
}

/** Checks the payment when the thank-you page asks, without trusting the browser. */
export async function confirmOrder(ports: Ports, id: OrderId): Promise<Confirmation | undefined> {
  const order = await ports.orders.find(id);
  if (!order) return undefined;
  let status: SyncedPayment = { state: order.state };
  let checked = true;
  try {
    if (publicState(order.state) === 'placed') status = await syncPaymentStatus(ports, order);
    if (status.checkout?.status === 'open') {
      const changed = await changedAllergens(ports, order.items);
      // Placing the basket again, or the pay link, says what has changed.
      if (changed.length > 0) status = await endCheckout(ports, order);
    }
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    const { reason, code } = error;
    ports.log.warn({ orderId: id, reason, code }, 'the payment could not be checked');
    checked = false;
  }
  const { checkout } = status;
  // The page must not say "not paid" for either.
  if (checkout?.status === 'gone' || checkout?.status === 'mismatch') checked = false;
  return {
    // Read again: another signal may have changed its state meanwhile.
    order: publicView((await ports.orders.find(id)) ?? order),
    checkoutUrl: checkout?.status === 'open' ? checkout.url : null,
    checked,
  };
}
