import type { Challenge, Effort } from './bot-check/challenge.ts';
import type { Day } from './calendar/day.ts';
import type { CalendarRules } from './calendar/rules.ts';
import type { Cake, Category, KeptCake } from './catalogue/catalogue.ts';
import type { Clock, Instant } from './clock.ts';
import type { Order, OrderId, OrderState, PaymentStatus, Reversal } from './orders/order.ts';
import type { NewProblem, Problem, ProblemFacts } from './orders/problems.ts';
import type { Pence } from './pence.ts';

/** Everything the shop needs from the outside world; `server/compose.ts` says who supplies it. */
export interface Ports {
  catalogue: Catalogue;
  calendar: Calendar;
  changes: Changes;
  orders: Orders;
  outbox: Outbox;
  paymentEvents: PaymentEvents;
  problems: Problems;
  payments: Payments;
  mailer: Mailer;
  announcements: Announcements;
  botCheck: BotCheck;
  clock: Clock;
  log: Log;
}

/** What is for sale. A cake that the owner has hidden is not, and only `everything` tells of it. */
export interface Catalogue {
  /** By id. */
  categories(): Promise<Category[]>;
  category(slug: string): Promise<Category | undefined>;
  /** All of them, which may be thousands; personal touches are not among them. */
  cakes(): Promise<Cake[]>;
  /** Some of them, and how many there are in all. */
  shelf(part: ShelfPart): Promise<{ cakes: Cake[]; total: number }>;
  /** Of every cake that has a page, what its address is made of: its id and its first category. */
  addresses(): Promise<Pick<Cake, 'id' | 'category'>[]>;
  personalTouches(): Promise<Cake[]>;
  /** The cakes and personal touches with these ids, each once; unknown ids are left out. */
  byIds(ids: string[]): Promise<Cake[]>;
  /** Writes the payment provider's price ids; a size whose price is another by now is left alone. */
  setPriceIds(priced: PricedSize[]): Promise<void>;

  /** Cakes and personal touches, hidden or not. */
  everything(): Promise<KeptCake[]>;
  /**
   * The price and its id in one, so that the size can be ordered all the while.
   * @returns false, and changes nothing, when it was so already.
   */
  setPrice(priced: PricedSize): Promise<boolean>;
  /** @returns false when it was so already. */
  setHidden(cakeId: string, hidden: boolean): Promise<boolean>;
}

/** So many cakes of a category, or of all, after so many others. */
export interface ShelfPart {
  category: string | undefined;
  after: number;
  limit: number;
}

export interface Calendar {
  rules(): Promise<CalendarRules>;
  /** Makes them forbidden days. @returns those that were none, in order. */
  forbid(days: Day[]): Promise<Day[]>;
  /** Makes them forbidden days no longer. @returns those that were some, in order. */
  allow(days: Day[]): Promise<Day[]>;
}

/** What has become of the catalogue and the calendar: each change makes a version, one more than the last. */
export interface Changes {
  version(): Promise<number>;
  /**
   * The records that have changed since a version, as the live events name them: `/cakes/{id}`,
   * `/categories/{id}`, `/calendar/forbiddenDays/{day}`, or a whole topic such as `/cakes`.
   */
  since(version: number): Promise<{ version: number; paths: string[] }>;
}

/** Wants to know at once when something has changed, by whichever server. May be told too often. */
export interface ChangeWatcher {
  /** The catalogue or the calendar may have a new version. */
  catalogueChanged(): void;
  orderChanged(id: OrderId): void;
  /** From now on it is listened, and before it was not, or not for a while: anything may have changed. */
  mayHaveMissed(): void;
}
/** @returns what ends the watching. */
export type WatchChanges = (watcher: ChangeWatcher) => () => Promise<void>;

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
   * The money has come: moves the order on, puts the cafe's notification into the outbox, and
   * remembers the payment event that said so, if one did; all or nothing.
   * @returns false, and writes nothing, when the order is not in a state to be funded (`steps.fund`).
   */
  fund(id: OrderId, at: Instant, eventId?: string): Promise<boolean>;
  /** @returns false when the order is not in a state to expire (`steps.expire`). */
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
  named(limit: number, after?: NamedOrder): Promise<NamedOrder[]>;
  /** Those of them placed, and last collected, before `day`, and of which the cafe need not be told. */
  namedAndCollectedBefore(day: Day, limit: number): Promise<OrderId[]>;
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

export interface NamedOrder {
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
  rearm(orderId: OrderId): Promise<boolean>;
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

/** The payment provider's events that have been dealt with; it repeats them. */
export interface PaymentEvents {
  isKnown(eventId: string): Promise<boolean>;
  remember(eventId: string, at: Instant): Promise<void>;
}

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

/** Thrown by every port of the database while it cannot be reached, read or written. Trying again later helps. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

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
  /** The checkout that a payment was made in, if any. @throws {PaymentsUnavailable} */
  checkoutOfPayment(paymentId: string): Promise<string | undefined>;
  /** The refunds and disputes of an order's own checkout, by id. @throws {PaymentsUnavailable} */
  reversals(order: OrderWithCheckout): Promise<Reversal[]>;
  /**
   * Creates or updates products and prices, archives those no longer wanted. @throws {PaymentsUnavailable}
   */
  syncPrices(products: Product[]): Promise<PricedSize[]>;
  /**
   * Makes the price of one of them, unless it stands. The one before can still be paid, until the
   * next sync archives it.
   * @throws {PaymentsUnavailable}
   */
  addPrice(product: Product): Promise<PricedSize>;
  /** Syncs one of them, without a look at the others. @throws {PaymentsUnavailable} */
  syncPrice(product: Product): Promise<PricedSize>;
}
/** An order whose checkout has been opened. */
export type OrderWithCheckout = Order & { checkoutId: string };

/** What changing prices needs of the payment provider. */
export type PricePayments = Pick<Payments, 'syncPrices' | 'addPrice' | 'syncPrice'>;

export interface PricedSize {
  sizeId: string;
  price: Pence;
  /** The payment provider's price id, which charges exactly that. */
  api: string;
}

/** A size of a cake, as the payment provider knows it: `Berry Drip Cake, 8 inches · 14–18 slices`. */
export interface Product {
  sizeId: string;
  name: string;
  price: Pence;
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

export interface Announcements {
  /** A notification waits in the outbox. */
  orderFunded(): void;
}

/** Whether a person is placing the order, as a token shows that was given out for a proof. */
export interface BotCheck {
  /** May this order be placed with this token? Of each token only a handful of orders may. */
  admit(token: string | undefined, orderId: OrderId): Promise<Admission>;
  /** A proof of work to be done; never less than the shop asks for. */
  newChallenge(effort: Effort): Promise<Challenge>;
  /** Makes the next keys in time, and forgets what has expired. */
  tend(): Promise<void>;
}
export type Admission =
  | { ok: true }
  | {
      ok: false;
      /** `unavailable`: whoever signed the token cannot be asked for its keys. */
      reason: 'missing' | 'invalid' | 'expired' | 'used-up' | 'unavailable';
    };

/** Facts first, as pino has it. Facts never hold a name, an e-mail address, a phone or a message. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
