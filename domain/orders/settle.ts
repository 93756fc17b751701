import type { Checkout, Ports } from '#domain/ports.ts';
import type { Order, OrderId, OrderState } from './order.ts';

export interface Settled {
  state: OrderState;
  /** What the payment provider said, where it had to be asked. */
  checkout?: Checkout;
}

type Settling = Pick<Ports, 'orders' | 'payments' | 'announcements' | 'clock' | 'log'>;

/**
 * Brings a waiting order up to date with what the payment provider says, and nobody else. The
 * thank-you page, the reconciling job and a repeated placing all come through here.
 * @throws {PaymentsUnavailable} when the provider cannot be asked.
 */
export async function settle(ports: Settling, order: Order): Promise<Settled> {
  if (order.state !== 'placed') return { state: order.state };
  if (order.checkoutId === null) {
    // Nobody was ever shown a checkout, so nobody can have paid.
    if (ports.clock.now() <= order.payBy) return { state: 'placed' };
    await ports.orders.expire(order.id);
    return { state: 'expired' };
  }
  const checkout = await ports.payments.checkout(order.checkoutId);
  if (checkout.status === 'paid') {
    await fund(ports, order.id);
    return { state: 'funded', checkout };
  }
  if (checkout.status === 'expired') {
    await ports.orders.expire(order.id);
    return { state: 'expired', checkout };
  }
  return { state: 'placed', checkout };
}

/**
 * The money has come. The first witness moves the order on, the others find it done.
 * @param eventId the payment event that says so; without one the provider has been asked.
 * @returns whether this was the first.
 */
export async function fund(
  ports: Pick<Settling, 'orders' | 'announcements' | 'clock' | 'log'>,
  id: OrderId,
  eventId?: string,
): Promise<boolean> {
  if (!(await ports.orders.fund(id, ports.clock.now(), eventId))) return false;
  ports.log.info({ orderId: id, witness: eventId ? 'webhook' : 'asked' }, 'order funded');
  ports.announcements.orderFunded();
  return true;
}
