import type { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import type { Order, OrderId, OrderState, PaymentStatus, Reversal } from './order.ts';
import type { NewProblem, Problem } from './problems.ts';

export interface Orders {
  /** @throws {UnreadableOrder} when the stored order cannot be read. */
  find(id: OrderId): Promise<Order | undefined>;
  /** The order whose checkout this is. @throws {UnreadableOrder} */
  findByCheckout(checkoutId: string): Promise<Order | undefined>;
  /** Those of these checkouts that belong to an order. */
  knownCheckouts(checkoutIds: string[]): Promise<string[]>;
  /** Of these orders, as far as there are any. */
  states(ids: OrderId[]): Promise<Map<OrderId, OrderState>>;
  /** Those of them that exist and can be read, in no particular order. */
  findAll(ids: OrderId[]): Promise<Order[]>;
  /** The ids of the orders placed last, newest first. */
  latest(limit: number): Promise<OrderId[]>;
  /** The ids that begin with these characters, at most two: enough to tell that there are several. */
  withPrefix(prefix: string): Promise<OrderId[]>;
  /**
   * Adds the order; with `replaces`, marks that order as replaced in the same transaction, so that of
   * several attempts that replace the same order only one succeeds.
   * @returns `taken` when the id exists, `replaced` when the other order has been replaced; then nothing is written.
   */
  add(order: Order, replaces?: OrderId): Promise<'added' | 'taken' | 'replaced'>;
  /**
   * Never replaces another checkout. @param from the states in which the order takes it; `placed` unless given.
   * @returns false, and writes nothing, when the order is in another state or has another checkout.
   */
  attachCheckout(id: OrderId, checkoutId: string, from?: readonly OrderState[]): Promise<boolean>;
  /**
   * Records that the money has come: the order becomes funded and the cafe's notification is put into the
   * outbox, both or neither.
   * @returns false, and writes nothing, when the order's state does not allow it (`transitions.fund`).
   */
  fund(id: OrderId): Promise<boolean>;
  /** @returns false when the order is not in a state to expire (`transitions.expire`). */
  expire(id: OrderId, payment?: PaymentStatus): Promise<boolean>;
  /**
   * Expires a placed order that has no checkout, in one statement: a checkout that is being opened cannot
   * be attached afterwards. @returns false when the order has a checkout or is not placed.
   */
  expireUnopened(id: OrderId): Promise<boolean>;
  /** The customer has completed the checkout of a placed order; the money comes later, if at all. */
  markProcessing(id: OrderId): Promise<void>;
  /**
   * Stores the refunds and disputes. If they differ from those stored, the cafe is notified again, in
   * the same transaction. @returns whether they differed.
   */
  setReversals(id: OrderId, reversals: Reversal[]): Promise<boolean>;
  /**
   * Placed orders whose status is to be asked for, the longest due first: placed before `before`, and due
   * before `now`, or later than `furthest`, as after a clock that was put back.
   */
  dueForCheck(due: DueForCheck): Promise<{ id: OrderId; checks: number }[]>;
  /** Sets when the order is due next, and the number of checks in a row that did not settle it. */
  scheduleCheck(id: OrderId, at: Instant, checks: number): Promise<void>;
  /** Orders that still hold personal data, oldest first, after `after`. */
  withPersonalData(limit: number, after?: OrderWithPersonalData): Promise<OrderWithPersonalData[]>;
  /** Those of them placed, and last collected, before `day`, and of which the cafe need not be told. */
  dueForAnonymising(day: Day, limit: number): Promise<OrderId[]>;
  /**
   * Takes out of an order, and out of all that belongs to it, whose it was and what they wrote.
   * @returns false, and changes nothing, when that has been done, or the cafe's notification waits.
   */
  anonymise(id: OrderId, at: Instant): Promise<boolean>;
}

export interface DueForCheck {
  now: Instant;
  before: Instant;
  furthest: Instant;
  limit: number;
}

export interface OrderWithPersonalData {
  id: OrderId;
  placedAt: Instant;
  email: string;
}

/** Thrown when a stored order breaks the schema it is read with. */
export class UnreadableOrder extends Error {
  override name = 'UnreadableOrder';
  readonly orderId: OrderId;

  constructor(orderId: OrderId, options?: ErrorOptions) {
    super('The stored order cannot be read.', options);
    this.orderId = orderId;
  }
}

/** What the owner has to look at. Facts are codes, ids and amounts, never personal data. */
export interface Problems {
  /** Stores a problem once for its key; an unreadable order again after it was closed. @returns whether it is new. */
  raise(problem: NewProblem, at: Instant): Promise<boolean>;
  /** Those that are not closed, oldest first. */
  open(limit: number): Promise<Problem[]>;
  /** @returns false when no open problem has this key. */
  close(key: string, at: Instant): Promise<boolean>;
}

/**
 * Notifications that still have to reach the cafe, one for each funded order. All times are counted by
 * one clock, the database's, so that servers with different clocks agree on them.
 */
export interface Outbox {
  /** Leases the notifications that have been due longest, so that no other server claims them. */
  claim(wanted: Claim): Promise<Notification[]>;
  /**
   * Records that the e-mail of this revision was accepted: the order becomes paid and the notification
   * is done, both or neither. A notification rearmed since then stays due. Retries until it is written.
   */
  delivered(orderId: OrderId, revision: number): Promise<void>;
  /** Does nothing when the notification has been claimed again, rearmed or delivered since. */
  postpone(claimed: Notification, pauseSeconds: number, reason: string): Promise<void>;
  /**
   * Makes the order's notification due again, as its next revision: the cafe gets another e-mail.
   * @returns false when it never had one.
   */
  requeue(orderId: OrderId): Promise<boolean>;
  /** Those refused for about a quarter of an hour, oldest first. */
  failing(limit: number): Promise<FailingNotification[]>;
}

export interface FailingNotification {
  orderId: OrderId;
  attempts: number;
  /** A code. */
  reason: string;
  /** When the order was placed. */
  since: Instant;
}

export interface Claim {
  most: number;
  leaseSeconds: number;
  /** No lease or pause is longer: a notification due later than that was scheduled by a wrong clock. */
  longestWaitSeconds: number;
  /** Above 0, one notification at a time is claimed, this long after the one before on any server. */
  throttleSeconds: number;
}

export interface Notification {
  orderId: OrderId;
  revision: number;
  /** Counts from 1. */
  attempt: number;
  /** Why the attempt before failed, if there was one. */
  lastReason: string | null;
}

export interface OrderEmail {
  orderId: OrderId;
  orderText: string;
  /** So that the cafe can answer the customer from its inbox; left out if no service would accept it. */
  replyTo?: string | undefined;
}

export type Delivery =
  | { ok: true }
  | {
      ok: false;
      /** A code such as `status 403` or `smtp 550`, never the service's own text: that may name people. */
      reason: string;
    };

export interface Mailer {
  /** Never throws: whatever goes wrong is the reason. */
  send(email: OrderEmail): Promise<Delivery>;
}

/** The job of this process that sends the outbox's notifications. Every server's job also polls. */
export interface OutboxJob {
  /** Called when a notification has been put into the outbox. */
  wake(): void;
}
