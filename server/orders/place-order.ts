import { londonDay } from '#domain/calendar/days.ts';
import { type FullDay, type Hold, MOST_HELD } from '#domain/capacity/capacity.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { checkItems, type Difference, type ItemsCheck } from '#domain/orders/check-items.ts';
import { isAgreed, isFunded, type Order, type OrderId } from '#domain/orders/order.ts';
import { isSameOrder, type OrderRequest } from '#domain/orders/order-request.ts';
import type { Ports } from '#server/ports.ts';
import { newOrder, rejectFull } from './new-order.ts';
import { addNumbered } from './order-number.ts';
import { PaymentsUnavailable } from './payment-ports.ts';
import { recoveredSince, restoreOrder } from './recover-orders.ts';
import {
  CHECKOUT_SECONDS,
  endCheckout,
  findCheckouts,
  mayBePaid,
  type PaymentSyncPorts,
  SHORTEST_CHECKOUT_SECONDS,
  syncPaymentStatus,
} from './sync-payment-status.ts';

type PlacingPorts = PaymentSyncPorts & Pick<Ports, 'calendar' | 'content' | 'mostHeld'>;

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
  ports: PlacingPorts,
  id: OrderId,
  request: OrderRequest,
  caller?: string,
): Promise<PlaceOrderResult> {
  const placedAt = ports.clock.now();
  const [{ catalogue }, rules] = await Promise.all([ports.content(), ports.calendar.rules()]);
  const cakes = catalogue.byIds(request.items.map(({ cakeId }) => cakeId));
  const now = { cakes, points: catalogue.sizePoints, rules, today: londonDay(placedAt) };
  const checked = checkItems(request.items, now);
  if (!checked.ok) {
    // A placed order is not checked again: its items are a copy.
    const placed = await ports.orders.find(id);
    if (!placed) return checked;
    const resumed = await resume(ports, placed, request);
    // It is unpaid, and the cake's allergens are no longer those that the visitor accepted.
    if (resumed.ok && differsIn(checked, 'allergens')) {
      return (await endOutdated(ports, placed)) ?? checked;
    }
    return isUnavailable(resumed) && canOpenNoMore(placed, checked) ? checked : resumed;
  }
  const { name, email, phone, replaces } = request;
  const { items } = checked;
  const payBy = plusSeconds(placedAt, CHECKOUT_SECONDS);
  const customer = { name, email, phone };
  const order = newOrder({ id, state: 'placed', customer, items, placedAt, payBy });
  const { mostHeld = MOST_HELD } = ports;
  const hold = {
    now: placedAt,
    caller: caller === undefined ? undefined : { key: caller, ...mostHeld },
  };
  const outcome = await add(ports, order, replaces, hold);
  if (typeof outcome === 'object' && 'full' in outcome) {
    return rejectFull(ports, items, outcome.full, now);
  }
  if (outcome !== 'taken') {
    return 'added' in outcome ? openCheckout(ports, outcome.added, true) : outcome;
  }
  // Placed before, or by a quicker double click: continue with the stored order.
  const placed = await ports.orders.find(id);
  if (!placed) throw new Error('An order id was taken but is not there.');
  return resume(ports, placed, request);
}

/**
 * Adds the order once the attempt that it replaces can no longer be paid. Attempts form a chain: if
 * another tab has replaced the same attempt, this one replaces that tab's.
 */
async function add(
  ports: PlacingPorts,
  order: Order,
  replaces: OrderId | undefined,
  hold: Hold,
): Promise<
  { added: Order } | { full: FullDay[] } | 'taken' | Exclude<PlaceOrderResult, { ok: true }>
