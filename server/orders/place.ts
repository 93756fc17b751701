import { rulesAt } from '#domain/calendar/collection-days.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { Hold } from '#domain/capacity/capacity.ts';
import { fullDifferences } from '#domain/capacity/full-days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { checkItems, type ItemsCheck, type OrderableNow } from '#domain/orders/check-items.ts';
import type { Difference } from '#domain/orders/difference.ts';
import { newOrder } from '#domain/orders/new-order.ts';
import { isPaidByLink, type Order, type OrderId, type OrderItem } from '#domain/orders/order.ts';
import type { OrderRequest, RequestedItem } from '#domain/orders/order-request.ts';
import type { PhoneItem } from '#domain/orders/phone-item.ts';
import { isSameOrder } from '#domain/orders/same-order.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Shop } from '#server/shop.ts';
import { logUnavailable } from '#server/stripe/errors.ts';
import { type AddResult, addOrder } from './add.ts';
import { CHECKOUT_SECONDS, canOpen, endPayment, openCheckout } from './checkout.ts';
import { dayLoads, type Full } from './days.ts';
import { syncPaymentStatus } from './pay.ts';
import { repeatRaced } from './races.ts';
import { recoveredSince, restoreOrder } from './recover.ts';
import { readOrder } from './rows.ts';
import { offerFor } from './waiting.ts';

export type PlaceOrderResult =
  | { ok: true; created: boolean; checkoutUrl: string }
  | { ok: false; reason: 'changed'; differences: Difference[] }
  /** Too much of the caller's would hold days without being paid. The first hold lapses then. */
  | { ok: false; reason: 'too-many-held'; waitSeconds: number }
  /** The order that this one replaces has been paid, or its payment is in progress. */
  | { ok: false; reason: 'earlier-order-paid' | 'earlier-order-processing'; order: OrderId }
  | {
      ok: false;
      reason:
        | 'other-content'
        | 'already-paid'
        | 'payment-processing'
        | 'expired'
        | 'payments-unavailable'
        | 'prices-not-synced';
    };
type Rejection = Exclude<PlaceOrderResult, { ok: true }>;

const UNAVAILABLE = { ok: false, reason: 'payments-unavailable' } as const;

/** How many attempts of one browser may replace one another meanwhile. */
const MOST_RACES = 20;

/**
 * Stores an order as unpaid and opens its checkout. Safe to repeat: the id identifies the attempt. Of the
 * attempts of one browser only the last can be paid, because the checkout of the previous one is expired
 * first.
 * @param caller for the limit of unpaid orders, if the shop has limits.
 */
export async function placeOrder(
  shop: Shop,
  id: OrderId,
  { replaces, offer: token, linkToken, ...request }: OrderRequest,
  caller?: string,
): Promise<PlaceOrderResult> {
  const { name, email, phone, note, items } = request;
  const placed = await readOrder(shop.db, id);
  if (placed) return placeAgain(shop, placed, request);
  const checked = await checkOrderable(shop, items);
  if (!checked.ok) return checked;
  const { now } = checked;
  const order = newOrder({
    id,
    state: 'placed',
    customer: { name, email, phone },
    note,
    items: checked.items,
    placedAt: now,
    payBy: plusSeconds(now, CHECKOUT_SECONDS),
  });
  const hold = {
    now,
    caller: caller === undefined ? undefined : { key: caller, ...shop.mostHeld },
    offer: await offerFor(shop, token, order.items),
  };
  const added = await replaceAttempt(shop, order, replaces, { hold, linkToken });
  if (added.ok) return open(shop, added.order, true);
  switch (added.reason) {
    case 'taken': {
      // Added by a quicker double click: continue with the stored order.
      const quicker = await readOrder(shop.db, id);
      if (!quicker) throw new Error('An order id was taken but is not there.');
      return resume(shop, quicker, request);
    }
    case 'full':
      return rejectFull(shop, checked.items, added.full, { ...checked, hold });
    case 'held': {
      const waitMs = Date.parse(added.until) - Date.parse(now);
      return { ok: false, reason: 'too-many-held', waitSeconds: Math.ceil(waitMs / 1_000) };
    }
    default:
      return added;
  }
}

