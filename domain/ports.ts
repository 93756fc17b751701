import type { Challenge, Effort } from './bot-check/challenge.ts';
import type { Day } from './calendar/day.ts';
import type { CalendarRules } from './calendar/rules.ts';
import type { Cake, CatalogueEntry, Category } from './catalogue/catalogue.ts';
import type { Clock } from './clock.ts';
import type { OrderId } from './orders/order.ts';
import type { Orders, Outbox, PaymentEvents, Problems } from './orders/order-ports.ts';
import type { Payments, PricedSize } from './orders/payment-ports.ts';

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
  outboxJob: OutboxJob;
  botCheck: BotCheck;
  clock: Clock;
  log: Log;
}

/** What is for sale. A cake that the owner has hidden is not, and only `entries` lists it. */
export interface Catalogue {
  /** By id. */
  categories(): Promise<Category[]>;
  category(slug: string): Promise<Category | undefined>;
  /** All of them, which may be thousands; personal touches are not among them. */
  cakes(): Promise<Cake[]>;
  /** Some of them, and how many there are in all. */
  page(part: CakeRange): Promise<{ cakes: Cake[]; total: number }>;
  /** Of every cake that has a page, what its address is made of: its id and its first category. */
  addresses(): Promise<Pick<Cake, 'id' | 'category'>[]>;
  personalTouches(): Promise<Cake[]>;
  /** The cakes and personal touches with these ids, each once; unknown ids are left out. */
  byIds(ids: string[]): Promise<Cake[]>;
  /** Writes the payment provider's price ids; a size whose price is another by now is left alone. */
  setPriceIds(priced: PricedSize[]): Promise<void>;

  /** Cakes and personal touches, hidden or not. */
  entries(): Promise<CatalogueEntry[]>;
  /**
   * The price and its id in one, so that the size can be ordered all the while.
   * @returns false, and changes nothing, when it was so already.
   */
  setPrice(priced: PricedSize): Promise<boolean>;
  /** @returns false when it was so already. */
  setHidden(cakeId: string, hidden: boolean): Promise<boolean>;
}

/** So many cakes of a category, or of all, after so many others. */
export interface CakeRange {
  category: string | undefined;
  offset: number;
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

/** Thrown by every port of the database while it cannot be reached, read or written. Trying again later helps. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
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

/** Whether a person is placing the order, as a token shows that was given out for a proof. */
export interface BotCheck {
  /** May this order be placed with this token? Of each token only a handful of orders may. */
  authorizeOrder(token: string | undefined, orderId: OrderId): Promise<OrderAuthorization>;
  /** A proof of work to be done; never less than the shop asks for. */
  createChallenge(effort: Effort): Promise<Challenge>;
  /** Makes the next keys in time, and forgets what has expired. */
  maintain(): Promise<void>;
}

export type OrderAuthorization =
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