> {
  // A repeated request: the order replaced the other one when it was added.
  if (replaces && (await ports.orders.find(order.id))) return 'taken';
  for (let races = 0; races < MOST_RACES; races += 1) {
    const earlier = await lastAttempt(ports.orders, replaces, order.id);
    const obstacle = earlier && (await endAttempt(ports, earlier, order.placedAt));
    if (obstacle) return obstacle;
    const replaced = earlier && { id: earlier.id, exists: earlier.order !== undefined };
    const { result, order: added } = await addNumbered(ports.orders, order, replaced, hold);
    if (result === 'added') return { added };
    if (result === 'taken') return result;
    if (typeof result === 'object') {
      return 'full' in result
        ? result
        : {
            ok: false,
            reason: 'too-many-held',
            waitSeconds: secondsBetween(order.placedAt, result.held),
          };
    }
  }
  return UNAVAILABLE;
}

/** An attempt to be replaced: without an order if there is none with this id. */
interface Attempt {
  id: OrderId;
  order: Order | undefined;
}

/** The last attempt of the chain; undefined when there is none or it is this order. */
async function lastAttempt(
  orders: PlacingPorts['orders'],
  replaces: OrderId | undefined,
  id: OrderId,
): Promise<Attempt | undefined> {
  const seen = new Set<OrderId>([id]);
  let next: OrderId | null = replaces ?? null;
  let last: Attempt | undefined;
  while (next !== null && !seen.has(next)) {
    seen.add(next);
    last = { id: next, order: await orders.find(next) };
    next = last.order?.replacedBy ?? null;
  }
  // Nobody places another order instead of one that was agreed on the phone.
  const isReplaceable = !last?.order || !isAgreed(last.order.state);
  return next === null && isReplaceable ? last : undefined;
}

/** @returns what keeps the attempt from being replaced. */
async function endAttempt(ports: PlacingPorts, { id, order }: Attempt, now: Instant) {
  try {
    const earlier = order ?? (await restoreAttempt(ports, id, now));
    if (!earlier) return undefined;
    if (earlier === 'unreadable') return UNAVAILABLE;
    const ended = await endCheckout(ports, earlier);
    if (isFunded(ended.state))
      return { ok: false, reason: 'earlier-order-paid', order: id } as const;
    if (ended.checkout?.status === 'processing') {
      return { ok: false, reason: 'earlier-order-processing', order: id } as const;
    }
    // Stripe may reject expiring a checkout while it processes the payment, even after `payBy`.
    const isOver = ended.state === 'expired' || ports.clock.now() > earlier.payBy;
    return isOver && !mayBePaid(ended) ? undefined : UNAVAILABLE;
  } catch (error) {
    return unavailable(ports, id, error);
  }
}

/**
 * Restores an attempt that is missing because an older backup was restored. Its checkout may be open or
 * paid, so it must be ended like any other.
 * @returns undefined when no checkout of it is open or completed.
 */
async function restoreAttempt(ports: PlacingPorts, id: OrderId, now: Instant) {
  const [opened] = await ports.payments.checkoutsOf(id, recoveredSince(now));
  if (!opened) return undefined;
  if (!opened.order) return 'unreadable';
  await restoreOrder(ports, opened.order, opened.checkoutId);
  return ports.orders.find(id);
}

/** Continues with an existing id: a reload, a retry, a double click or a guess. */
async function resume(
  ports: PlacingPorts,
  order: Order,
  request: OrderRequest,
): Promise<PlaceOrderResult> {
  if (!isSameOrder(order, request)) return { ok: false, reason: 'other-content' };
  if (order.state === 'expired' || isAgreed(order.state)) {
    return { ok: false, reason: 'expired' };
  }
  try {
    const { state, checkout } = await syncPaymentStatus(ports, order);
    if (state === 'expired') return { ok: false, reason: 'expired' };
    if (state !== 'placed') return { ok: false, reason: 'already-paid' };
    switch (checkout?.status) {
      case 'processing':
        return { ok: false, reason: 'payment-processing' };
      case 'open':
        return { ok: true, created: false, checkoutUrl: checkout.url };
      case 'gone':
        // Its checkout may still be open at another account, but not after `payBy`.
        return ports.clock.now() > order.payBy ? { ok: false, reason: 'expired' } : UNAVAILABLE;
      case 'mismatch':
        // Something was paid for it, so it is not offered again.
        return UNAVAILABLE;
    }
  } catch (error) {
    return unavailable(ports, order.id, error);
  }
  const latestOpening = plusSeconds(order.payBy, -SHORTEST_CHECKOUT_SECONDS);
  if (ports.clock.now() > latestOpening) return { ok: false, reason: 'expired' };
  return openCheckout(ports, order, false);
}