/**
 * Checks what is asked for by the catalogue and the calendar as they are now.
 * @param options.evenIfClosed for any day to come, and for any time or none.
 * @param options.withOrder it is collected with what an order has, whatever its time.
 */
export async function checkOrderable(
  shop: Shop,
  requested: (RequestedItem | PhoneItem)[],
  { evenIfClosed = false, withOrder = false } = {},
): Promise<
  | { ok: true; items: OrderItem[]; now: Instant; orderable: OrderableNow }
  | Exclude<ItemsCheck, { ok: true }>
> {
  const now = shop.clock.now();
  const [{ catalogue }, rules, { piping: symbols }] = await Promise.all([
    shop.content(),
    calendarRules(shop),
    currentWords(shop),
  ]);
  const cakes = catalogue.byIds(requested.flatMap(({ cakeId }) => cakeId ?? []));
  const orderable = {
    cakes,
    units: catalogue.units,
    vatRates: catalogue.vatRates,
    rules: rulesAt(now, withOrder ? { ...rules, times: undefined } : rules),
    today: londonDay(now),
    symbols,
  };
  const checked = checkItems(requested, orderable, evenIfClosed);
  return checked.ok ? { ...checked, now, orderable } : checked;
}

/** Rejects an order for days or collection times that are full, with those that have room. */
export async function rejectFull(
  shop: Shop,
  items: OrderItem[],
  full: Full,
  { orderable, hold }: { orderable: OrderableNow; hold?: Pick<Hold, 'offer'> },
) {
  const { today, rules } = orderable;
  const loads = await dayLoads(shop, today, addDays(today, rules.daysAhead), hold?.offer);
  const differences = fullDifferences(items, full, { ...orderable, loads });
  return { ok: false, reason: 'changed', differences } as const;
}

/**
 * Adds the order once the attempt that it replaces can no longer be paid. Attempts form a chain: if
 * another tab has replaced the same attempt, this one replaces that tab's.
 */
async function replaceAttempt(
  shop: Shop,
  order: Order,
  replaces: OrderId | undefined,
  addition: { hold: Hold; linkToken: string | undefined },
): Promise<Exclude<AddResult, { reason: 'replaced' }> | Rejection> {
  const result = await repeatRaced(async () => {
    const earlier = await lastAttempt(shop, replaces, order.id);
    const obstacle = earlier && (await endAttempt(shop, earlier));
    if (obstacle) return obstacle;
    const added = await addOrder(shop, order, {
      replaces: earlier && { id: earlier.id, exists: earlier.order !== undefined },
      ...addition,
    });
    return added.ok || added.reason !== 'replaced' ? added : undefined;
  }, MOST_RACES);
  return result ?? UNAVAILABLE;
}

/** An attempt to be replaced: without an order if there is none with this id. */
interface Attempt {
  id: OrderId;
  order: Order | undefined;
}

/** The last attempt of the chain; undefined when there is none or it is this order. */
async function lastAttempt(
  { db }: Shop,
  replaces: OrderId | undefined,
  id: OrderId,
): Promise<Attempt | undefined> {
  const seen = new Set<OrderId>([id]);
  let next: OrderId | null = replaces ?? null;
  let last: Attempt | undefined;
  while (next !== null && !seen.has(next)) {
    seen.add(next);
    last = { id: next, order: await readOrder(db, next) };
    next = last.order?.replacedBy ?? null;
  }
  // Nobody places another order instead of a phone order or a quote.
  const isReplaceable = !last?.order || !isPaidByLink(last.order.state);
  return next === null && isReplaceable ? last : undefined;
}

/** @returns what keeps the attempt from being replaced. */
async function endAttempt(shop: Shop, { id, order }: Attempt): Promise<Rejection | undefined> {
  const earlier = order ?? (await restoreAttempt(shop, id));
  if (!earlier) return undefined;
  const obstacle = earlier === 'unavailable' ? earlier : await endPayment(shop, earlier);
  if (obstacle === undefined) return undefined;
  return obstacle === 'unavailable'
    ? UNAVAILABLE
    : { ok: false, reason: `earlier-order-${obstacle}`, order: id };
}

