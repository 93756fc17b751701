import type { Kysely } from 'kysely';
import type { OrderEvent } from '#domain/book/trail.ts';
import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { additionNamed, takenOffKind } from '#domain/emails/email-kinds.ts';
import { sumPence } from '#domain/money.ts';
import {
  canTransition,
  collectionDays,
  isBooked,
  leftToPay,
  type Order,
  type OrderId,
  paidOfTotal,
  type TakenItem,
  toGiveBack,
  transitions,
} from '#domain/orders/order.ts';
import { withPositions } from '#domain/orders/positions.ts';
import type { Tables } from '#server/db/tables.ts';
import { deleteUntried, isQueued, planEmails } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import type { PaymentObstacle } from '#server/stripe/checkout-sessions.ts';
import { readAddition } from './additions.ts';
import { endOpenPayments } from './cancel.ts';
import { keepDays, lockDays } from './days.ts';
import { storeIncident } from './incidents.ts';
import { PAYMENT_EVENTS } from './ledger.ts';
import { lockOrder, lockUncancelledOrder } from './lock-order.ts';
import { readFulfilments } from './ready.ts';
import { itemRows, readOrder, updateSearchTexts } from './rows.ts';
import { actorOf, eventsOf, eventsSince, recordEvent } from './trail.ts';

// An item that is taken off leaves the rows of the order's items, so that nothing that reads or counts them has to know of
// it. The order keeps a copy, for the trail, the customer's e-mail and Undo.

interface TakingOff {
  /** Of the form, so that sending it twice takes it off once. */
  id: OrderId;
  orderId: OrderId;
  /** Of the items, in the order. */
  positions: number[];
  /** Of the order as the screen showed it. */
  version: number;
  /** The person's id. */
  by: string;
}

/**
 * `unknown`: the order is not in the book, or has no personal data any more. `changed`: its items have changed since the
 * screen was shown. `last`: they are all that it has. `ticked-off`, `past`: their day is ticked off, or over.
 */
export type TakeOffRejection =
  | 'unknown'
  | 'changed'
  | 'last'
  | 'ticked-off'
  | 'past'
  | PaymentObstacle;

/**
 * Takes items off an order in the book: its total falls, their days are free, and the customer gets an e-mail unless it is
 * taken back in time. No money moves: what the terms promise of what was paid for them is an incident until it has gone
 * back. Idempotent for an id.
 */
export async function takeOff(
  shop: Shop,
  taking: TakingOff,
): Promise<'taken-off' | 'unchanged' | TakeOffRejection> {
  const { orderId } = taking;
  const order = await readOrder(shop.db, orderId);
  if (!order || !isBooked(order)) return 'unknown';
  const known = await knownTaking(shop.db, taking);
  if (known) return known;
  // What a checkout charges is what was to pay before.
  const obstacle = await endOpenPayments(shop, order);
  if (obstacle) return obstacle;
  const result = await shop.db.transaction().execute(async (trx) => {
    const taken = await takeOffItems(trx, taking, shop.clock.now());
    if (taken === 'taken-off') await askToGiveBack(trx, orderId);
    return taken;
  });
  step('orders.takeOff end', orderId);
  if (result === 'taken-off') {
    shop.log.info({ orderId, items: taking.positions.length }, 'items taken off an order');
  }
  return result;
}

async function askToGiveBack(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  const order = await readOrder(trx, orderId);
  if (!order || toGiveBack(order) === 0) return;
  await storeIncident(trx, { kind: 'to-give-back', subject: orderId, orderId, facts: {} });
}

/**
 * The owner has decided that nothing more is given back here of what was taken off: the cafe keeps the rest, or it goes back
 * in another way. @returns whether something was left.
 */
export function keepRest(
  { db }: Pick<Shop, 'db'>,
  { orderId, by }: { orderId: OrderId; by: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId).select('id').executeTakeFirst();
    const order = await readOrder(trx, orderId);
    const amount = order ? toGiveBack(order) : 0;
    if (amount === 0) return false;
    await changeKept(trx, orderId, amount);
    await recordEvent(trx, [orderId], { kind: 'rest-kept', ...actorOf(by), facts: { amount } });
    return true;
  });
}

/** Takes `keepRest` back, but not that its incident was closed. Idempotent. @param event of that. */
export function oweRest(
  { db }: Pick<Shop, 'db'>,
  { orderId, event, by }: { orderId: OrderId; event: RestKept; by: string },
): Promise<boolean> {
  const { amount } = event.facts;
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId).select('id').executeTakeFirst();
    const [next] = await eventsSince(trx, orderId, event.id, ['rest-kept', 'rest-owed']);
    if (next) return next.kind === 'rest-owed';
    await changeKept(trx, orderId, -amount);
    await recordEvent(trx, [orderId], { kind: 'rest-owed', ...actorOf(by), facts: { amount } });
    return true;
  });
}

