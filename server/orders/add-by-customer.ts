import { plusSeconds } from '#domain/clock.ts';
import {
  type Addition,
  amountAdded,
  hasItemsOf,
  type PendingAddition,
  payableAddition,
  unitsAdded,
} from '#domain/orders/addition.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import { itemAt } from '#domain/orders/positions.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import { logUnavailable } from '#server/stripe/errors.ts';
import { addLines, endAddition, outcomeOf, readAddition, syncAddition } from './additions.ts';
import {
  type AdditionRequest,
  CHANGED_SINCE,
  checkAdditionTo,
  invalid,
  type Rejected,
  UNAVAILABLE,
} from './check-addition.ts';
import { CHECKOUT_SECONDS, canOpen } from './checkout.ts';
import { changedAllergens } from './current-allergens.ts';
import { openLink } from './customer-link.ts';
import { findFull, lockDays } from './days.ts';
import { lockUncancelledOrder } from './lock-order.ts';
import { repeatRaced } from './races.ts';
import { readOrder } from './rows.ts';
import { recordEvent } from './trail.ts';

/** `checkoutUrl` is missing if there is nothing to pay any more: it is a part of the order. */
export type AdditionResult = { ok: true; checkoutUrl?: string } | Rejected;

const FULL = 'That day is fully booked: there is no room for it.';
const PROCESSING = invalid(
  'Your bank is still paying what you added before. Please add this once that is done.',
);
const ENDED = invalid('The time to pay for it is over, so it was not added. Please add it again.');

/**
 * Adds something to an order by its customer's link, by the rules by which it could be ordered. It is a part of the order
 * when it is paid; until then its units are held. An order has one such addition at a time: another one ends its checkout.
 * Idempotent for an id.
 */
export async function addByCustomer(
  shop: Shop,
  token: string,
  request: AdditionRequest,
): Promise<AdditionResult> {
  const result = await repeatRaced(async (): Promise<AdditionResult | undefined> => {
    const link = await openLink(shop, token);
    if (!link || link === 'over') return { ok: false, reason: 'unknown' };
    const { order } = link;
    const known = await outcomeOf(shop.db, order.id, request.id);
    if (known === 'added') return { ok: true };
    if (known === 'ended') return ENDED;
    const pending = await readAddition(shop.db, order.id);
    if (pending?.id === request.id) return resume(shop, order, pending);
    const checked = await checkAdditionTo(shop, link, request);
    if (!checked.ok) return checked;
    const obstacle = pending && (await endEarlier(shop, order));
    if (obstacle) return obstacle;
    const begun = await begin(shop, order, checked.addition);
    if (begun === 'added') return { ok: true };
    if (begun === 'full') return invalid(FULL);
    return begun && open(shop, order, begun);
  });
  return result ?? UNAVAILABLE;
}

/** Opens the card page of what the customer has begun to add. */
export async function payForAddition(shop: Shop, token: string): Promise<AdditionResult> {
  const link = await openLink(shop, token);
  if (!link || link === 'over') return { ok: false, reason: 'unknown' };
  const pending = await readAddition(shop.db, link.order.id);
  return pending ? resume(shop, link.order, pending) : ENDED;
}

/** Takes off what the customer has begun to add, and not paid. Idempotent. */
export async function dropAddition(shop: Shop, token: string): Promise<AdditionResult> {
  const link = await openLink(shop, token);
  if (!link || link === 'over') return { ok: false, reason: 'unknown' };
  return (await endEarlier(shop, link.order)) ?? { ok: true };
}

/** @returns what keeps it from being taken off; money that has come does not. */
async function endEarlier(shop: Shop, order: Order): Promise<Rejected | undefined> {
  const obstacle = await endAddition(shop, order);
  if (!obstacle || obstacle === 'paid') return undefined;
  return obstacle === 'processing' ? PROCESSING : UNAVAILABLE;
}

/** @returns undefined when the order, or what is added to it, has changed meanwhile. */
async function begin(
  shop: Shop,
  { id: orderId, items }: Order,
  addition: Addition,
): Promise<PendingAddition | 'added' | 'full' | undefined> {
  const { db, clock } = shop;
  const now = clock.now();
  const { id, position, lines } = addition;
  const payBy = plusSeconds(now, CHECKOUT_SECONDS);
  const amount = amountAdded(lines);
  const units = unitsAdded(lines);
  return db.transaction().execute(async (trx) => {
    const locked = await lockDays(trx, now);
    if (!(await lockUncancelledOrder(trx, orderId))) return undefined;
    const order = await readOrder(trx, orderId);
    const day = itemAt(items, position)?.day;
    if (!order || day === undefined || itemAt(order.items, position)?.day !== day) return undefined;
    if (!hasItemsOf(order.items, lines)) return undefined;
    if ((await readAddition(trx, orderId)) || (await outcomeOf(trx, orderId, id))) return undefined;
    if (await findFull(trx, locked, new Map(units > 0 ? [[day, units]] : []))) return 'full';
    if (amount === 0) {
      await addLines(trx, order, addition, { by: undefined });
      return 'added';
    }
    const row = { order_id: orderId, id, position, lines: JSON.stringify(lines), units };
    await trx
      .insertInto('additions')
      .values({ ...row, pay_by: payBy })
      .execute();
    const facts = { addition: id, amount };
    await recordEvent(trx, [orderId], { kind: 'addition-begun', actor: 'customer', facts });
    return { ...addition, payBy, checkoutId: null, isProcessing: false };
  });
}

/** Continues with an addition that was begun: a reload, a retry or a double click. */
async function resume(shop: Shop, order: Order, pending: PendingAddition): Promise<AdditionResult> {
  try {
    const changed = await changedAllergens(shop, payableAddition(order, pending).items);
    if (changed.length > 0) {
      return (await endEarlier(shop, order)) ?? invalid(CHANGED_SINCE);
    }
    if (pending.checkoutId === null) {
      if (canOpen(shop, pending)) return await open(shop, order, pending);
      return (await endEarlier(shop, order)) ?? ENDED;
    }
    const checkout = await syncAddition(shop, order);
    switch (checkout?.status) {
      case 'open':
        return { ok: true, checkoutUrl: checkout.url };
      case 'paid':
        return { ok: true };
      case 'processing':
        return PROCESSING;
      case 'expired':
      case 'failed':
      case undefined:
        return ENDED;
      default:
        return UNAVAILABLE;
    }
  } catch (error) {
    logUnavailable(shop, order.id, error);
    return UNAVAILABLE;
  }
}

async function open(shop: Shop, order: Order, pending: PendingAddition): Promise<AdditionResult> {
  try {
    const payable = payableAddition(order, pending);
    const { checkoutId, url } = await shop.payments.openCheckout(payable);
    if (await attach(shop, order.id, pending.id, checkoutId)) return { ok: true, checkoutUrl: url };
    // Another request has taken it off: nobody may pay it.
    await shop.payments.expireCheckout({ ...payable, checkoutId });
    return ENDED;
  } catch (error) {
    logUnavailable(shop, order.id, error);
    return UNAVAILABLE;
  }
}

/** Stores the checkout that was opened; never replaces another. */
async function attach(
  { db }: Shop,
  orderId: OrderId,
  id: string,
  checkoutId: string,
): Promise<boolean> {
  step('additions.attach start', orderId);
  const { numUpdatedRows } = await db
    .updateTable('additions')
    .set({ checkout_id: checkoutId })
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('checkout_id', 'is', null), eb('checkout_id', '=', checkoutId)]))
    .executeTakeFirstOrThrow();
  step('additions.attach end', orderId);
  return numUpdatedRows === 1n;
}
