import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { sumPence } from '#domain/money.ts';
import {
  disputedAmount,
  isDisputePending,
  type RefundablePayment,
  refundablePayments,
  refundedOrAwaited,
} from '#domain/orders/reversal.ts';
import type { Pence } from '#domain/pence.ts';
import type { Shop } from '#server/shop.ts';
import type { OrderWithCheckout } from '#server/stripe/checkout-sessions.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import type { PaidWith } from '#server/stripe/reversals.ts';
import type { BookedOrder } from './book-rows.ts';
import { paymentsOf } from './ledger.ts';

/** What staff may pay back of an order. */
export interface RefundTerms {
  /** Until now; more may be left to pay. */
  paid: Pence;
  /** Paid back, or asked for. */
  refunded: Pence;
  /** What the customer's bank has taken back in a dispute. */
  disputed: Pence;
  /** In a dispute nothing of which has left the balance yet. */
  isDisputePending: boolean;
  /** What can be paid back of which payment, newest first. */
  payments: RefundablePayment[];
  /** The most that can be paid back. */
  most: Pence;
  /** What the cafe's terms promise, in all. */
  promised: Pence;
  /** The part of it that is not paid back; the owner decides. */
  suggested: Pence;
}

export interface RefundOffer extends RefundTerms {
  /** Undefined if several payments by card can be paid back, none, or the provider cannot be asked. */
  paidWith: PaidWith | undefined;
}

type ToRefund = Pick<BookedOrder, 'order' | 'collections' | 'total' | 'paid' | 'cancelledAt'>;

/** @returns undefined when there is no payment to pay back. */
export async function refundOffer(shop: Shop, booked: ToRefund): Promise<RefundOffer | undefined> {
  const terms = await refundTerms(shop, booked);
  const { order } = booked;
  if (!terms || !order) return undefined;
  const [byCard, ...others] = terms.payments.filter(({ isAtCounter }) => !isAtCounter);
  const isOne = byCard !== undefined && others.length === 0;
  return {
    ...terms,
    paidWith: isOne ? await paidWith(shop, { ...order, checkoutId: byCard.id }) : undefined,
  };
}

/** `refundOffer` without asking the provider. */
export async function refundTerms(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  booked: ToRefund,
): Promise<RefundTerms | undefined> {
  const { order } = booked;
  if (!order || order.paid === 0) return undefined;
  const { paid, reversals } = order;
  const payments = refundablePayments(await paymentsOf(db, order.id), reversals);
  const refunded = refundedOrAwaited(reversals);
  const most = sumPence(payments.map(({ left }) => left));
  const promised = refundByTerms(booked, clock.now());
  return {
    paid,
    refunded,
    disputed: disputedAmount(reversals),
    isDisputePending: isDisputePending(reversals),
    payments,
    most,
    promised,
    suggested: Math.min(most, Math.max(0, promised - refunded)),
  };
}

async function paidWith(
  { payments, log }: Shop,
  order: OrderWithCheckout,
): Promise<PaidWith | undefined> {
  try {
    return await payments.paidWith(order);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ orderId: order.id, code: error.code }, 'the payment could not be read');
  }
}

/**
 * What the cafe's terms promise to a customer who cancels (cafe/words/terms.ts): what was paid for what has
 * not been begun, now, or when the order was cancelled or it was taken off. That is to make, and for a later day.
 */
export function refundByTerms(
  {
    collections,
    paid,
    cancelledAt,
    order,
  }: Pick<BookedOrder, 'collections' | 'paid' | 'cancelledAt' | 'order'>,
  now: Instant,
): Pence {
  const today = londonDay(cancelledAt ?? now);
  const begun = collections.filter(
    ({ fulfilment, day }) => fulfilment !== 'to-make' || day <= today,
  );
  const prices = begun.flatMap(({ items }) => items.map(({ price }) => price));
  return Math.max(0, paid - (order?.kept ?? 0) - sumPence(prices));
}
