import { MAX_ITEMS } from '#domain/basket/basket.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { unitsByDay } from '#domain/capacity/capacity.ts';
import type { Difference } from '#domain/orders/difference.ts';
import { isBooked, isUnpaidPhoneOrder, type Order, type OrderId } from '#domain/orders/order.ts';
import type { PhoneItem } from '#domain/orders/phone-item.ts';
import { withPositions } from '#domain/orders/positions.ts';
import type { Shop } from '#server/shop.ts';
import type { PaymentObstacle } from '#server/stripe/checkout-sessions.ts';
import { addLines, outcomeOf } from './additions.ts';
import { endPayment } from './checkout.ts';
import { findFull, lockDays, recordOverbooked } from './days.ts';
import { applyTransition, lockUncancelledOrder } from './lock-order.ts';
import { checkOrderable, rejectFull } from './place.ts';
import { repeatRaced } from './races.ts';
import { readFulfilments } from './ready.ts';
import { readOrder } from './rows.ts';
import { hasMoneyRested, takeOffItems } from './take-off.ts';
import { eventsOf } from './trail.ts';

interface StaffAddition {
  /** Of the form, so that sending it twice adds it once. */
  id: OrderId;
  orderId: OrderId;
  /** One of the order's. */
  day: Day;
  /** For the day; their collection time is that of the order. */
  items: PhoneItem[];
  /** The person's id. */
  by: string;
}

/** `gone`: nothing of the order is collected on that day. `ticked-off`: what is has been ticked off. */
export type StaffAdded =
  | { ok: true; isChanged: boolean }
  | { ok: false; reason: 'unknown' | 'gone' | 'ticked-off' | 'too-many' | 'prices-not-synced' }
  | { ok: false; reason: PaymentObstacle }
  | { ok: false; reason: 'changed'; differences: Difference[] };

/**
 * Adds items to an order at once, at the prices that staff have agreed. What it comes to is to pay, by the order's pay link
 * or at the counter. The customer gets an e-mail with the link, once it can no longer be taken back. Idempotent for an id.
 * @param evenIfClosed the person has seen why customers cannot choose the day, and what is booked for it.
 */
export async function addByStaff(
  shop: Shop,
  addition: StaffAddition,
  evenIfClosed: boolean,
): Promise<StaffAdded> {
  const { id, orderId, items, day } = addition;
  const added = await repeatRaced(async (): Promise<StaffAdded | undefined> => {
    const order = await readOrder(shop.db, orderId);
    if (!order || !isBooked(order)) return { ok: false, reason: 'unknown' };
    if (await outcomeOf(shop.db, orderId, id)) return { ok: true, isChanged: false };
    if (!order.items.some((item) => item.day === day)) return { ok: false, reason: 'gone' };
    if (order.items.length + items.length > MAX_ITEMS) return { ok: false, reason: 'too-many' };
    const checked = await checkOrderable(
      shop,
      items.map((item) => ({ ...item, day })),
      { evenIfClosed, withOrder: true },
    );
    if (!checked.ok) return checked;
    // What a checkout charges is what was to pay before.
    const obstacle = isUnpaidPhoneOrder(order.state) ? await endPayment(shop, order) : undefined;
    if (obstacle && obstacle !== 'paid') return { ok: false, reason: obstacle };
    if (obstacle) return undefined;
    const result = await write(shop, order, addition, { items: checked.items, evenIfClosed });
    if (result === undefined) return undefined;
    if (typeof result === 'object') return rejectFull(shop, checked.items, result, checked);
    if (result !== 'added') return { ok: false, reason: result };
    shop.log.info({ orderId, items: items.length }, 'items added to an order');
    return { ok: true, isChanged: true };
  });
  return added ?? { ok: false, reason: 'unavailable' };
}

/** @returns undefined when the order has changed meanwhile. */
function write(
  { db, clock }: Shop,
  { id: orderId, paid }: Order,
  { id, day, by }: StaffAddition,
  { items, evenIfClosed }: { items: Order['items']; evenIfClosed: boolean },
) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const locked = await lockDays(trx, now);
    if (!(await lockUncancelledOrder(trx, orderId))) return 'unknown';
    const order = await readOrder(trx, orderId);
    const anchor = order && withPositions(order.items).find((item) => item.day === day);
    if (!anchor || (await outcomeOf(trx, orderId, id))) return undefined;
    const fulfilment = (await readFulfilments(trx, orderId)).get(day) ?? 'to-make';
    if (fulfilment !== 'to-make') return 'ticked-off';
    const full = evenIfClosed ? undefined : await findFull(trx, locked, unitsByDay(items));
    if (full) return full;
    // One that may be paid just now has another amount.
    const [changed] = await applyTransition(trx, orderId, 'add', { payment: 'none' })
      .set({ checkout_id: null })
      .where('paid', '=', paid)
      .execute();
    if (!changed) return undefined;
    const lines = items.map((item) => ({ item }));
    const added = { id, position: anchor.position, lines };
    await addLines(trx, order, added, { by });
    await recordOverbooked(trx, locked, orderId, items, evenIfClosed ? by : undefined);
    return 'added' as const;
  });
}

type AddedEvent = Pick<Extract<OrderEvent, { kind: 'added' }>, 'facts'>;

/**
 * Takes off what staff have added, unless something was paid, added or taken off since. The customer is notified only if they
 * know of it. Idempotent.
 * @param event of the addition.
 */
export async function undoAddition(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { orderId, event, by }: { orderId: OrderId; event: AddedEvent; by: string },
): Promise<'changed' | 'unchanged' | 'unknown'> {
  const { addition: id, positions } = event.facts;
  return db.transaction().execute(async (trx) => {
    if (!(await lockUncancelledOrder(trx, orderId))) return 'unknown';
    const events = await eventsOf(trx, orderId);
    const at = events.findLastIndex(({ kind, facts }) => kind === 'added' && facts.addition === id);
    const since = events.slice(at + 1);
    if (since.some(({ kind, facts }) => kind === 'taken-off' && facts.taking === id)) {
      return 'unchanged';
    }
    if (!hasMoneyRested(events, at)) return 'unknown';
    const taking = { id, orderId, positions, by, undoes: 'addition' } as const;
    const result = await takeOffItems(trx, taking, clock.now());
    return result === 'taken-off' ? 'changed' : 'unknown';
  });
}
