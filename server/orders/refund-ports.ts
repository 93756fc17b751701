import type { OrderId } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';

/** A refund that staff have asked for. */
export interface Refund {
  /** A UUID of the form that asked for it: the idempotency key of the call. */
  id: string;
  orderId: OrderId;
  amount: Pence;
  /** As `Reversal.state`. */
  state: string;
  reason: string | null;
}

export interface AskedRefund extends Pick<Refund, 'id' | 'orderId' | 'amount'> {
  /** What the screen showed as refunded, so that a stale one pays nothing back. */
  seen: Pence;
  by: string;
}

/**
 * `stale`: more has been refunded than the screen showed, also by this form with another amount.
 * `too-much`: more than what is left of the payment.
 */
export type AskRejection = 'stale' | 'too-much' | 'unknown';

/**
 * Stored before the payment provider is called, so that a refund is neither lost nor made twice. All times
 * are the database's.
 */
export interface Refunds {
  /**
   * @param leaseSeconds then another server tries it, if this one has not recorded an answer.
   * @returns the refund of this form, also if it was sent before.
   */
  ask(asked: AskedRefund, leaseSeconds: number): Promise<Refund | AskRejection>;
  /** Leases the refunds without an answer that have been due longest. */
  claim(most: number, leaseSeconds: number): Promise<Refund[]>;
  /** Records the provider's id: what becomes of the refund is read from the provider. */
  accepted(refund: Refund, providerId: string): Promise<void>;
  /** Records that the provider will not make it, in the order's trail too. */
  rejected(refund: Refund, reason: string): Promise<void>;
  postpone(refund: Refund, pauseSeconds: number, reason: string): Promise<void>;
}
