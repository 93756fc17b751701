import type { Order, OrderId } from '#domain/orders/order.ts';
import type { Claim, Orders } from '#domain/orders/order-ports.ts';

/** Longer than any mailer's timeout, so that no other server sends the same e-mail meanwhile. */
const USUAL_LEASE_SECONDS = 120;
const FIRST_PAUSE_SECONDS = 2;
export const LONGEST_PAUSE_SECONDS = 15 * 60;

export interface DeliverySettings {
  /** The minimum time between two e-mails of all servers; default: none. */
  throttleSeconds?: number;
  /** Aborted when the server closes: claimed e-mails are then released unsent. */
  stopping?: AbortSignal | undefined;
  /** How long an e-mail of a killed server stays claimed. */
  leaseSeconds?: number;
}

/** 2 s, 4 s, 8 s … up to 15 minutes. */
export function pauseAfterAttempt(attempt: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS);
}

/**
 * Claims the e-mails that have been due longest and delivers them concurrently.
 * @param most the maximum number of e-mails.
 * @param deliver called with the e-mail's order, undefined if it cannot be read.
 * @returns the number of claimed e-mails.
 */
export async function deliverClaimed<
  Claimed extends { orderId: OrderId; lastReason?: string | null },
>(
  orders: Pick<Orders, 'findAll'>,
  queue: {
    claim(wanted: Claim): Promise<Claimed[]>;
    postpone(claimed: Claimed, pauseSeconds: number, reason: string): Promise<void>;
  },
  most: number,
  { throttleSeconds = 0, leaseSeconds = USUAL_LEASE_SECONDS, stopping }: DeliverySettings,
  deliver: (claimed: Claimed, order: Order | undefined) => Promise<void>,
): Promise<number> {
  const claimed = await queue.claim({
    most,
    throttleSeconds,
    leaseSeconds,
    longestWaitSeconds: LONGEST_PAUSE_SECONDS,
  });
  const found = await orders.findAll(claimed.map(({ orderId }) => orderId));
  const ended = await Promise.allSettled(
    claimed.map((email) =>
      // For another server or the next start.
      stopping?.aborted
        ? queue.postpone(email, 0, email.lastReason ?? 'server closing')
        : deliver(
            email,
            found.find(({ id }) => id === email.orderId),
          ),
    ),
  );
  // Rethrow only when all have ended, so that the next round does not claim them again.
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return claimed.length;
}
