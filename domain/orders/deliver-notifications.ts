import * as z from 'zod';
import type { Delivery } from '#domain/emails/email-ports.ts';
import type { Ports } from '#domain/ports.ts';
import type { Order } from './order.ts';
import type { Notification } from './order-ports.ts';
import { orderSubject, orderText } from './order-text.ts';
import { raiseUnreadable } from './problems.ts';

/** Longer than any mailer's timeout, so that no other server sends the same notification meanwhile. */
export const USUAL_LEASE_SECONDS = 120;
const FIRST_PAUSE_SECONDS = 2;
export const LONGEST_PAUSE_SECONDS = 15 * 60;

/** 2 s, 4 s, 8 s … up to 15 minutes. */
export function pauseAfter(attempt: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS);
}

type Delivering = Pick<Ports, 'orders' | 'outbox' | 'mailer' | 'problems' | 'clock' | 'log'>;

/**
 * Sends the notifications that have been due longest, concurrently. An accepted e-mail makes its order
 * paid; a rejected one is retried later. A crash between sending and recording sends a second copy, never
 * none.
 * @param most the maximum number of notifications.
 * @param throttleSeconds the minimum time between two e-mails of all servers; 0 for none.
 * @param stopping aborted when the server closes; claimed notifications are then released unsent.
 * @param leaseSeconds how long a notification of a killed server stays claimed.
 * @returns the number of claimed notifications.
 */
export async function deliverNotifications(
  ports: Delivering,
  most: number,
  throttleSeconds: number,
  stopping?: AbortSignal,
  leaseSeconds = USUAL_LEASE_SECONDS,
): Promise<number> {
  const claimed = await ports.outbox.claim({
    most,
    leaseSeconds,
    longestWaitSeconds: LONGEST_PAUSE_SECONDS,
    throttleSeconds,
  });
  const orders = await ports.orders.findAll(claimed.map(({ orderId }) => orderId));
  const ended = await Promise.allSettled(
    claimed.map((notification) =>
      stopping?.aborted ? giveBack(ports, notification) : deliver(ports, notification, orders),
    ),
  );
  // Rethrow only when all have ended, so that the next round does not claim them again.
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return claimed.length;
}

/** Releases a claimed notification for another server or the next start. */
function giveBack({ outbox }: Delivering, notification: Notification): Promise<void> {
  return outbox.postpone(notification, 0, notification.lastReason ?? 'server closing');
}

async function deliver(
  ports: Delivering,
  notification: Notification,
  orders: Order[],
): Promise<void> {
  const { orderId, revision, attempt } = notification;
  const order = orders.find(({ id }) => id === orderId);
  const delivery = await send(ports, notification, order);
  if (delivery.ok) {
    await ports.outbox.delivered(orderId, revision);
    ports.log.info({ orderId, attempt, revision }, 'order paid, the cafe has been told');
  } else {
    const pause = pauseAfter(attempt);
    const { reason } = delivery;
    await ports.outbox.postpone(notification, pause, reason);
    // An unreadable order has been logged as a problem.
    if (order) ports.log.error({ orderId, attempt, pause, reason }, 'FAILED...');
  }
}

async function send(
  ports: Delivering,
  { orderId, lastReason }: Notification,
  order: Order | undefined,
): Promise<Delivery> {
  const text = order && readableText(order);
  if (!order || text === undefined) {
    await raiseUnreadable(ports, orderId);
    return { ok: false, reason: 'order unreadable' };
  }
  const { email } = order.customer;
  const isAccepted = z.email().safeParse(email).success && !mayBeAboutReplyTo(lastReason);
  return ports.mailer.send({
    orderId,
    messageId: `order-${orderId}`,
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
export function mayBeAboutReplyTo(reason: string | null): boolean {
  return /^(status 4(?!08|29|51)\d\d|smtp 5\d\d)$/.test(reason ?? '');
}
