import type { Kysely } from 'kysely';
import { firstEvent, type NewEvent } from '#domain/book/trail.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { type FullDay, type Hold, MOST_HELD, pointsByDay } from '#domain/capacity/capacity.ts';
import { fullDifferences } from '#domain/capacity/full-days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import {
  checkItems,
  type Difference,
  type ItemsCheck,
  type OrderableNow,
} from '#domain/orders/check-items.ts';
import { newOrder, orderNumber } from '#domain/orders/new-order.ts';
import { isAgreed, type Order, type OrderId, type OrderItem } from '#domain/orders/order.ts';
import {
  isSameOrder,
  type OrderRequest,
  type RequestedItem,
} from '#domain/orders/order-request.ts';
import { calendarRules } from '#server/content/calendar.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PlannedEmail } from '#server/emails/kinds.ts';
import { planEmails } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import { dayLoads, lockRoom, recordOverbooked } from './days.ts';
import {
  CHECKOUT_SECONDS,
  canOpen,
  endPayment,
  logUnavailable,
  openCheckout,
  syncPaymentStatus,
} from './pay.ts';
import { itemRows, orderRow, readOrder } from './rows.ts';
import { changeOrders, recordEvent } from './trail.ts';

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

const DAYS_BACK = 14;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Stores an order as unpaid and opens its checkout. Safe to repeat: the id identifies the attempt. Of the
 * attempts of one browser only the last can be paid, because the checkout of the previous one is expired
 * first.
 * @param caller for the limit of unpaid orders, if the shop has limits.
 */
export async function placeOrder(
  shop: Shop,
  id: OrderId,
  { name, email, phone, items, replaces }: OrderRequest,
  caller?: string,
): Promise<PlaceOrderResult> {
  const request = { name, email, phone, items };
  const placed = await readOrder(shop.db, id);
  if (placed) return placeAgain(shop, placed, request);
  const checked = await checkOffer(shop, items);
  if (!checked.ok) return checked;
  const { now } = checked;
  const order = newOrder({
    id,
    state: 'placed',
    customer: { name, email, phone },
    items: checked.items,
    placedAt: now,
    payBy: plusSeconds(now, CHECKOUT_SECONDS),
  });
  const { mostHeld = MOST_HELD } = shop;
  const hold = {
    now,
    caller: caller === undefined ? undefined : { key: caller, ...mostHeld },
  };
  const result = await replaceAttempt(shop, order, replaces, hold);
  if (result === 'taken') {
    // Added by a quicker double click: continue with the stored order.
    const quicker = await readOrder(shop.db, id);
    if (!quicker) throw new Error('An order id was taken but is not there.');
    return resume(shop, quicker, request);
  }
  if ('added' in result) return open(shop, result.added, true);
  if ('full' in result) return rejectFull(shop, checked.items, result.full, checked.offer);
  if ('held' in result) {
    const waitMs = Date.parse(result.held) - Date.parse(now);
    return { ok: false, reason: 'too-many-held', waitSeconds: Math.ceil(waitMs / 1_000) };
  }
  return result;
}

/** Checks what is asked for by the catalogue and the calendar as they are now. */
export async function checkOffer(
  { content, clock }: Shop,
  requested: RequestedItem[],
  evenIfClosed = false,
): Promise<
  | { ok: true; items: OrderItem[]; now: Instant; offer: OrderableNow }
  | Exclude<ItemsCheck, { ok: true }>
> {
  const now = clock.now();
  const [{ catalogue }, rules] = await Promise.all([content(), calendarRules({ content })]);
  const cakes = catalogue.byIds(requested.map(({ cakeId }) => cakeId));
  const offer = { cakes, points: catalogue.sizePoints, rules, today: londonDay(now) };
  const checked = checkItems(requested, offer, evenIfClosed);
  return checked.ok ? { ...checked, now, offer } : checked;
}

