import * as z from 'zod';
import type { Day } from '#domain/calendar/day.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Reversal } from '#domain/orders/reversal.ts';
import { Pence } from '#domain/pence.ts';
import type { VatPart } from './vat.ts';

/**
 * What moves money. A refund that the bank returns, a dispute that the cafe wins and money at the counter that
 * was entered by mistake are entries of their own, so that a month that is over does not change.
 */
export const EntryKind = z.enum([
  'charge',
  'refund',
  'refund-failed',
  'dispute',
  'dispute-won',
  /** Paid without the payment provider: at the counter, or before. */
  'cash',
  'cash-undone',
  /** Given back at the counter. */
  'cash-refund',
  'cash-refund-undone',
]);
export type EntryKind = z.infer<typeof EntryKind>;

/** Money that was moved for an order; never changed, never removed. */
export const LedgerEntry = z.object({
  kind: EntryKind,
  /** The provider's id of the checkout, refund or dispute; the shop's own id of money at the counter. */
  id: z.string(),
  /** The provider's id of the payment; null if only the checkout is known. */
  paymentId: z.string().nullable(),
  amount: Pence,
  /** When the provider's balance changed; of `cash` when staff entered it. */
  at: z.iso.datetime(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** An entry as it was booked. What is sold may change later; a month that is over does not. */
export const StoredEntry = LedgerEntry.extend({
  parts: z.array(
    z.object({ rate: z.int().min(0).max(100).nullable(), gross: z.int(), vat: z.int() }),
  ) satisfies z.ZodType<VatPart[]>,
});

/** An entry with its order. */
export interface OrderEntry extends z.infer<typeof StoredEntry> {
  orderId: OrderId;
  orderNumber: string;
}

/** Not in the sums of any month. */
export interface AwaitedReversal {
  orderId: OrderId;
  orderNumber: string;
  reversal: Reversal;
}

export interface OrderEntries {
  /** Oldest first. */
  entries: OrderEntry[];
  /** When the orders are collected. */
  days: Map<OrderId, Day[]>;
  /** The numbers of orders whose payments or refunds cannot be read completely. */
  unreadable: string[];
}

/** In words for staff, and the sign of the amount: positive for money that comes in. */
export const entryKinds: Record<EntryKind, { words: string; sign: 1 | -1 }> = {
  charge: { words: 'Payment', sign: 1 },
  refund: { words: 'Refund', sign: -1 },
  'refund-failed': { words: 'Refund returned by the bank', sign: 1 },
  dispute: { words: 'Disputed by the bank', sign: -1 },
  'dispute-won': { words: 'Dispute won', sign: 1 },
  cash: { words: 'Paid at the counter', sign: 1 },
  'cash-undone': { words: 'Entered by mistake', sign: -1 },
  'cash-refund': { words: 'Given back at the counter', sign: -1 },
  'cash-refund-undone': { words: 'Not given back after all', sign: 1 },
};

/** In pence, negative for money that goes out. */
export function signedAmount({ kind, amount }: Pick<LedgerEntry, 'kind' | 'amount'>): number {
  return entryKinds[kind].sign * amount;
}
