import { v4 as uuid } from 'uuid';
import * as z from 'zod';
import { OrderId } from '#domain/orders/order.ts';

const KEY = 'order-attempt';

/** Nothing personal: only which order is being attempted, and which of the basket's items it has. */
const Attempt = z.object({ orderId: OrderId, itemIds: z.array(z.number()) });
type Attempt = z.infer<typeof Attempt>;

/** Stands in where the browser keeps nothing. */
let inMemory: Attempt | undefined;

/**
 * The id under which the basket is being ordered. It is kept until the order is paid, so that a
 * double click, a reload, a second tab or a retry is one order; the server says when what is asked
 * for is no longer the same, and then `newAttempt` is called.
 */
export function currentAttempt(): OrderId {
  return readAttempt()?.orderId ?? newAttempt();
}

export function newAttempt(): OrderId {
  return keep({ orderId: uuid(), itemIds: [] });
}

/**
 * The shop has taken the order: these items of the basket are in it. Not before, or what was added
 * to the basket since an earlier order would leave it together with that order's items.
 */
export function attemptPlaced(orderId: OrderId, itemIds: number[]): void {
  keep({ orderId, itemIds });
}

/** The basket items that went into an order, if it was placed from this browser. */
export function itemsOfAttempt(orderId: OrderId): number[] {
  const attempt = readAttempt();
  return attempt?.orderId === orderId ? attempt.itemIds : [];
}

export function forgetAttempt(): void {
  inMemory = undefined;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept, so there is nothing to forget.
  }
}

function keep(attempt: Attempt): OrderId {
  inMemory = attempt;
  try {
    localStorage.setItem(KEY, JSON.stringify(attempt));
  } catch (error) {
    console.warn('The order is remembered only until this page is closed.', error);
  }
  return attempt.orderId;
}

function readAttempt(): Attempt | undefined {
  try {
    return Attempt.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data ?? inMemory;
  } catch {
    return inMemory;
  }
}
