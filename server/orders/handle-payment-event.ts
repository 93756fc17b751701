import type { Ports } from '#server/ports.ts';
import { recoverOrder } from './recover-orders.ts';
import { syncReversalsOf } from './reversals.ts';
import { syncPaymentStatus } from './sync-payment-status.ts';

/**
 * What a signed event of the payment provider is about. It says only where to look: anyone can make the
 * provider send events about checkouts and payments of their own.
 */
export type PaymentEvent =
  | { about: 'checkout'; checkoutId: string }
  /** A refund or a dispute of this payment. */
  | { about: 'reversal'; paymentId: string }
  | { about: 'other' };

/**
 * Asks the payment provider about the subject of an event. Events repeat, come late and out of order:
 * handling one twice changes nothing.
 * @returns false when a payment could not be matched to an order: the provider must send it again.
 * @throws {PaymentsUnavailable}
 */
export async function handlePaymentEvent(ports: Ports, event: PaymentEvent): Promise<boolean> {
  switch (event.about) {
    case 'checkout':
      return handleCheckout(ports, event.checkoutId);
    case 'reversal':
      await syncReversalsOf(ports, event.paymentId);
      return true;
    case 'other':
      return true;
  }
}

async function handleCheckout(ports: Ports, checkoutId: string): Promise<boolean> {
  const order = await ports.orders.findByCheckout(checkoutId);
  if (order) {
    await syncPaymentStatus(ports, order, 'webhook');
    return true;
  }
  const paid = await ports.payments.paidCheckout(checkoutId);
  return paid === undefined || recoverOrder(ports, paid);
}