/** Rejects an order for days that are full, with the days that have room. */
export async function rejectFull(
  shop: Shop,
  items: OrderItem[],
  full: FullDay[],
  offer: OrderableNow,
) {
  const { today, rules } = offer;
  const loads = await dayLoads(shop, today, addDays(today, rules.daysAhead));
  const differences = fullDifferences(items, full, { ...offer, loads });
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
  hold: Hold,
): Promise<Exclude<AddResult, 'replaced'> | Rejection> {
  for (let races = 0; races < MOST_RACES; races += 1) {
    const earlier = await lastAttempt(shop, replaces, order.id);
    const obstacle = earlier && (await endAttempt(shop, earlier));
    if (obstacle) return obstacle;
    const result = await addOrder(shop, order, {
      replaces: earlier && { id: earlier.id, exists: earlier.order !== undefined },
      hold,
    });
    if (result !== 'replaced') return result;
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
  // Nobody places another order instead of one that was agreed on the phone.
  const isReplaceable = !last?.order || !isAgreed(last.order.state);
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

/** From when on missing orders, refunds and disputes are looked for at the payment provider. */
export function recoveredSince({ clock }: Shop): Instant {
  return plusSeconds(clock.now(), -DAYS_BACK * DAY_SECONDS);
}

/** Adds a missing order from its checkout's metadata. */
export async function restoreOrder(shop: Shop, order: Order, checkoutId: string): Promise<void> {
  const result = await addOrder(shop, { ...order, checkoutId });
  if (typeof result === 'object' && 'added' in result)
    shop.log.warn({ orderId: order.id, checkoutId }, 'order restored from its checkout');
}

/** Continues with an order that was placed before, unless the visitor has to see what has changed since. */
async function placeAgain(
  shop: Shop,
  placed: Order,
  request: OrderRequest,
): Promise<PlaceOrderResult> {
  const checked = await checkOffer(shop, request.items);
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
  const canOpenNoMore = placed.checkoutId === null && differsIn(checked, 'price');
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
  if (order.state === 'expired' || isAgreed(order.state)) {
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

interface Addition {
  /**
   * The order that this one replaces. Unless it exists, an expired order without items takes its id, so that a delayed
   * request cannot place the one that nobody has ended.
   */
  replaces?: { id: OrderId; exists: boolean } | undefined;
  /** Rejects the order if its days are full. */
  hold?: Hold | undefined;
  /** On the phone, by this person. */
  agreed?: { by: string; emails: PlannedEmail[] } | undefined;
}

/**
 * `taken`: the id exists. `replaced`: the other order has been replaced already, or has been added meanwhile. `full`
 * has the days without room; `held` tells when the first hold of the caller lapses, or now if it has none.
 */
export type AddResult =
  | { added: Order }
  | 'taken'
  | 'replaced'
  | { full: FullDay[] }
  | { held: Instant };

/**
 * Adds an order with its items, under another number if its number is taken, and marks the one that it
 * replaces in the same transaction: of several attempts to replace an order only one succeeds. All or nothing.
 */
export async function addOrder(
  { db }: Pick<Shop, 'db'>,
  order: Order,
  { replaces, hold, agreed }: Addition = {},
): Promise<AddResult> {
  const result = await db.transaction().execute(async (trx): Promise<AddResult> => {
    const room = hold && (await lockRoom(trx, order.items, hold));
    // A repeated request has its room already.
    if (room && !('locked' in room)) return (await isTaken(trx, order.id)) ? 'taken' : room;
    // First of the orders, so that attempts that replace the same order wait for one another here.
    if (replaces && !(await replace(trx, replaces, order))) return 'replaced';
    const added = await insertNumbered(trx, order, hold?.caller?.key);
    if (!added) return 'taken';
    await trx.insertInto('order_items').values(itemRows(order)).execute();
    const event: NewEvent = agreed
      ? { kind: 'agreed', actor: 'staff', personId: agreed.by, facts: { total: order.total } }
      : firstEvent(order, replaces?.id);
    await recordEvent(trx, [order.id], event);
    if (room && hold.evenIfFull) {
      const days = pointsByDay(order.items).keys();
      await recordOverbooked(trx, room.locked, order.id, days, hold.evenIfFull.by);
    }
    if (agreed) await planEmails(trx, order.id, agreed.emails);
    return { added };
  });
  step('orders.add end', order.id, ...(replaces ? [replaces.id] : []));
  return result;
}

/** Inserts the order without its items. @returns undefined when an order has this id. */
async function insertNumbered(
  trx: Kysely<Tables>,
  order: Order,
  caller: string | null = null,
): Promise<Order | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const number = attempt === 0 ? order.number : orderNumber(order.id, attempt);
    const numbered = { ...order, number };
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('orders')
      .values({ ...orderRow(numbered), caller })
      .onConflict((taken) => taken.doNothing())
      .executeTakeFirstOrThrow();
    if (added === 1n) return numbered;
    if (await isTaken(trx, order.id)) return undefined;
  }
}

async function isTaken(trx: Kysely<Tables>, id: OrderId): Promise<boolean> {
  const query = trx.selectFrom('orders').select('id').where('id', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}

/** @returns false, and writes nothing, when a third order has replaced it, or it has been added meanwhile. */
async function replace(
  trx: Kysely<Tables>,
  { id, exists }: { id: OrderId; exists: boolean },
  by: Order,
): Promise<boolean> {
  if (!exists) {
    const customer = { name: '', email: '', phone: '' };
    const at = by.placedAt;
    const empty = newOrder({ id, state: 'expired', customer, items: [], placedAt: at, payBy: at });
    if (!(await insertNumbered(trx, empty))) return false;
  }
  const [changed] = await changeOrders(
    trx,
    (query) =>
      query
        .updateTable('orders')
        .set({ replaced_by: by.id })
        .where('id', '=', id)
        .where('replaced_by', 'is', null)
        .returning('id'),
    { kind: 'replaced', actor: 'customer', facts: { by: by.id } },
  );
  if (changed !== undefined) return true;
  const known = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('replaced_by', '=', by.id)
    .executeTakeFirst();
  return known !== undefined;
}
