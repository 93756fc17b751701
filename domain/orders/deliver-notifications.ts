import { plusSeconds } from '#domain/clock.ts';
import type { Notification, Ports } from '#domain/ports.ts';
import type { Order } from './order.ts';
import { orderText } from './order-text.ts';

/** Longer than any mailer waits, so that a slow send is not taken over and sent twice. */
const LEASE_SECONDS = 120;
const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 15 * 60;

/** 2 s, 4 s, 8 s … up to a quarter of an hour, for as long as it takes. */
export function pauseAfter(attempt: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS);
}

/**
 * Sends the notifications that have been due longest, at once. Accepted, one makes its order paid;
 * refused, it waits and is tried again. A crash between the two sends a second copy, never none.
 * @param most how many.
 * @returns how many there were, so that a caller can go on while there may be more.
 */
export async function deliverNotifications(ports: Ports, most: number): Promise<number> {
  const now = ports.clock.now();
  const claimed = await ports.outbox.claim(now, plusSeconds(now, LEASE_SECONDS), most);
  const orders = await ports.orders.findAll(claimed.map(({ orderId }) => orderId));
  const ended = await Promise.allSettled(
    claimed.map((notification) => deliver(ports, notification, orders)),
  );
  // Not before all have ended: the next round must not come across them.
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return claimed.length;
}

async function deliver(
  { outbox, mailer, clock, log }: Ports,
  { orderId, attempt }: Notification,
  orders: Order[],
): Promise<void> {
  const order = orders.find(({ id }) => id === orderId);
  if (!order) throw new Error('A notification waits for an order that is not there.');
  const delivery = await mailer.send({
    orderId,
    orderText: orderText(order),
    replyTo: order.customer.email,
  });
  if (delivery.ok) {
    await outbox.delivered(orderId, clock.now());
    log.info({ orderId, attempt }, 'order paid, the cafe has been told');
  } else {
    const pause = pauseAfter(attempt);
    await outbox.postpone(orderId, plusSeconds(clock.now(), pause), delivery.reason);
    log.error({ orderId, attempt, pause, reason: delivery.reason }, 'FAILED...');
  }
}
