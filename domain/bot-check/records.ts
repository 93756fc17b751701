import type { Instant } from '#domain/clock.ts';
import type { OrderId } from '#domain/orders/order.ts';

/** What the servers of a shop remember together about the bot check. */
export interface BotCheckRecords {
  /** Every key there is for a purpose, the newest first. */
  keys(purpose: KeyPurpose): Promise<SharedKey[]>;
  /** @returns false, and writes nothing, when another server has made this generation. */
  addKey(key: SharedKey): Promise<boolean>;
  /** @returns false when the challenge has been spent before. */
  spendChallenge(nonce: string, rememberUntil: Instant): Promise<boolean>;
  /**
   * Lets a token serve an order. @returns false when it has served `most` others already; the same
   * order again does not count.
   */
  recordTokenUse(token: VerifiedToken, orderId: OrderId, most: number): Promise<boolean>;
  /** Drops what has lost its meaning by now. */
  deleteExpired(now: Instant): Promise<void>;
}

export type KeyPurpose = 'token' | 'challenge';

export interface SharedKey {
  purpose: KeyPurpose;
  /** Counts up: of servers that renew a key at once, the first to write a generation has made it. */
  generation: number;
  id: string;
  secret: string;
  /** From then on the next generation signs. */
  signsUntil: Instant;
  /** By then everything it has signed has expired. */
  acceptedUntil: Instant;
}

export interface VerifiedToken {
  id: string;
  expiresAt: Instant;
}
