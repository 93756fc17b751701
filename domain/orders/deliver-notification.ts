import { plusSeconds } from '#domain/clock.ts';
import type { Ports } from '#domain/ports.ts';
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
 * Sends the notification that has been due longest. Accepted, it makes the order paid; refused, it
 * waits and is tried again. A crash between the two sends a second copy, never none.
 * @returns whether there was one, so that a caller can go on until there is none.
 */
export async function deliverNotification(ports: Ports): Promise<boolean> {
  const { orders, outbox, mailer, clock, log } = ports;
  const now = clock.now();
  const notification = await outbox.claim(now, plusSeconds(now, LEASE_SECONDS));
  if (!notification) return false;

  const { orderId, attempt } = notification;
  const order = await orders.find(orderId);
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
  return true;
}
