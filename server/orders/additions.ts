import type { Kysely } from 'kysely';
import * as z from 'zod';
import { isFinished } from '#domain/book/collection.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { additionNamed } from '#domain/emails/email-kinds.ts';
import { parseJson } from '#domain/guard.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import {
  AddedLine,
  type Addition,
  amountAdded,
  hasItemsOf,
  type PendingAddition,
  payableAddition,
  withAddition,
} from '#domain/orders/addition.ts';
import { isBooked, type Order, type OrderId } from '#domain/orders/order.ts';
import { itemAt, withPositions } from '#domain/orders/positions.ts';
import type { Pence } from '#domain/pence.ts';
import type { Tables } from '#server/db/tables.ts';
import { planEmails } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import type { Checkout, PaymentObstacle } from '#server/stripe/checkout-sessions.ts';
import { logUnavailable } from '#server/stripe/errors.ts';
import { isReserved, keepDays, lockDays } from './days.ts';
import { logIncident, type NewIncident, raiseIncident, storeIncident } from './incidents.ts';
import { enter, isEntered } from './ledger.ts';
import { lockOrder } from './lock-order.ts';
import { readFulfilments } from './ready.ts';
import { itemRows, readOrder, UnreadableOrder, updateSearchTexts } from './rows.ts';
import { actorOf, eventsOf, recordEvent } from './trail.ts';

// What customers add to their orders (decision 057). Until it is paid it is a row of its own, so that the order is as it
// was if it is not. Transactions lock the days, then the order, then its addition.

/** An unknown checkout may belong to another account, which may be configured again within a day. */
export const UNKNOWN_FOR_SECONDS = 24 * 60 * 60;

