import type { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import { oneOf } from '#domain/guard.ts';
import type { OrderId, OrderItem, OrderState } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';

/**
 * How far the items of one order for one day are, and what staff may make of it next. Every step can be
 * undone. Only staff change it: a day that passes leaves it as it is.
 */
export const madeTransitions = {
  'to-make': ['ready', 'collected', 'missed'],
  // A busy Saturday: handed over without having been marked as ready.
  ready: ['to-make', 'collected', 'missed'],
  collected: ['to-make', 'ready', 'missed'],
  // The customer comes a day late.
  missed: ['to-make', 'ready', 'collected'],
} as const satisfies Record<string, readonly string[]>;
export type Made = keyof typeof madeTransitions;

export const MADE = ['to-make', 'ready', 'collected', 'missed'] as const satisfies Made[];
export const isMade = oneOf<Made>(MADE);

/** Then its day and its words stay as they are, unless staff take the tick back. */
export function isFinished(made: Made | undefined): boolean {
  return made === 'ready' || made === 'collected';
}

/** @param today nobody has missed a day to come. */
export function canMark(from: Made, made: Made, day: Day, today: Day): boolean {
  if (made === 'missed' && day > today) return false;
  return madeTransitions[from].some((next) => next === made);
}

/** What one customer collects on one day: the items of one order for that day. */
export interface Collection {
  orderId: OrderId;
  number: string;
  day: Day;
  made: Made;
  /** Of the last change of `made`: when, and the id of the person. */
  madeAt: Instant | null;
  madeBy: string | null;
  /** The customer's. Empty once the order has been anonymised. */
  name: string;
  phone: string;
  email: string;
  /** Who collects it instead; empty for the customer. */
  collector: string;
  /** The items of this day, as far as they can be read. */
  items: OrderItem[];
  /** All days of the order. */
  days: Day[];
  state: OrderState;
  /** The whole order's, not only this day's. */
  total: Pence;
  refunded: Pence;
  placedAt: Instant;
  cancelledAt: Instant | null;
  /** False if something about the stored order cannot be read; it is a problem too. */
  isReadable: boolean;
}
