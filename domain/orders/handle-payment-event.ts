import type { Ports } from '#domain/ports.ts';
import { recoverOrder } from './recover-orders.ts';
import { syncPaymentStatus } from './sync-payment-status.ts';
import { syncReversals } from './sync-reversals.ts';

/**
 * A signed event of the payment provider's, read by its adapter. It says only where to look: anybody
 * can have the provider send events about checkouts and payments of their own making.
 */
export interface PaymentEvent {
  id: string;
  about:
    | { kind: 'checkout'; checkoutId: string }
    /** A refund or a dispute of this payment. */
    | { kind: 'reversal'; paymentId: string }
    | { kind: 'nothing' };
}

/**
 * Asks the payment provider about whatever an event is about. Events repeat, come late and out of
 * order: handling one twice changes nothing.
 * @returns false when it is about money that cannot be placed: the provider has to send it again.
 * @throws {PaymentsUnavailable}
 */
export async function handlePaymentEvent(
  ports: Ports,
  { id, about }: PaymentEvent,
): Promise<boolean> {
  if (about.kind === 'nothing' || (await ports.paymentEvents.isKnown(id))) return true;
  const placed =
    about.kind === 'checkout'
      ? await handleCheckout(ports, about.checkoutId, id)
      : await handleReversal(ports, about.paymentId);
  // Last, so that an event which failed half-way is handled when it comes again.
  if (placed) await ports.paymentEvents.remember(id, ports.clock.now());
  return placed;
}

async function handleCheckout(ports: Ports, checkoutId: string, eventId: string) {
  const order = await ports.orders.findByCheckout(checkoutId);
  if (order) {
    await syncPaymentStatus(ports, order, eventId);
    return true;
  }
  const paid = await ports.payments.paidCheckout(checkoutId);
  return paid === undefined || recoverOrder(ports, paid);
}

/** A payment that was made in no checkout of ours is the cafe's other business. */
async function handleReversal(ports: Ports, paymentId: string): Promise<boolean> {
  const checkoutId = await ports.payments.checkoutOfPayment(paymentId);
  const order = checkoutId && (await ports.orders.findByCheckout(checkoutId));
  if (order) await syncReversals(ports, order);
  return true;
}
