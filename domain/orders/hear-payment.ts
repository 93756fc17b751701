import type { Ports } from '#domain/ports.ts';
import { OrderId } from './order.ts';
import { fund } from './settle.ts';

/** A signed event of the payment provider's, read by its adapter. */
export interface PaymentEvent {
  id: string;
  /** The order the checkout was opened for, as the provider keeps it. */
  orderId: string | null;
  outcome: 'paid' | 'expired' | 'none';
}

/** Events repeat, come late and out of order: dealing with one twice changes nothing. */
export async function hearPayment(ports: Ports, event: PaymentEvent): Promise<void> {
  const orderId = OrderId.safeParse(event.orderId).data;
  // Nearly always the first to say so, and nothing has to be asked before.
  if (orderId && event.outcome === 'paid' && (await fund(ports, orderId, event.id))) return;
  if (await ports.paymentEvents.isKnown(event.id)) return;
  if (orderId === undefined || !(await ports.orders.find(orderId))) {
    ports.log.warn({ eventId: event.id }, 'a payment event about no order of ours');
  } else if (event.outcome === 'expired') {
    await ports.orders.expire(orderId);
  }
  // Last, so that an event which failed half-way is dealt with when it comes again.
  await ports.paymentEvents.remember(event.id, ports.clock.now());
}
