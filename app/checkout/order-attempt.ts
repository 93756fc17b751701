import { v4 as uuid } from 'uuid';
import * as z from 'zod';
import { OrderId } from '#domain/orders/order.ts';

const KEY = 'order-attempt';

/** More than anyone makes before one of them is paid; the limit only bounds what is stored. */
const MOST_EARLIER = 20;

/** Nothing personal: an order's id, and which of the basket's items the shop has taken with it. */
const TakenItems = z.object({ orderId: OrderId, itemIds: z.array(z.number()) });

const Attempt = TakenItems.extend({
  /** The attempt before this one, until the shop has taken this one. */
  replaces: OrderId.optional(),
  /** The attempts before this one, latest first: one of them may turn out to be paid. */
  earlier: z.array(TakenItems).default([]),
});
export type Attempt = z.infer<typeof Attempt>;

/** Stands in where the browser keeps nothing. */
let inMemory: Attempt | undefined;

/**
 * The id under which the basket is being ordered. It is kept until the order is paid, so that a
 * double click, a reload, a second tab or a retry is one order; the server says when what is asked
 * for is no longer the same, and then `attemptAfter` is called.
 */
export function currentAttempt(): Attempt {
  return readAttempt() ?? keep({ orderId: uuid(), itemIds: [], earlier: [] });
}

/**
 * The attempt that follows one which the shop can no longer take: the one that another tab has begun
 * meanwhile, or a new one that replaces it.
 */
export function attemptAfter(orderId: OrderId): Attempt {
  const current = currentAttempt();
  if (current.orderId !== orderId) return current;
  const { itemIds, earlier } = current;
  return keep({
    orderId: uuid(),
    itemIds: [],
    replaces: orderId,
    earlier: [{ orderId, itemIds }, ...earlier].slice(0, MOST_EARLIER),
  });
}

/**
 * The shop has taken the order: these items of the basket are in it. Not before, or what was added
 * to the basket since an earlier order would leave it together with that order's items.
 */
export function attemptPlaced(orderId: OrderId, itemIds: number[]): void {
  const current = currentAttempt();
  const placed = { orderId, itemIds };
  if (current.orderId === orderId) {
    keep({ ...placed, earlier: current.earlier });
  } else {
    // Another tab has begun the next one meanwhile.
    const others = current.earlier.filter((earlier) => earlier.orderId !== orderId);
    keep({ ...current, earlier: [placed, ...others].slice(0, MOST_EARLIER) });
  }
}

/** The basket items that went into an order, if it was placed from this browser. */
export function itemsOfAttempt(orderId: OrderId): number[] {
  const attempt = readAttempt();
  const attempts = attempt ? [attempt, ...attempt.earlier] : [];
  return attempts.find((one) => one.orderId === orderId)?.itemIds ?? [];
}

/** An order that was paid, or is being paid. No later attempt replaces it any more. */
export function forgetAttempt(orderId: OrderId): void {
  const current = readAttempt();
  if (current && current.orderId !== orderId) {
    const { replaces, earlier, ...attempt } = current;
    keep({
      ...attempt,
      ...(replaces !== orderId && { replaces }),
      earlier: earlier.filter((one) => one.orderId !== orderId),
    });
    return;
  }
  inMemory = undefined;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept, so there is nothing to forget.
  }
}

function keep(attempt: Attempt): Attempt {
  inMemory = attempt;
  try {
    localStorage.setItem(KEY, JSON.stringify(attempt));
  } catch (error) {
    console.warn('The order is remembered only until this page is closed.', error);
  }
  return attempt;
}

function readAttempt(): Attempt | undefined {
  try {
    return Attempt.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data ?? inMemory;
  } catch {
    return inMemory;
  }
}
