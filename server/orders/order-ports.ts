import type { FullDay, Hold } from '#domain/capacity/capacity.ts';
import type { Instant } from '#domain/clock.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import type { Order, OrderId, PaymentStatus, PublicState } from '#domain/orders/order.ts';
import type { PlannedEmail } from '#server/emails/kinds.ts';
import type { NewProblem } from './problems.ts';

/** Every change of an order is recorded in its trail, both or neither. */
export interface Orders {
  /** @throws {UnreadableOrder} when the stored order cannot be read. */
  find(id: OrderId): Promise<Order | undefined>;
  /** Finds the order of a checkout. @throws {UnreadableOrder} */
  findByCheckout(checkoutId: string): Promise<Order | undefined>;
  /** Returns those of the checkouts that belong to an order. */
  knownCheckouts(checkoutIds: string[]): Promise<string[]>;
  /** The public states of those orders that exist. */
  states(ids: OrderId[]): Promise<Map<OrderId, PublicState>>;
  /** The orders that exist and can be read, in no particular order. */
  findAll(ids: OrderId[]): Promise<Order[]>;
  /**
   * Adds the order; with `replaces`, marks that order as replaced in the same transaction, so that of
   * several attempts to replace an order only one succeeds.
   * @param hold rejects the order if its days are full.
   * @returns `taken` when the id exists, `number-taken` when only the number exists, `replaced` when the
   * other order has been replaced already, or has been added meanwhile; then nothing is written.
   */
  add(order: Order, replaces?: ReplacedOrder, hold?: Hold): Promise<AddResult>;
  /** Adds an order that was agreed on the phone, and plans the customer's e-mails; all or nothing. */
  agree(order: Order, agreed: Agreed): Promise<AddResult>;
  /**
   * Stores the hash of a link with which an agreed order is paid.
   * @param made by which person, for the trail; or for which copy of an e-mail, whose link it replaces.
   * @returns false, and writes nothing, when the order cannot be paid with it.
   */
  addPayLink(id: OrderId, hash: string, made: { by?: string; sentAs?: string }): Promise<boolean>;
  /** @throws {UnreadableOrder} */
  findByPayLink(hash: string): Promise<Order | undefined>;
  /**
   * Lets an agreed order have another checkout, until then.
   * @returns false, and writes nothing, when it may have one that can be paid, or is not `agreed`.
   */
  reopen(id: OrderId, payBy: Instant): Promise<boolean>;
  /**
   * Records that an agreed order is paid without the payment provider.
   * @returns false, and writes nothing, when it may have a checkout that can be paid, or is not `agreed`.
   */
  payAtCounter(id: OrderId, entry: LedgerEntry, by: string): Promise<boolean>;
  /**
   * Makes such an order `agreed` again.
   * @returns false, and writes nothing, when it was not paid so or something was given back.
   */
  unpayAtCounter(id: OrderId, by: string, at: Instant): Promise<boolean>;
  /**
   * Stores the checkout that was opened for a placed order; never replaces another.
   * @returns false, and writes nothing, when the order is in another state or has another checkout.
   */
  attachCheckout(id: OrderId, checkoutId: string): Promise<boolean>;
  /**
   * Stores a checkout that was found at the payment provider and may be paid, also of an order that has expired. Of an
   * agreed order it replaces one that has ended, and counts as open until the provider says otherwise.
   * @returns false, and writes nothing, when the order is funded or has another checkout.
   */
  adoptCheckout(id: OrderId, checkoutId: string): Promise<boolean>;
  /**
   * Records that the money has come: the order becomes funded, the charge is entered in the ledger, the
   * cafe's notification is put into the outbox, and the customer's e-mails are planned; all or nothing.
   * @param now our clock. The order takes its days, whether there is room or not.
   * @param problem what the owner has to know of this payment: no later signal would raise it.
   * @returns false, and writes nothing, when the order's state does not allow it (`transitions.fund`).
   */
  fund(
    id: OrderId,
    customerEmails?: PlannedEmail[],
    charge?: LedgerEntry,
    now?: Instant,
    problem?: NewProblem,
    paymentEmail?: string,
  ): Promise<boolean>;
  /**
   * Frees its days, unless it is agreed.
   * @param checkoutId the checkout that has ended: an agreed order may have the next one by now.
   * @returns false when the order's state does not allow it (`transitions.expire`), or it has another
   * checkout.
   */
  expire(id: OrderId, payment?: PaymentStatus, checkoutId?: string): Promise<boolean>;
  /**
   * Expires a placed order without a checkout, in one statement, so that a checkout that is being opened
   * cannot be attached afterwards.
   * @param payBy of the checkout that was not opened: an agreed order may be opening the next one by now.
   * @returns false when the order has a checkout or is not placed.
   */
  expireUnopened(id: OrderId, payBy?: Instant): Promise<boolean>;
  /**
   * Records that the customer completed the checkout of an unpaid order with a delayed payment method. The order is
   * `placed` until the payment succeeds or fails: it may have expired here in an older backup.
   * @param checkoutId the completed one: an agreed order may have the next one by now.
   * @param now as of `fund`: the days are kept until the payment succeeds or fails.
   */
  markProcessing(id: OrderId, checkoutId: string, now?: Instant): Promise<void>;
  /**
   * Placed orders that are due for a payment check, longest due first: placed before `before` or after
   * `now`, and due before `now` or later than `furthest`. Times that lie too far ahead are of a clock that
   * was set back.
   */
  dueForCheck(due: DueForCheck): Promise<{ id: OrderId; checks: number }[]>;
  /** Sets when the order is due next, and how many checks in a row failed to settle it. */
  scheduleCheck(id: OrderId, at: Instant, checks: number): Promise<void>;
}

/** `full` has the days without room; `held` tells when the first hold of the caller lapses, if it has any. */
export type AddResult =
  | 'added'
  | 'taken'
  | 'number-taken'
  | 'replaced'
  | { full: FullDay[] }
  | { held: Instant };

/** An order that another one replaces. */
export interface ReplacedOrder {
  id: OrderId;
  /**
   * Without it, an expired order without items takes the id, so that a delayed request cannot place the one that
   * nobody has ended.
   */
  exists: boolean;
}

export interface Agreed {
  /** The person's id. */
  by: string;
  emails: PlannedEmail[];
  /** As of `add`. */
  hold?: Hold | undefined;
}

interface DueForCheck {
  now: Instant;
  before: Instant;
  furthest: Instant;
  limit: number;
}

/** Thrown when a stored order does not match its schema. */
export class UnreadableOrder extends Error {
  override name = 'UnreadableOrder';
  readonly orderId: OrderId;

  constructor(orderId: OrderId, options?: ErrorOptions) {
    super('The stored order cannot be read.', options);
    this.orderId = orderId;
  }
}
