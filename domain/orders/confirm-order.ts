import { PaymentsUnavailable, type Ports } from '#domain/ports.ts';
import { type OrderId, type PublicOrder, publicView } from './order.ts';
import { type Settled, settle } from './settle.ts';

export interface Confirmation {
  order: PublicOrder;
  /** Where an order that is not paid can still be paid. */
  checkoutUrl: string | null;
  /** False while the payment provider could not be asked: what is said may be behind. */
  checked: boolean;
}

/** What the thank-you page asks when the browser comes back: it is told, it tells nothing. */
export async function confirmOrder(ports: Ports, id: OrderId): Promise<Confirmation | undefined> {
  const order = await ports.orders.find(id);
  if (!order) return undefined;
  let settled: Settled = { state: order.state };
  let checked = true;
  try {
    settled = await settle(ports, order);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    ports.log.warn({ orderId: id, reason: error.message }, 'the payment could not be checked');
    checked = false;
  }
  return {
    // Read again: another witness may have moved it meanwhile.
    order: publicView((await ports.orders.find(id)) ?? order),
    checkoutUrl: settled.checkout?.status === 'open' ? settled.checkout.url : null,
    checked,
  };
}
