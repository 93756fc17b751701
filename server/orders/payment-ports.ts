import type { Instant } from '#domain/clock.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import type { Order, OrderId, Reversal } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';

/** The status of an order's own checkout at the payment provider. */
export type Checkout =
  | { status: 'open'; url: string }
  /** Completed with a delayed payment method. */
  | { status: 'processing' }
  /** Paid with this order's amount, in pounds, in our key's mode. */
  | { status: 'paid'; charge: LedgerEntry; email: string | undefined }
  /** Completed, but the delayed payment failed. */
  | { status: 'failed' }
  | { status: 'expired' }
  /** Paid, but amount, currency, mode or reference differ from the order. */
  | { status: 'mismatch'; facts: Record<string, string | number> }
  /** The provider does not know the checkout: it belongs to another account or mode. */
  | { status: 'gone' };

/** A paid checkout that was found at the payment provider rather than through an order. */
export interface PaidCheckout {
  checkoutId: string;
  amount: Pence;
  currency: string;
  /** The order that the shop opened it for; null if the shop did not open it. */
  orderId: OrderId | null;
  /** The origin of the shop that opened it, if that is another one or had another origin. */
  otherOrigin: string | undefined;
  /** The reference in the checkout, which proves nothing. */
  reference: string | null;
  /** The order from the checkout's metadata, if it is complete and matches the amount. */
  order: Order | undefined;
  charge: LedgerEntry;
  /** Whether it was refunded or disputed. */
  isReversed: boolean;
}

export interface OpenedCheckout {
  checkoutId: string;
  /** The order from the checkout's metadata, if it is complete. */
  order: Order | undefined;
}

/** Thrown when the payment provider is unreachable or rejects a request. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable';
  /** `unreachable`: no answer, overloaded, or our key is rejected, which affects every order. */
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
   * Opens the hosted checkout of an order; idempotent for an order.
   * @throws {PaymentsUnavailable}
   */
  openCheckout(order: Order): Promise<{ checkoutId: string; url: string }>;
  /** Reads the status of the order's own checkout. @throws {PaymentsUnavailable} */
  checkout(order: OrderWithCheckout): Promise<Checkout>;
  /**
   * Expires the order's own checkout if it is open.
   * @returns its status afterwards.
   * @throws {PaymentsUnavailable}
   */
  expireCheckout(order: OrderWithCheckout): Promise<Checkout>;
  /** Finds a checkout if it is paid. @throws {PaymentsUnavailable} */
  paidCheckout(checkoutId: string): Promise<PaidCheckout | undefined>;
  /** Lists the paid checkouts that were opened since, in pages. @throws {PaymentsUnavailable} */
  paidCheckouts(since: Instant): AsyncIterable<PaidCheckout[]>;
  /**
   * Finds the checkouts that the shop opened for an order since, and that are open or completed: those that
   * have expired were never paid. Completed ones come first.
   * @throws {PaymentsUnavailable}
   */
  checkoutsOf(orderId: OrderId, since: Instant): Promise<OpenedCheckout[]>;
  /** Finds the checkout of a payment, if it has one. @throws {PaymentsUnavailable} */
  checkoutOfPayment(paymentId: string): Promise<string | undefined>;
  /** Lists the payments of which a refund or a dispute was made since. @throws {PaymentsUnavailable} */
  reversedPayments(since: Instant): Promise<string[]>;
  /**
   * Lists refunds and disputes of an order's own checkout, and the money that they have moved.
   * @throws {PaymentsUnavailable}
   */
  reversals(order: OrderWithCheckout): Promise<Reversals>;
  /**
   * Pays back a part of what was paid in the order's own checkout; idempotent for the refund's id.
   * @returns the provider's id.
   * @throws {PaymentsUnavailable} `refused` when the provider will not make it.
   */
  refund(order: OrderWithCheckout, refund: { id: string; amount: Pence }): Promise<string>;
  /** How the order was paid. @throws {PaymentsUnavailable} */
  paidWith(order: OrderWithCheckout): Promise<PaidWith | undefined>;
  /** Where the owner looks at a checkout or a dispute in a browser. */
  dashboardUrl(id: string): string;
}

export interface PaidWith {
  /** `visa`, `bacs_debit` */
  name: string;
  /** The last digits of the card or account, if the provider says them. */
  last4: string | undefined;
}

export interface FoundReversal extends Reversal {
  /** Of a refund that staff have asked for here: `Refund.id`. */
  requestId?: string;
}

export interface Reversals {
  reversals: FoundReversal[];
  entries: LedgerEntry[];
}

/** An order whose checkout has been opened. */
export type OrderWithCheckout = Order & { checkoutId: string };