/**
 * Restores an attempt that is missing because an older backup was restored. Its checkout may be open or
 * paid, so it must be ended like any other.
 * @returns undefined when no checkout of it is open or completed.
 */
async function restoreAttempt(shop: Shop, id: OrderId): Promise<Order | 'unavailable' | undefined> {
  try {
    const [opened] = await shop.payments.checkoutsOf(id, recoveredSince(shop));
    if (!opened) return undefined;
    if (!opened.order) return 'unavailable';
    await restoreOrder(shop, opened.order, opened.checkoutId);
    return await readOrder(shop.db, id);
  } catch (error) {
    logUnavailable(shop, id, error);
    return 'unavailable';
  }
}

/** Continues with an order that was placed before, unless the visitor has to see what has changed since. */
async function placeAgain(
  shop: Shop,
  placed: Order,
  request: OrderRequest,
): Promise<PlaceOrderResult> {
  const checked = await checkOrderable(shop, request.items);
  const resumed = await resume(shop, placed, request);
  if (checked.ok) return resumed;
  if (resumed.ok && differsIn(checked, 'allergens')) {
    // The browser's history or another tab may lead to the checkout, which has other allergens.
    switch (await endPayment(shop, placed)) {
      case 'paid':
        return { ok: false, reason: 'already-paid' };
      case 'processing':
        return { ok: false, reason: 'payment-processing' };
      case 'unavailable':
        return UNAVAILABLE;
      case undefined:
        return checked;
    }
  }
  // Its price was replaced before its checkout was opened: it cannot open. With one, it may have been paid.
  const isUnavailable = !resumed.ok && resumed.reason === 'payments-unavailable';
  const isRepriced = differsIn(checked, 'price') || differsIn(checked, 'options');
  const canOpenNoMore = placed.checkoutId === null && isRepriced;
  return isUnavailable && canOpenNoMore ? checked : resumed;
}

function differsIn(
  checked: Exclude<ItemsCheck, { ok: true }>,
  wanted: Difference['kind'],
): boolean {
  return checked.reason === 'changed' && checked.differences.some(({ kind }) => kind === wanted);
}

/** Continues with an existing id: a reload, a retry, a double click or a guess. */
async function resume(shop: Shop, order: Order, request: OrderRequest): Promise<PlaceOrderResult> {
  if (!isSameOrder(order, request)) return { ok: false, reason: 'other-content' };
  if (order.state === 'expired' || isPaidByLink(order.state)) {
    return { ok: false, reason: 'expired' };
  }
  try {
    const { state, checkout } = await syncPaymentStatus(shop, order);
    if (state === 'expired') return { ok: false, reason: 'expired' };
    if (state !== 'placed') return { ok: false, reason: 'already-paid' };
    switch (checkout?.status) {
      case 'processing':
        return { ok: false, reason: 'payment-processing' };
      case 'open':
        return { ok: true, created: false, checkoutUrl: checkout.url };
      case 'gone':
        // Its checkout may still be open at another account, but not after `payBy`.
        return shop.clock.now() > order.payBy ? { ok: false, reason: 'expired' } : UNAVAILABLE;
      case 'mismatch':
        // Something was paid for it, so it is not offered again.
        return UNAVAILABLE;
    }
  } catch (error) {
    logUnavailable(shop, order.id, error);
    return UNAVAILABLE;
  }
  return canOpen(shop, order) ? open(shop, order, false) : { ok: false, reason: 'expired' };
}

async function open(shop: Shop, order: Order, created: boolean): Promise<PlaceOrderResult> {
  try {
    const checkoutUrl = await openCheckout(shop, order);
    // Another tab may have replaced this order meanwhile.
    return checkoutUrl ? { ok: true, created, checkoutUrl } : { ok: false, reason: 'expired' };
  } catch (error) {
    logUnavailable(shop, order.id, error);
    return UNAVAILABLE;
  }
}
