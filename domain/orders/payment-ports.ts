import type { Instant } from '#domain/clock.ts';
import type { Pence } from '#domain/pence.ts';
import type { Order, OrderId, Reversal } from './order.ts';
import type { ProblemFacts } from './problems.ts';

/** How an order's own checkout ended, as the payment provider says when it is asked. */
export type Checkout =
  | { status: 'open'; url: string }
  /** Completed with a method whose money comes later. */
  | { status: 'processing' }
  /** Paid: this order's amount, in pounds, in the mode of our key. */
  | { status: 'paid' }
  /** Completed, but the delayed money did not come. */
  | { status: 'failed' }
  | { status: 'expired' }
  /** Paid, but not what the order asks for: the amount, currency, mode or reference differs. */
  | { status: 'mismatch'; facts: ProblemFacts }
  /** The provider does not know this checkout: another account, or another mode. */
  | { status: 'gone' };

/** A checkout that was paid, found at the payment provider and not by way of an order. */
export interface PaidCheckout {
  checkoutId: string;
  amount: Pence;
  currency: string;
  /** The order that the shop opened it for; null when the shop did not open it. */
  orderId: OrderId | null;
  /** What somebody wrote into it as a reference: proves nothing. */
  reference: string | null;
  /** The order as the shop wrote it into the checkout, if it is complete and fits the amount. */
  order: Order | undefined;
  /** Whether there are refunds or disputes of it. */
  isReversed: boolean;
}

export interface OpenedCheckout {
  checkoutId: string;
  /** The order as the shop wrote it into the checkout, if it is complete. */
  order: Order | undefined;
}

/** Thrown when the payment provider cannot do what was asked. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable';
  /** `unreachable`: no answer, overloaded, or our key is refused, so that it concerns every order. */
  readonly reason: 'unreachable' | 'refused';
  /** The provider's code, for the log. */
  readonly code: string;

  constructor(reason: 'unreachable' | 'refused', code: string) {
    super(`The payment provider is ${reason}: ${code}`);
    this.reason = reason;
    this.code = code;
  }
}

export interface Payments {
  /**
   * Opens the hosted checkout of an order; asked again for the same order it answers with the same one.
   * @throws {PaymentsUnavailable}
   */
  openCheckout(order: Order): Promise<{ checkoutId: string; url: string }>;
  /** Asks about the order's own checkout. @throws {PaymentsUnavailable} */
  checkout(order: OrderWithCheckout): Promise<Checkout>;
  /** Ends the order's own checkout if it is open. @returns how it has ended. @throws {PaymentsUnavailable} */
  expireCheckout(order: OrderWithCheckout): Promise<Checkout>;
  /** @returns undefined when it is not paid, or not known. @throws {PaymentsUnavailable} */
  paidCheckout(checkoutId: string): Promise<PaidCheckout | undefined>;
  /** The checkouts that were opened since and have been paid, in pages. @throws {PaymentsUnavailable} */
  paidCheckouts(since: Instant): AsyncIterable<PaidCheckout[]>;
  /**
   * The checkout that the shop opened for an order since, whether it is paid or not.
   * @throws {PaymentsUnavailable}
   */
  checkoutOf(orderId: OrderId, since: Instant): Promise<OpenedCheckout | undefined>;
  /** The checkout that a payment was made in, if any. @throws {PaymentsUnavailable} */
  checkoutOfPayment(paymentId: string): Promise<string | undefined>;
  /** The refunds and disputes of an order's own checkout, by id. @throws {PaymentsUnavailable} */
  reversals(order: OrderWithCheckout): Promise<Reversal[]>;
}

/** An order whose checkout has been opened. */
export type OrderWithCheckout = Order & { checkoutId: string };
