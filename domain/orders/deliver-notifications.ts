import * as z from 'zod';
import type { Ports } from '#domain/ports.ts';
import type { Order } from './order.ts';
import type { Delivery, Notification } from './order-ports.ts';
import { orderText } from './order-text.ts';
import { raiseUnreadable } from './problems.ts';

/** Longer than any mailer waits, so that a slow send is not taken over and sent twice. */
const USUAL_LEASE_SECONDS = 120;
const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 15 * 60;

/** 2 s, 4 s, 8 s … up to a quarter of an hour, for as long as it takes. */
export function pauseAfter(attempt: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS);
}

type Delivering = Pick<Ports, 'orders' | 'outbox' | 'mailer' | 'problems' | 'clock' | 'log'>;

/**
 * Sends the notifications that have been due longest, at once. Accepted, one makes its order paid;
 * refused, it waits and is tried again. A crash between the two sends a second copy, never none.
 * @param most how many.
 * @param throttleSeconds the least time between two e-mails, of all servers; 0 for none.
 * @param stopping aborted when the server closes: what is claimed then is given back unsent.
 * @param leaseSeconds how long a server that was killed keeps the others from sending in its place.
 * @returns how many there were, so that a caller can go on while there may be more.
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
  // Not before all have ended: the next round must not come across them.
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return claimed.length;
}

/** Due at once, for another server or the next start. */
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
    // An order that cannot be read was logged when it was raised as a problem.
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
  return ports.mailer.send({ orderId, orderText: text, replyTo: isAccepted ? email : undefined });
}

/** @returns undefined for a stored order that no text can be made of. */
function readableText(order: Order): string | undefined {
  try {
    return orderText(order);
  } catch {
    return undefined;
  }
}

/**
 * A service may refuse the customer's address for good, and it says so in words of its own. After a
 * refusal that is not about its load (429) or ours (451), the next attempt goes without a reply-to; the
 * address is in the text anyway.
 */
export function mayBeAboutReplyTo(reason: string | null): boolean {
  return /^(status 4(?!08|29|51)\d\d|smtp 5\d\d)$/.test(reason ?? '');
}
