import type { Made } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isAgreed, type OrderId } from '#domain/orders/order.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import type { Ports } from '#server/ports.ts';
import { endPayment } from './pay-agreed-order.ts';
import type { PaymentSyncPorts } from './sync-payment-status.ts';

export interface Cancellation {
  orderId: OrderId;
  /** The person's id. */
  by: string;
}

/**
 * `unknown`: the order is neither paid nor agreed, or has no personal data any more. Of an agreed order:
 * `paying`: it may be paid just now; `processing`: a delayed payment is on its way; `just-paid`: it was shown
 * as unpaid.
 */
export type CancelResult =
  | 'cancelled'
  | 'unchanged'
  | 'unknown'
  | 'paying'
  | 'processing'
  | 'just-paid'
  | { day: Day; made: Made };

/** `told`: the customer has been told, so that it is too late. */
export type UncancelResult = 'uncancelled' | 'unchanged' | 'unknown' | 'told';

const OBSTACLES = {
  unchanged: 'just-paid',
  processing: 'processing',
  unavailable: 'paying',
} as const;

type CancelPorts = Pick<Ports, 'orders' | 'log'>;

/**
 * Cancels an order in the book: it leaves the lists of what to make, its reminders are not sent, and the customer
 * gets an e-mail unless it is taken back in time. No money moves. Idempotent.
 */
export async function cancelOrder(
  ports: PaymentSyncPorts,
  cancellation: Cancellation,
): Promise<CancelResult> {
  const { orders, log } = ports;
  // One that cannot be read can be cancelled too.
  const [order] = await orders.findAll([cancellation.orderId]);
  if (order && isAgreed(order.state)) {
    const obstacle = await endPayment(ports, order);
    if (obstacle) return OBSTACLES[obstacle];
  }
  const result = await orders.cancel(cancellation, UNDO_SECONDS);
  if (result === 'cancelled') log.info({ orderId: cancellation.orderId }, 'order cancelled');
  return result;
}

/** Takes a cancellation back while the customer does not know of it. Idempotent. */
export async function uncancelOrder(
  { orders, clock, log }: CancelPorts & Pick<Ports, 'clock'>,
  cancellation: Cancellation,
): Promise<UncancelResult> {
  const result = await orders.uncancel(cancellation, clock.now());
  if (result === 'uncancelled') {
    log.info({ orderId: cancellation.orderId }, 'cancellation taken back');
  }
  return result;
}
