import type { Challenge, Effort } from './bot-check/challenge.ts';
import type { Day } from './calendar/day.ts';
import type { CalendarRules } from './calendar/rules.ts';
import type { Cake, Category, KeptCake } from './catalogue/catalogue.ts';
import type { Clock, Instant } from './clock.ts';
import type { Order, OrderId, OrderState } from './orders/order.ts';
import type { Pence } from './pence.ts';

/** Everything the shop needs from the outside world; `server/compose.ts` says who supplies it. */
export interface Ports {
  catalogue: Catalogue;
  calendar: Calendar;
  changes: Changes;
  orders: Orders;
  outbox: Outbox;
  paymentEvents: PaymentEvents;
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
  find(id: OrderId): Promise<Order | undefined>;
  /** Of these orders, as far as there are any. */
  states(ids: OrderId[]): Promise<Map<OrderId, OrderState>>;
  /** Those of them that are there, in no particular order. */
  findAll(ids: OrderId[]): Promise<Order[]>;
  /** @returns false, and writes nothing, when the id is taken. */
  add(order: Order): Promise<boolean>;
  attachCheckout(id: OrderId, checkoutId: string): Promise<void>;
  /**
   * The money has come: moves the order on, puts the cafe's notification into the outbox, and
   * remembers the payment event that said so, if one did; all or nothing.
   * @returns false, and writes nothing, when the order is not in a state to be funded (`steps.fund`).
   */
  fund(id: OrderId, at: Instant, eventId?: string): Promise<boolean>;
  /** @returns false when the order is not in a state to expire (`steps.expire`). */
  expire(id: OrderId): Promise<boolean>;
  /** Orders that wait for money and were placed before `before`, oldest first, after `after`. */
  waiting(before: Instant, limit: number, after?: Order): Promise<Order[]>;

  /** Orders that still say whose they are, oldest first, after `after`. */
  named(limit: number, after?: Order): Promise<Order[]>;
  /** Those of them placed, and last collected, before `day`, and of which the cafe need not be told. */
  namedAndCollectedBefore(day: Day, limit: number): Promise<OrderId[]>;
  /**
   * Takes out of an order, and out of all that belongs to it, whose it was and what they wrote.
   * @returns false, and changes nothing, when that has been done, or the cafe's notification waits.
   */
  anonymise(id: OrderId, at: Instant): Promise<boolean>;
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
  /** Makes the order's notification due again, as its next revision: the cafe gets another e-mail. */
  rearm(orderId: OrderId): Promise<void>;
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

export type Checkout =
  | { status: 'open'; url: string }
  /** Completed with a method whose money comes later. */
  | { status: 'processing' }
  | { status: 'paid' }
  | { status: 'expired' };

/** Thrown by every port of the database while it cannot be reached, read or written. Trying again later helps. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Surprises of the payment provider (unreachable, refusing) are thrown as this. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable';
}

export interface Payments {
  /**
   * Opens the hosted checkout of an order; asked again for the same order it answers with the same one.
   * @throws {PaymentsUnavailable}
   */
  openCheckout(order: Order): Promise<{ checkoutId: string; url: string }>;
  /** @throws {PaymentsUnavailable} */
  checkout(checkoutId: string): Promise<Checkout>;
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
