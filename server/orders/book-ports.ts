import type { Collection, Made, Shown } from '#domain/book/collection.ts';
import type { CustomerNews, RecordedTextChange } from '#domain/book/customer-news.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import type { Order, OrderId, OrderItem, OrderState, PaymentStatus } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';

/** An order in a list. */
export interface OrderSummary {
  id: OrderId;
  number: string;
  state: OrderState;
  payment: PaymentStatus;
  /** The customer's. Empty once the order has been anonymised. */
  name: string;
  phone: string;
  email: string;
  /** Who collects it instead; empty for the customer. */
  collector: string;
  /** As far as they can be read. */
  items: OrderItem[];
  days: { day: Day; made: Made }[];
  total: Pence;
  /** The refunded part of the total. */
  refunded: Pence;
  placedAt: Instant;
  cancelledAt: Instant | null;
  /** Undefined for one that is not in the book, too. */
  news: CustomerNews | undefined;
  /** Whether the customer waits for an answer to a wish to cancel it. */
  asksToCancel: boolean;
  /** False if something about the stored order cannot be read; it is a problem too. */
  isReadable: boolean;
}

/** An e-mail about an order. */
export interface BookedEmail {
  /** An `EmailKind`. */
  kind: string;
  state: 'waiting' | 'sent' | 'dropped';
  /** When it was sent or dropped; if it waits, the time before which it is not sent. */
  at: Instant | null;
  /** How often it was tried. */
  attempts: number;
  /** Since when it waits although it was tried: the first attempt that failed. */
  failingSince: Instant | null;
  /** A code: why the last attempt failed or it was dropped. */
  reason: string | null;
  /** What staff have written; null for an e-mail that the shop words. */
  words: string | null;
}

/** All that the book holds about an order. */
export interface BookedOrder extends OrderSummary {
  /** Undefined if the stored order cannot be read. */
  order: Order | undefined;
  collections: Collection[];
  /** Oldest first; without damaged events. */
  trail: OrderEvent[];
  /** Oldest first; none once the order has been anonymised. */
  textChanges: RecordedTextChange[];
  emails: BookedEmail[];
  anonymisedAt: Instant | null;
}

export interface OrderSearch {
  /** One of these must occur in the order's `searchText`; empty finds all. */
  terms: string[];
  /** Whether the terms are compared with orders' numbers alone. */
  onlyByNumber: boolean;
  show: Shown | undefined;
  /** `to-make` does not look at days before this one. */
  openFrom: Day;
  /** The number of the last order of the page before. */
  after: string | undefined;
  limit: number;
}

export interface MadeChange {
  orderId: OrderId;
  day: Day;
  /** What the screen showed. */
  from: Made;
  made: Made;
  /** The person's id. */
  by: string;
}

/** `conflict`: it is neither what the screen showed nor what is wanted. */
export type SetMadeResult = 'changed' | 'unchanged' | 'conflict' | 'unknown';

export interface CollectionsWanted {
  from: Day;
  to: Day;
  /** Default: all. */
  made?: readonly Made[];
  /** Only of orders whose money has not come. */
  unpaid?: true;
  /** Only of orders that the customer has changed, or asked to cancel, also if staff have seen it. */
  changed?: true;
}

/** The orders as staff see them. */
export interface Book {
  /**
   * Another text after each event of a trail, and when a problem is raised or closed. Cheap: it is read several
   * times a second.
   */
  version(): Promise<string>;
  /** Of booked orders, sorted by day, then name. */
  collections(wanted: CollectionsWanted): Promise<Collection[]>;
  /** Newest first. */
  orders(search: OrderSearch): Promise<OrderSummary[]>;
  order(idOrNumber: { id: OrderId } | { number: string }): Promise<BookedOrder | undefined>;
  /** Changes `made` and records the event, both or neither. */
  setMade(change: MadeChange): Promise<SetMadeResult>;
  /**
   * Records that a member of staff has seen what the customer has changed, up to an event that a screen showed.
   * @param by the person's id.
   * @returns whether it is new.
   */
  markSeen(id: OrderId, event: number, by: string): Promise<boolean>;
}

/** When bake sheets were printed. */
export interface Sheets {
  /** The last print, and the orders that have come or been paid back since. */
  lastPrint(day: Day): Promise<{ at: Instant; changed: OrderId[] } | undefined>;
  /** The last event of any order: what is read afterwards includes it and all before it. */
  lastEvent(): Promise<number>;
  /** @param event from `lastEvent`, before the printed orders were read. */
  record(day: Day, event: number): Promise<void>;
}