type RestKept = Extract<OrderEvent, { kind: 'rest-kept' }>;

async function changeKept(trx: Kysely<Tables>, orderId: OrderId, more: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set(({ eb }) => ({ kept: eb('kept', '+', more) }))
    .where('id', '=', orderId)
    .execute();
}

/** `version`: undefined for one that undoes an addition, which staff have found unchanged. */
type Taking = Omit<TakingOff, 'version'> & { version?: number; undoes?: 'addition' };

/** What changes which items an order has, and when they are collected. */
export const ITEM_EVENTS: OrderEvent['kind'][] = ['added', 'taken-off', 'put-back', 'moved'];

/** `takeOff` as a part of another transaction: that of an undone addition. */
export async function takeOffItems(
  trx: Kysely<Tables>,
  { id, orderId, positions, version, by, undoes }: Taking,
  now: Instant,
): Promise<'taken-off' | 'unchanged' | TakeOffRejection> {
  if (!(await lockUncancelledOrder(trx, orderId))) return 'unknown';
  const known = await knownTaking(trx, { id, orderId, positions });
  if (known) return known;
  if (version !== undefined) {
    const since = await eventsSince(trx, orderId, version, ITEM_EVENTS);
    if (since.length > 0) return 'changed';
  }
  const order = await readOrder(trx, orderId);
  // It may be paid just now.
  if (!order || !canTransition('add', order.state) || (await readAddition(trx, orderId)))
    return 'unavailable';
  const items = withPositions(order.items).filter(({ position }) => positions.includes(position));
  if (items.length === 0 || items.length < positions.length) return 'changed';
  if (items.length === order.items.length) return 'last';
  const today = londonDay(now);
  if (items.some(({ day }) => day < today)) return 'past';
  const fulfilments = await readFulfilments(trx, orderId);
  if (items.some(({ day }) => (fulfilments.get(day) ?? 'to-make') !== 'to-make'))
    return 'ticked-off';

  const amount = sumPence(items.map(({ price }) => price));
  const total = order.total - amount;
  const surplus = Math.max(0, paidOfTotal(order) - total);
  // By the terms the cafe keeps the price of what it has begun.
  const begun = items.filter(({ day }) => day <= today);
  const kept = Math.min(surplus, sumPence(begun.map(({ price }) => price)));
  const { deposit } = order;
  const losesDeposit = deposit !== null && deposit >= total;
  const after = {
    total,
    surplus: order.surplus + surplus,
    kept: order.kept + kept,
    ...(losesDeposit && { deposit: null }),
    // Its checkouts have ended.
    ...(order.state === transitions.add.to && { checkout_id: null }),
  };
  const isPaid = leftToPay({ ...order, ...after }) === 0;
  await trx
    .updateTable('orders')
    .set({
      ...after,
      taken_off: JSON.stringify([
        ...(order.takenOff ?? []),
        ...items.map((item): TakenItem => ({ position: item.position, item })),
      ]),
      ...(isPaid && order.state === transitions.add.to && { state: await paidState(trx, orderId) }),
    })
    .where('id', '=', orderId)
    .execute();
  await trx
    .deleteFrom('order_items')
    .where('order_id', '=', orderId)
    .where('position', 'in', positions)
    .execute();
  await updateSearchTexts(trx, orderId);
  const facts = {
    taking: id,
    amount,
    surplus,
    kept,
    positions,
    days: collectionDays(items),
    ...(losesDeposit && { deposit }),
    ...(undoes && { undoes }),
  };
  await recordEvent(trx, [orderId], { kind: 'taken-off', ...actorOf(by), facts });
  await notify(trx, order, positions, undoes);
  return 'taken-off';
}

/** What a form that was sent before has become, by the trail: of other items it has changed. */
async function knownTaking(
  db: Kysely<Tables>,
  { id, orderId, positions }: Pick<TakingOff, 'id' | 'orderId' | 'positions'>,
): Promise<'unchanged' | 'changed' | undefined> {
  const events = await eventsOf(db, orderId, ['taken-off']);
  const before = events.find(({ facts }) => facts.taking === id);
  return before && (String(before.facts.positions) === String(positions) ? 'unchanged' : 'changed');
}

