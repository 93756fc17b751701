import type { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import { oneOf } from '#domain/guard.ts';
import type { Order, OrderId, OrderItem } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';

/**
 * How far the items of one order for one day are. Staff may change each to each: every step can be undone, on
 * a busy Saturday a cake is handed over without having been ready, and a customer comes a day late. A day
 * that passes leaves it as it is.
 */
export const FULFILMENTS = ['to-make', 'ready', 'collected', 'missed'] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];
export const isFulfilment = oneOf<Fulfilment>(FULFILMENTS);

/** Then its day and its words stay as they are, unless staff take the tick back. */
export function isFinished(fulfilment: Fulfilment | undefined): boolean {
  return fulfilment === 'ready' || fulfilment === 'collected';
}

/** Whether the customer may still come for it. A refund changes nothing about that: cancelling does. */
export function isToHandOver({ fulfilment }: { fulfilment: Fulfilment }): boolean {
  return fulfilment !== 'collected';
}

/** What a customer has changed by their link and no member of staff has marked as seen. */
export interface CustomerNews {
  changes: CustomerChange[];
  /** The customer's last event: `markSeen` marks it and those before it. */
  event: number;
}

/** Changes of one thing are one change: `before` is what staff know. */
export type CustomerChange =
  | { what: 'day'; before: Day; positions: number[] }
  /** New items, and items with new options, which `optionsOf` has too. */
  | { what: 'added'; positions: number[]; optionsOf: number[] }
  | { what: 'message'; before: string; positions: [number] }
  /** Who collects the order. */
  | { what: 'collector'; before: string; positions: [] };

type ShownOfOrder =
  | 'id'
  | 'number'
  | 'state'
  | 'payment'
  | 'quote'
  | 'total'
  | 'paid'
  | 'surplus'
  | 'deposit'
  | 'restBy'
  | 'placedAt'
  | 'cancelledAt';

/** An order in a list. */
export interface OrderSummary extends Pick<Order, ShownOfOrder> {
  /** The customer's. Empty once the order has been anonymised. */
  name: string;
  phone: string;
  email: string;
  /** Who collects it instead; empty for the customer. */
  collector: string;
  /** The customer's; may be empty. */
  note: string;
  /** May be empty. */
  staffNote: string;
  /** As far as they can be read. */
  items: OrderItem[];
  days: { day: Day; fulfilment: Fulfilment }[];
  /** The refunded part of what was paid. */
  refunded: Pence;
  /** Undefined for one that is not in the book, too. */
  news: CustomerNews | undefined;
  /** Whether the customer waits for an answer to a wish to cancel it. */
  requestsCancel: boolean;
  /** False if something about the stored order cannot be read; it is an incident too. */
  isReadable: boolean;
}

/**
 * What one customer collects on one day: the order with its items for that day. What it says of money, news and
 * cancelling is the whole order's.
 */
export interface Collection extends Omit<OrderSummary, 'id' | 'days'> {
  orderId: OrderId;
  day: Day;
  fulfilment: Fulfilment;
  /** Of the last change of `fulfilment`: when, and the id of the person. */
  fulfilmentAt: Instant | null;
  fulfilmentBy: string | null;
  /** The e-mail that it is ready: when it was sent, or from when it will be. Undefined if there is none. */
  readyEmail: { state: 'waiting' | 'sent' | 'dropped'; at: Instant } | undefined;
  /** Of each of these items, in the order. */
  positions: number[];
  /** All days of the order. */
  days: Day[];
}

/** How lists of orders name the state of one. */
export const SHOWN = [
  'unpaid',
  'quoted',
  'to-make',
  'ready',
  'missed',
  'cancelled',
  'refunded',
] as const;
export type Shown = (typeof SHOWN)[number];
