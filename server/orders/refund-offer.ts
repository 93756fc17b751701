import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { sumPence } from '#domain/money.ts';
import {
  disputedAmount,
  hasPayment,
  isDisputePending,
  isPaidAtCounter,
  refundedOrAwaited,
} from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import type { Ports } from '#server/ports.ts';
import type { BookedOrder } from './book-ports.ts';
import { bookedOrder } from './order-book.ts';
import { type OrderWithCheckout, type PaidWith, PaymentsUnavailable } from './payment-ports.ts';
import { refundableAmount } from './refund-order.ts';
import { hasCheckout } from './sync-payment-status.ts';

/** What staff may pay back of an order. */
export interface RefundOffer {
  total: Pence;
  /** Paid back, or asked for. */
  refunded: Pence;
  /** What the customer's bank has taken back in a dispute. */
  disputed: Pence;
  /** In a dispute nothing of which has left the balance yet. */
  isDisputePending: boolean;
  /** The most that can be paid back. */
  most: Pence;
  /** What the cafe's terms promise, in all. */
  promised: Pence;
  /** The part of it that is not paid back; the owner decides. */
  suggested: Pence;
  /** Paid at the counter, and given back there. */
  isAtCounter: boolean;
  /** Undefined if the provider cannot be asked. */
  paidWith: PaidWith | undefined;
}

type OfferPorts = Pick<Ports, 'book' | 'payments' | 'problems' | 'clock' | 'log'>;

/** @returns undefined when there is no payment to pay back. */
export async function refundOffer(
  ports: OfferPorts,
  idOrNumber: string,
): Promise<RefundOffer | undefined> {
  const booked = await bookedOrder(ports, idOrNumber);
  const order = booked?.order;
  if (!order || !hasPayment(order)) return undefined;
  const refunded = refundedOrAwaited(order.reversals);
  const most = refundableAmount(order);
  const promised = refundByTerms(booked, ports.clock.now());
  return {
    total: order.total,
    refunded,
    disputed: disputedAmount(order.reversals),
    isDisputePending: isDisputePending(order.reversals),
    most,
    promised,
    suggested: Math.min(most, Math.max(0, promised - refunded)),
    isAtCounter: isPaidAtCounter(order),
    paidWith: most > 0 && hasCheckout(order) ? await paidWith(ports, order) : undefined,
  };
}

async function paidWith(
  { payments, log }: OfferPorts,
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
 * What the cafe's terms promise to a customer who cancels (cafe/words/terms.ts): the price of what has
 * not been begun, now or when the order was cancelled. That is to make, and for a later day.
 */
export function refundByTerms(
  { collections, total, cancelledAt }: Pick<BookedOrder, 'collections' | 'total' | 'cancelledAt'>,
  now: Instant,
): Pence {
  const today = londonDay(cancelledAt ?? now);
  const begun = collections.filter(({ made, day }) => made !== 'to-make' || day <= today);
  return total - sumPence(begun.flatMap(({ items }) => items.map(({ price }) => price)));
}
