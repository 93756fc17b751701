import * as z from 'zod';
import {
  type DeliverySettings,
  deliverClaimed,
  pauseAfterAttempt,
} from '#domain/emails/deliver-claimed.ts';
import type { Delivery } from '#domain/emails/email-ports.ts';
import type { Ports } from '#domain/ports.ts';
import { withCurrentAllergens } from './current-allergens.ts';
import type { Order } from './order.ts';
import type { Notification } from './order-ports.ts';
import { orderSubject, orderText } from './order-text.ts';
import { raiseUnreadable } from './problems.ts';

type Delivering = Pick<
  Ports,
  'orders' | 'outbox' | 'mailer' | 'problems' | 'catalogue' | 'clock' | 'log'
>;

/**
 * Sends the notifications that have been due longest. An accepted e-mail makes its order paid; a rejected one
 * is retried later. A crash between sending and recording sends a second copy, never none.
 * @param most the maximum number of notifications.
 * @returns the number of claimed notifications.
 */
export async function deliverNotifications(
  ports: Delivering,
  most: number,
  settings: DeliverySettings = {},
): Promise<number> {
  return deliverClaimed(ports.orders, ports.outbox, most, settings, (notification, order) =>
    deliver(ports, notification, order),
  );
}

async function deliver(
  ports: Delivering,
  notification: Notification,
  order: Order | undefined,
): Promise<void> {
  const { orderId, revision, attempt } = notification;
  const delivery = await send(ports, notification, order);
  if (delivery.ok) {
    await ports.outbox.delivered(orderId, revision);
    ports.log.info({ orderId, attempt, revision }, 'order paid, the cafe has been told');
  } else {
    const pause = pauseAfterAttempt(attempt);
    const { reason } = delivery;
    await ports.outbox.postpone(notification, pause, reason);
    // An unreadable order has been logged as a problem.
    if (order) ports.log.error({ orderId, attempt, pause, reason }, 'FAILED...');
  }
}

async function send(
  ports: Delivering,
  { orderId, revision, lastReason }: Notification,
  order: Order | undefined,
): Promise<Delivery> {
  const text = order && readableText(await withCurrentAllergens(ports.catalogue, order));
  if (!order || text === undefined) {
    await raiseUnreadable(ports, orderId);
    return { ok: false, reason: 'order unreadable' };
  }
  const { email } = order.customer;
  const isAccepted = z.email().safeParse(email).success && !mayBeAboutReplyTo(lastReason);
  return ports.mailer.send({
    orderId,
    messageId: `order-${orderId}-${revision}`,
    to: 'cafe',
    subject: orderSubject(order),
    text,
    replyTo: isAccepted ? email : undefined,
  });
}

/** @returns undefined for a stored order that cannot be formatted. */
function readableText(order: Order): string | undefined {
  try {
    return orderText(order);
  } catch {
    return undefined;
  }
}

/**
 * Whether a rejection may be about the customer's address, which then is left out as reply-to; the
 * e-mail's text contains it anyway. Services word it differently, so any rejection counts that is not
 * about load (429) or law (451).
 */
function mayBeAboutReplyTo(reason: string | null): boolean {
  return /^(status 4(?!08|29|51)\d\d|smtp 5\d\d)$/.test(reason ?? '');
}
