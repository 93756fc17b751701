import * as z from 'zod';
import type { Instant } from '#domain/clock.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';

export const RefundState = z.enum([
  /** The payment provider may not know of it yet. */
  'asked',
  /** The provider has accepted it: what becomes of it is in the order's reversals. */
  'accepted',
  /** The provider will not make it. */
  'refused',
]);
export type RefundState = z.infer<typeof RefundState>;

/** A refund that staff have asked for. */
export interface Refund {
  /** A UUID of the form that asked for it: the idempotency key of the call. */
  id: string;
  orderId: OrderId;
  amount: Pence;
  askedAt: Instant;
  /** The person's id. */
  by: string;
  state: RefundState;
  /** The payment provider's id, once it has accepted the refund. */
  providerId: string | null;
  /** A code: why it was rejected, or why the last attempt failed. */
  reason: string | null;
}

export interface AskedRefund {
  id: string;
  orderId: OrderId;
  amount: Pence;
  /** What the screen showed as refunded, so that a stale one pays nothing back. */
  seen: Pence;
  by: string;
}

/**
 * `known`: the same form was sent before. `stale`: more has been refunded than the screen showed, also by
 * this form with another amount.
 * `too-much`: more than what is left of the payment.
 */
export type AskResult = 'asked' | 'known' | 'stale' | 'too-much' | 'unknown';

/**
 * Stored before the payment provider is called, so that a refund is neither lost nor made twice. All times
 * are the database's.
 */
export interface Refunds {
  /** @param leaseSeconds then another server tries it, if this one has not recorded an answer. */
  ask(asked: AskedRefund, leaseSeconds: number): Promise<AskResult>;
  find(id: string): Promise<Refund | undefined>;
  /** Oldest first. */
  of(orderId: OrderId): Promise<Refund[]>;
  /** Leases the refunds without an answer that have been due longest. */
  claim(most: number, leaseSeconds: number): Promise<Refund[]>;
  accepted(id: string, providerId: string): Promise<void>;
  /** Records that the provider will not make it, in the order's trail too. */
  rejected(id: string, reason: string): Promise<void>;
  postpone(id: string, pauseSeconds: number, reason: string): Promise<void>;
}