/** The cafe's e-mail makes an order paid once it is sent. */
async function paidState(trx: Kysely<Tables>, orderId: OrderId) {
  const cafesEmail = await trx
    .selectFrom('emails')
    .select('kind')
    .where('about', '=', orderId)
    .where('kind', '=', 'cafe')
    .where(isQueued)
    .executeTakeFirst();
  return cafesEmail ? transitions.fund.to : transitions.payAtCounter.to;
}

async function notify(
  trx: Kysely<Tables>,
  { id }: Order,
  positions: number[],
  undoes: Taking['undoes'],
): Promise<void> {
  if (undoes) {
    const { numDeletedRows: unknown } = await deleteUntried(trx, id)
      // No other addition has these positions.
      .where('kind', 'like', `added % ${additionNamed(positions, [])}`)
      .executeTakeFirstOrThrow();
    if (unknown > 0n) return;
  }
  // An addition was taken back already.
  await planEmails(trx, id, [{ kind: takenOffKind(positions), isUndoable: !undoes }]);
}

interface PuttingBack {
  orderId: OrderId;
  event: Pick<Extract<OrderEvent, { kind: 'taken-off' }>, 'facts'>;
  /** The person's id. */
  by: string;
}

/**
 * Puts back what was taken off, whether there is room or not, while the customer does not know of it and nothing else has
 * happened to it or to the money. Idempotent.
 * @param event of the taking off.
 * @returns `notified` if the customer has had the e-mail, so that it is too late.
 */
export async function putBack(
  { db, clock, log }: Pick<Shop, 'db' | 'clock' | 'log'>,
  { orderId, event, by }: PuttingBack,
): Promise<'changed' | 'unchanged' | 'unknown' | 'notified'> {
  const { taking, positions, amount, surplus, kept, days, deposit } = event.facts;
  const result = await db.transaction().execute(async (trx) => {
    const locked = await lockDays(trx, clock.now());
    if (!(await lockUncancelledOrder(trx, orderId))) return 'unknown';
    const events = await eventsOf(trx, orderId);
    const at = events.findLastIndex(
      ({ kind, facts }) => kind === 'taken-off' && facts.taking === taking,
    );
    const since = events.slice(at + 1);
    if (since.some(({ kind, facts }) => kind === 'put-back' && facts.taking === taking))
      return 'unchanged';
    const order = await readOrder(trx, orderId);
    if (!order || !hasMoneyRested(events, at) || since.some(({ kind }) => HAPPENED.includes(kind)))
      return 'unknown';
    const takenOff = order.takenOff ?? [];
    const back = takenOff.filter(({ position }) => positions.includes(position));
    if (back.length < positions.length) return 'unknown';
    const { numDeletedRows: takenBack } = await deleteUntried(trx, orderId)
      .where('kind', '=', takenOffKind(positions))
      .executeTakeFirstOrThrow();
    if (takenBack === 0n && order.customer.email !== '') return 'notified';

    const left = takenOff.filter((each) => !back.includes(each));
    const after = {
      total: order.total + amount,
      surplus: order.surplus - surplus,
      kept: order.kept - kept,
      ...(deposit !== undefined && { deposit }),
    };
    const isPaid = leftToPay({ ...order, ...after }) === 0;
    await trx
      .updateTable('orders')
      .set({
        ...after,
        taken_off: left.length > 0 ? JSON.stringify(left) : null,
        ...(!isPaid && { state: transitions.add.to }),
      })
      .where('id', '=', orderId)
      .execute();
    const items = back.map(({ item, position }) => ({ ...item, position }));
    await trx
      .insertInto('order_items')
      .values(itemRows({ ...order, items }))
      .execute();
    await updateSearchTexts(trx, orderId);
    const facts = { taking, days };
    await recordEvent(trx, [orderId], { kind: 'put-back', ...actorOf(by), facts });
    await keepDays(trx, orderId, { locked, isKept: false });
    return 'changed';
  });
  if (result === 'changed') log.info({ orderId }, 'what was taken off an order put back');
  return result;
}

/** Whether nothing was paid, given back, added or taken off since an event. @param at its index; -1: there is none. */
export function hasMoneyRested(trail: Pick<OrderEvent, 'kind'>[], at: number): boolean {
  return at >= 0 && !trail.slice(at + 1).some(({ kind }) => MOVES_MONEY.includes(kind));
}

const MOVES_MONEY: OrderEvent['kind'][] = [
  ...PAYMENT_EVENTS,
  'taken-off',
  'put-back',
  'rest-kept',
  'checkout-opened',
  'checkout-found',
  'refund-requested',
  'reversed',
];

/** What happens to items beside money. */
const HAPPENED: OrderEvent['kind'][] = ['moved', 'fulfilment'];
