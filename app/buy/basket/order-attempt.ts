import { stored } from '#app/ui/stored.ts';
import type { Basket, BasketItem } from '#domain/basket/basket.ts';
import { isDay } from '#domain/calendar/days.ts';
import { isCollectionTime } from '#domain/calendar/times.ts';
import type { Size } from '#domain/catalogue/catalogue.ts';
import { arrayOf, isNumber, isString, objectOf, optional } from '#domain/guard.ts';
import type { OrderedOption, OrderId } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';

/** Bounds what is stored; nobody makes so many attempts before paying one. */
const MAX_EARLIER = 20;

/** As long as the server keeps the days of an unpaid order (CHECKOUT_SECONDS and its margin). */
const HELD_MS = 65 * 60_000;

/** Contains no personal data. */
interface TakenItems {
  orderId: OrderId;
  /** The basket items that the server accepted with this order. */
  itemIds: number[];
}

/** What an item takes of its day. Contains no personal data. */
export interface HeldItem extends Pick<BasketItem, 'selectedDay' | 'time'> {
  cake: Pick<BasketItem['cake'], 'id' | 'category'>;
  size: Pick<Size, 'id' | 'size'>;
  options?: Pick<OrderedOption, 'groupId' | 'choiceId'>[] | undefined;
}

export interface Attempt extends TakenItems {
  /** The previous attempt, until the server has accepted this one. */
  replaces?: OrderId | undefined;
  /** When the server accepted it, in milliseconds. */
  acceptedAt?: number | undefined;
  /** Its items as they were accepted: the basket may have others since. */
  held?: HeldItem[] | undefined;
  /** Previous attempts, latest first: one of them may turn out to be paid. */
  earlier: TakenItems[];
}

const isHeldItem = objectOf<HeldItem>({
  cake: objectOf<HeldItem['cake']>({ id: isString, category: arrayOf(isString) }),
  size: objectOf<HeldItem['size']>({ id: isString, size: isString }),
  options: optional(
    arrayOf(
      objectOf<Pick<OrderedOption, 'groupId' | 'choiceId'>>({
        groupId: isString,
        choiceId: isString,
      }),
    ),
  ),
  selectedDay: isDay,
  time: optional(isCollectionTime),
});

const takenItemsGuards = { orderId: isOrderId, itemIds: arrayOf(isNumber) };

const isStoredAttempt = objectOf<Attempt>({
  ...takenItemsGuards,
  replaces: optional(isOrderId),
  acceptedAt: optional(isNumber),
  held: optional(arrayOf(isHeldItem)),
  earlier: arrayOf(objectOf<TakenItems>(takenItemsGuards)),
});

const saved = stored('localStorage', 'order-attempt', isStoredAttempt);

/**
 * The id under which the basket is ordered. It is kept until the order is paid, so that a double
 * click, a reload, a second tab or a retry is one order. When the content has changed the server
 * rejects the id, and `nextAttempt` makes another.
 */
export function currentAttempt(): Attempt {
  return saved.read() ?? store({ orderId: crypto.randomUUID(), itemIds: [], earlier: [] });
}

/**
 * The attempt after one that the server no longer accepts: the one that another tab has started
 * meanwhile, or a new one that replaces it.
 */
export function nextAttempt(rejected: OrderId): Attempt {
  const current = currentAttempt();
  if (current.orderId !== rejected) return current;
  const { itemIds, earlier } = current;
  return store({
    orderId: crypto.randomUUID(),
    itemIds: [],
    replaces: rejected,
    earlier: [{ orderId: rejected, itemIds }, ...earlier].slice(0, MAX_EARLIER),
  });
}

/**
 * Records the basket items of an accepted order. Not earlier: items added to the basket after a
 * previous order would otherwise be removed together with that order's items.
 */
export function recordAccepted(orderId: OrderId, basket: Basket): void {
  const current = currentAttempt();
  const accepted = { orderId, itemIds: basket.map(({ id }) => id) };
  if (current.orderId === orderId) {
    // The server holds the days from the first time on.
    const { acceptedAt = Date.now(), earlier } = current;
    store({ ...accepted, acceptedAt, held: basket.map(heldItem), earlier });
  } else {
    // Another tab has started the next attempt meanwhile.
    const others = current.earlier.filter((earlier) => earlier.orderId !== orderId);
    store({ ...current, earlier: [accepted, ...others].slice(0, MAX_EARLIER) });
  }
}

/** The basket items of an order placed from this browser; none for other orders. */
export function itemsOfAttempt(orderId: OrderId): number[] {
  const attempt = saved.read();
  const attempts = attempt ? [attempt, ...attempt.earlier] : [];
  return attempts.find((one) => one.orderId === orderId)?.itemIds ?? [];
}

function heldItem({ cake, size, options, selectedDay, time }: BasketItem): HeldItem {
  return {
    cake: { id: cake.id, category: cake.category },
    size: { id: size.id, size: size.size },
    options: options?.map(({ groupId, choiceId }) => ({ groupId, choiceId })),
    selectedDay,
    time,
  };
}

/** The items of the order that this browser placed last, while the server holds their days. */
export function heldItems(): HeldItem[] {
  const { acceptedAt = 0, held = [] } = saved.read() ?? {};
  return Date.now() - acceptedAt < HELD_MS ? held : [];
}

/** Removes an order that is paid or being paid: later attempts must not replace it. */
export function forgetAttempt(orderId: OrderId): void {
  const current = saved.read();
  if (!current || current.orderId === orderId) {
    saved.clear();
    return;
  }
  const { replaces, earlier, ...attempt } = current;
  store({
    ...attempt,
    ...(replaces !== orderId && { replaces }),
    earlier: earlier.filter((one) => one.orderId !== orderId),
  });
}

function store(attempt: Attempt): Attempt {
  saved.write(attempt);
  return attempt;
}
