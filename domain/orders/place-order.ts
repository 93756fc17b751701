import { londonDay } from '#domain/calendar/days.ts';
import { plusSeconds } from '#domain/clock.ts';
import { sumPence } from '#domain/money.ts';
import { PaymentsUnavailable, type Ports } from '#domain/ports.ts';
import { type CheckedItems, checkItems, type Difference } from './check-items.ts';
import type { Order, OrderId } from './order.ts';
import { isSameOrder, type OrderRequest } from './order-request.ts';
import { settle } from './settle.ts';

export type Placed =
  | { ok: true; created: boolean; checkoutUrl: string }
  | { ok: false; reason: 'changed'; differences: Difference[] }
  /** The order that this one replaces has been paid, or its payment is under way. */
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

/**
 * How long the card checkout takes money. Short, because the lead time is counted from the day the
 * order was placed; the provider allows no less than 30 minutes and counts from its own clock.
 */
const CHECKOUT_SECONDS = 60 * 60;
const SHORTEST_CHECKOUT_SECONDS = 31 * 60;

/** Saves an order as unpaid and opens its checkout. Safe to repeat: the id is the attempt. */
export async function placeOrder(
  ports: Ports,
  id: OrderId,
  request: OrderRequest,
): Promise<Placed> {
  const placedAt = ports.clock.now();
  const [cakes, rules] = await Promise.all([
    ports.catalogue.byIds(request.items.map(({ cakeId }) => cakeId)),
    ports.calendar.rules(),
  ]);
  const checked = checkItems(request.items, cakes, londonDay(placedAt), rules);
  if (!checked.ok) {
    // An order that stands is not asked again whether it may: what was bought is a copy.
    const placed = await ports.orders.find(id);
    if (!placed) return checked;
    const resumed = await resume(ports, placed, request);
    return isUnavailable(resumed) && canOpenNoMore(placed, checked) ? checked : resumed;
  }

  const { name, email, phone } = request;
  const order: Order = {
    id,
    state: 'placed',
    customer: { name, email, phone },
    items: checked.items,
    total: sumPence(checked.items.map(({ price }) => price)),
    placedAt,
    payBy: plusSeconds(placedAt, CHECKOUT_SECONDS),
    checkoutId: null,
  };
  if (await ports.orders.add(order)) return openCheckout(ports, order, true);

  // Placed before, or a double click that was quicker: go on from what stands.
  const placed = await ports.orders.find(id);
  if (!placed) throw new Error('An order id was taken but is not there.');
  return resume(ports, placed, request);
}

/** The same id again: a reload, a retry, a second click, or somebody who should not. */
async function resume(ports: Ports, order: Order, request: OrderRequest): Promise<Placed> {
  if (!isSameOrder(order, request)) return { ok: false, reason: 'other-content' };
  try {
    const { state, checkout } = await settle(ports, order);
    if (state === 'expired') return { ok: false, reason: 'expired' };
    if (state !== 'placed' || checkout?.status === 'processing') {
      return { ok: false, reason: 'already-paid' };
    }
    if (checkout?.status === 'open') return { ok: true, created: false, checkoutUrl: checkout.url };
  } catch (error) {
    return unavailable(ports, order, error);
  }
  const latestOpening = plusSeconds(order.payBy, -SHORTEST_CHECKOUT_SECONDS);
  if (ports.clock.now() > latestOpening) return { ok: false, reason: 'expired' };
  return openCheckout(ports, order, false);
}

async function openCheckout(ports: Ports, order: Order, created: boolean): Promise<Placed> {
  try {
    const { checkoutId, url } = await ports.payments.openCheckout(order);
    await ports.orders.attachCheckout(order.id, checkoutId);
    return { ok: true, created, checkoutUrl: url };
  } catch (error) {
    return unavailable(ports, order, error);
  }
}

function isUnavailable(placed: Placed): boolean {
  return !placed.ok && placed.reason === 'payments-unavailable';
}

/**
 * A checkout opens with no price that has been replaced. An order that has had one already may have
 * been paid: it is never offered again as another.
 */
function canOpenNoMore({ checkoutId }: Order, checked: CheckedItems): boolean {
  const isPriceReplaced =
    !checked.ok &&
    checked.reason === 'changed' &&
    checked.differences.some(({ kind }) => kind === 'price');
  return isPriceReplaced && checkoutId === null;
}

function unavailable(ports: Ports, order: Order, error: unknown): Placed {
  if (!(error instanceof PaymentsUnavailable)) throw error;
  ports.log.error({ orderId: order.id, reason: error.message }, 'the card checkout did not open');
  return { ok: false, reason: 'payments-unavailable' };
}