/** @throws {UnreadableOrder} */
export async function readAddition(
  db: Kysely<Tables>,
  orderId: OrderId,
): Promise<PendingAddition | undefined> {
  const row = await db
    .selectFrom('additions')
    .select(['id', 'position', 'lines', 'pay_by', 'checkout_id', 'is_processing'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return undefined;
  const lines = z.array(AddedLine).min(1).safeParse(parseJson(row.lines));
  if (!lines.success) throw new UnreadableOrder(orderId, { cause: lines.error });
  return {
    id: row.id,
    position: row.position,
    lines: lines.data,
    payBy: row.pay_by,
    checkoutId: row.checkout_id,
    isProcessing: row.is_processing === 1,
  };
}

/**
 * Updates the addition of an order from the payment provider's status of its checkout: it becomes a part of the order, or
 * is taken off.
 * @returns its checkout, if it has one.
 * @throws {PaymentsUnavailable}
 */
export async function syncAddition(shop: Shop, order: Order): Promise<Checkout | undefined> {
  const addition = await readAddition(shop.db, order.id);
  if (!addition) return undefined;
  const { checkoutId } = addition;
  if (checkoutId === null) {
    // Nobody has the address of a checkout that is not stored.
    if (shop.clock.now() > addition.payBy) await takeOff(shop, order.id, addition);
    return undefined;
  }
  const payable = { ...payableAddition(order, addition), checkoutId };
  return applyToAddition(shop, order, addition, await shop.payments.checkout(payable));
}

/**
 * Ends the checkout of what the customer has begun to add to an order and takes it off, so that something else can be added,
 * or nothing.
 * @returns what keeps it from that, as `endPayment`; undefined if there is none, too.
 */
export async function endAddition(shop: Shop, order: Order): Promise<PaymentObstacle | undefined> {
  const addition = await readAddition(shop.db, order.id);
  if (!addition) return undefined;
  const { checkoutId } = addition;
  if (checkoutId === null && (await takeOff(shop, order.id, addition))) return undefined;
  // Another request may have stored its checkout meanwhile.
  const current = checkoutId === null ? await readAddition(shop.db, order.id) : addition;
  if (current?.id !== addition.id || current.checkoutId === null) return undefined;
  try {
    const payable = { ...payableAddition(order, current), checkoutId: current.checkoutId };
    const ended = await shop.payments.expireCheckout(payable);
    const { status } = await applyToAddition(shop, order, current, ended);
    if (status === 'expired' || status === 'failed') return undefined;
    return status === 'paid' || status === 'processing' ? status : 'unavailable';
  } catch (error) {
    logUnavailable(shop, order.id, error);
    return 'unavailable';
  }
}

async function applyToAddition(
  shop: Shop,
  order: Order,
  addition: PendingAddition,
  checkout: Checkout,
): Promise<Checkout> {
  const { db, clock, log } = shop;
  const about = { subject: addition.checkoutId ?? addition.id, orderId: order.id };
  const facts = { checkout: addition.checkoutId ?? '' };
  switch (checkout.status) {
    case 'paid':
      await fundAddition(shop, order.id, addition, checkout.charge);
      return checkout;
    case 'expired':
    case 'failed':
      await takeOff(shop, order.id, addition, checkout.status);
      return checkout;
    case 'processing':
      await db
        .updateTable('additions')
        .set({ is_processing: 1 })
        .where('order_id', '=', order.id)
        .where('id', '=', addition.id)
        .execute();
      return checkout;
    case 'mismatch':
      await raiseIncident(shop, {
        kind: 'payment-mismatch',
        ...about,
        facts: { ...facts, ...checkout.facts },
      });
      return checkout;
    case 'gone':
      log.warn({ orderId: order.id, ...facts }, 'the checkout of an addition is unknown');
      if (clock.now() > plusSeconds(addition.payBy, UNKNOWN_FOR_SECONDS)) {
        await takeOff(shop, order.id, addition);
      }
      return checkout;
    case 'open':
      return checkout;
  }
}

/**
 * If a bank has refused, the customer is notified.
 * @returns false, and writes nothing, when it has another checkout by now, was paid, or was taken off before.
 */
async function takeOff(
  { db }: Shop,
  orderId: OrderId,
  { id, checkoutId }: PendingAddition,
  status?: Checkout['status'],
): Promise<boolean> {
  const isTakenOff = await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('additions')
      .where('order_id', '=', orderId)
      .where('id', '=', id)
      .where('checkout_id', checkoutId === null ? 'is' : '=', checkoutId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    const actor = checkoutId === null ? 'shop' : 'stripe';
    await recordEvent(trx, [orderId], { kind: 'addition-ended', actor, facts: { addition: id } });
    if (status === 'failed') {
      await planEmails(trx, orderId, [{ kind: `not-added ${id}` }]);
    }
    return true;
  });
  step('additions.takeOff end', orderId);
  return isTakenOff;
}

/**
 * Makes a paid addition a part of its order, also of one that was cancelled meanwhile and one that was taken off here only:
 * the money has come. Of concurrent signals the first does; the others change nothing.
 */
export async function fundAddition(
  shop: Shop,
  orderId: OrderId,
  addition: Addition,
  charge: LedgerEntry,
): Promise<void> {
  const { db, clock, log } = shop;
  const now = clock.now();
  step('additions.fund start', orderId);
  const funded = await db.transaction().execute(async (trx) => {
    const locked = await lockDays(trx, now);
    const found = await lockOrder(trx, orderId).select('id').executeTakeFirst();
    if (!found || (await isEntered(trx, orderId, charge.id))) return undefined;
    const order = await readOrder(trx, orderId);
    if (!order) return undefined;
    const reserved = await trx
      .selectFrom('additions')
      .select('id')
      .where('order_id', '=', orderId)
      .where('id', '=', addition.id)
      .where(isReserved(now))
      .executeTakeFirst();
    await trx
      .deleteFrom('additions')
      .where('order_id', '=', orderId)
      .where('id', '=', addition.id)
      .execute();
    await addLines(trx, order, addition, { by: undefined, paid: charge.amount });
    // Of the order as it is with them: a charge has the VAT of what it pays.
    await enter(trx, orderId, [charge]);
    await keepDays(trx, orderId, { locked, isKept: reserved !== undefined });
    if (!(await isTooLate(trx, order, addition, now))) return {};
    const { id: checkout } = charge;
    const incident: NewIncident = {
      kind: 'late-payment',
      subject: checkout,
      orderId,
      facts: { checkout },
    };
    await storeIncident(trx, incident);
    return { incident };
  });
  step('additions.fund end', orderId);
  if (funded?.incident) logIncident(log, funded.incident);
  if (funded) log.info({ orderId, addition: addition.id }, 'addition paid');
}

/**
 * Whether the day has come, the order is cancelled, or what it comes with is ready or gone, or was taken off: the owner has
 * to look.
 */
async function isTooLate(
  trx: Kysely<Tables>,
  order: Order,
  { position, lines }: Addition,
  now: Instant,
): Promise<boolean> {
  const day = itemAt(order.items, position)?.day;
  if (!hasItemsOf(order.items, lines)) return true;
  if (day === undefined || !isBooked(order) || day <= londonDay(now)) return true;
  return isFinished((await readFulfilments(trx, order.id)).get(day));
}

/** What has become of an addition with this id, by the trail. */
export async function outcomeOf(
  db: Kysely<Tables>,
  orderId: OrderId,
  id: string,
): Promise<'added' | 'ended' | undefined> {
  const events = await eventsOf(db, orderId, ['added', 'addition-ended']);
  const last = events.findLast(({ facts }) => facts.addition === id);
  return last && (last.kind === 'added' ? 'added' : 'ended');
}

/** That of no item that the order has or had. */
function nextPosition({ items, takenOff = [] }: Order): number {
  const positions = [...withPositions(items), ...takenOff].map(({ position }) => position);
  return 1 + Math.max(-1, ...positions);
}

/**
 * Makes lines a part of an order, whatever its state, and notifies the customer; of a customer's addition also the cafe. Call
 * it in a transaction that has locked the days and the order, and with the order as it is then.
 * @param by the person's id; undefined: the customer, who has paid for it.
 */
export async function addLines(
  trx: Kysely<Tables>,
  order: Order,
  addition: Addition,
  { by, paid = 0 }: { by: string | undefined; paid?: Pence },
): Promise<void> {
  const { id: orderId, items: before } = order;
  const next = nextPosition(order);
  const items = withAddition(before, addition).map((item, place) =>
    place < before.length ? item : { ...item, position: next + place - before.length },
  );
  const amount = amountAdded(addition.lines);
  const rows = itemRows({ ...order, items });
  const changed = rows.filter(
    (_, place) => place < before.length && items[place] !== before[place],
  );
  const optionsOf = changed.map(({ position }) => position);
  for (const { position, options, price, units, allergens, may_contain } of changed) {
    await trx
      .updateTable('order_items')
      .set({ options, price, units, allergens, may_contain })
      .where('order_id', '=', orderId)
      .where('position', '=', position)
      .execute();
  }
  const added = rows.slice(before.length);
  const positions = added.map(({ position }) => position);
  // PostgreSQL rejects an empty list.
  if (added.length > 0) await trx.insertInto('order_items').values(added).execute();
  await trx
    .updateTable('orders')
    .set(({ eb }) => ({ total: eb('total', '+', amount), paid: eb('paid', '+', paid) }))
    .where('id', '=', orderId)
    .execute();
  await updateSearchTexts(trx, orderId);
  const number = 1 + (await eventsOf(trx, orderId, ['added'])).length;
  const facts = { addition: addition.id, amount, positions, optionsOf };
  await recordEvent(trx, [orderId], { kind: 'added', ...actorOf(by), facts });
  const named = `${number} ${additionNamed(positions, optionsOf)}`;
  await planEmails(trx, orderId, [
    ...(by === undefined ? [{ kind: `customer-added ${named}` } as const] : []),
    { kind: `added ${named}`, isUndoable: by !== undefined },
  ]);
}