/**
 * Ends the checkout of an order whose allergens have changed: the browser's history or another tab may lead to it.
 * @returns what keeps the order from being placed again.
 */
async function endOutdated(
  ports: PlacingPorts,
  order: Order,
): Promise<Exclude<PlaceOrderResult, { ok: true }> | undefined> {
  try {
    const { state, checkout } = await endCheckout(ports, order);
    if (isFunded(state)) return { ok: false, reason: 'already-paid' };
    if (checkout?.status === 'processing') return { ok: false, reason: 'payment-processing' };
    return undefined;
  } catch (error) {
    return unavailable(ports, order.id, error);
  }
}

async function openCheckout(
  ports: PlacingPorts,
  order: Order,
  created: boolean,
): Promise<PlaceOrderResult> {
  try {
    const checkoutUrl = await openFresh(ports, order);
    // Another tab may have replaced this order meanwhile.
    return checkoutUrl ? { ok: true, created, checkoutUrl } : { ok: false, reason: 'expired' };
  } catch (error) {
    return unavailable(ports, order.id, error);
  }
}

/**
 * Opens a checkout of an order that has none.
 * @returns its URL; undefined when the order has changed meanwhile: then nobody can pay the checkout.
 * @throws {PaymentsUnavailable}
 */
export async function openFresh(
  ports: PaymentSyncPorts,
  order: Order,
): Promise<string | undefined> {
  const { checkoutId, url } = await openOrFind(ports, order);
  if (await ports.orders.attachCheckout(order.id, checkoutId)) return url;
  await ports.payments.expireCheckout({ ...order, checkoutId });
  return undefined;
}

/**
 * Opens the checkout, or finds the one from before an older backup was restored: the provider does not
 * open a second one.
 * @throws {PaymentsUnavailable}
 */
async function openOrFind(ports: PaymentSyncPorts, order: Order) {
  try {
    return await ports.payments.openCheckout(order);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || error.reason !== 'refused') throw error;
    const [opened] = await findCheckouts(ports, order);
    if (!opened) throw error;
    const { checkoutId } = opened;
    const checkout = await ports.payments.checkout({ ...order, checkoutId });
    if (checkout.status === 'open') return { checkoutId, url: checkout.url };
    // Completed: the next request finds out whether it is paid.
    await ports.orders.attachCheckout(order.id, checkoutId);
    throw error;
  }
}

function secondsBetween(from: Instant, to: Instant): number {
  return Math.ceil((Date.parse(to) - Date.parse(from)) / 1_000);
}

function isUnavailable(placed: PlaceOrderResult): boolean {
  return !placed.ok && placed.reason === 'payments-unavailable';
}

/**
 * Whether the order's price was replaced before its checkout was opened: such a checkout cannot open. An
 * order that had a checkout may have been paid and must not be offered again.
 */
function canOpenNoMore({ checkoutId }: Order, checked: ItemsCheck): boolean {
  return checkoutId === null && differsIn(checked, 'price');
}

function differsIn(checked: ItemsCheck, wanted: Difference['kind']): boolean {
  return (
    !checked.ok &&
    checked.reason === 'changed' &&
    checked.differences.some(({ kind }) => kind === wanted)
  );
}

function unavailable(ports: PlacingPorts, id: OrderId, error: unknown) {
  if (!(error instanceof PaymentsUnavailable)) throw error;
  const { reason, code } = error;
  ports.log.error(
    { orderId: id, reason, code },
    'Stripe did not serve an order that is being placed',
  );
  return UNAVAILABLE;
}
