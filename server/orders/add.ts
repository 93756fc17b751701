import type { Kysely } from 'kysely';
import { firstEvent, type NewEvent } from '#domain/book/trail.ts';
import type { Hold } from '#domain/capacity/capacity.ts';
import { newOrder, orderNumber } from '#domain/orders/new-order.ts';
import { type Order, type OrderId, transitions } from '#domain/orders/order.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PlannedEmail } from '#server/emails/kinds.ts';
import { planEmails } from '#server/emails/queue.ts';
import { type AskedFor, orderRequest } from '#server/requests/ordered.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import { takeCash } from './at-counter.ts';
import { addBrowserLink } from './customer-link.ts';
import { lockRoom, type NoRoom, recordOverbooked } from './days.ts';
import { itemRows, orderRow, quoteRow } from './rows.ts';
import { actorOf, changeOrders, recordEvent } from './trail.ts';
import { takeOffer } from './waiting-rows.ts';

interface AddOrderOptions {
  /**
   * The order that this one replaces; a quote replaces a quote, which ends. If it is not stored, its request may still
   * arrive. Then an expired order without items is stored under its id, so that the late request cannot place it.
   */
  replaces?: { id: OrderId; exists: boolean } | undefined;
  /** Rejects the order if its days or collection times are full. */
  hold?: Hold | undefined;
  /** Of the customer's link in the browser that places the order. */
  linkToken?: string | undefined;
  /** On the phone, by this person, or for a request. */
  phone?:
    | {
        by: string;
        emails: PlannedEmail[];
        request?: AskedFor | undefined;
        /** The customer has paid all of it. In this transaction no checkout of it can have been opened. */
        isPaid?: boolean;
      }
    | undefined;
}

export type AddResult =
  | { ok: true; order: Order }
  /** The id exists. */
  | { ok: false; reason: 'taken' }
  /** The other order has been replaced already, or has been added meanwhile. */
  | { ok: false; reason: 'replaced' }
  | NoRoom;

/**
 * Adds an order with its items, under another number if its number is taken, and marks the one that it
 * replaces in the same transaction: of several attempts to replace an order only one succeeds. All or nothing.
 */
export async function addOrder(
  { db }: Pick<Shop, 'db'>,
  order: Order,
  { replaces, hold, linkToken, phone }: AddOrderOptions = {},
): Promise<AddResult> {
  const result = await db.transaction().execute(async (trx): Promise<AddResult> => {
    const room = hold && (await lockRoom(trx, order.items, hold));
    // A repeated request has its room already.
    if (room && !room.ok) return (await isTaken(trx, order.id)) ? TAKEN : room;
    // Before the insert: several attempts to replace the same order wait for each other at its row.
    if (replaces && !(await replace(trx, replaces, order, phone?.by)))
      return { ok: false, reason: 'replaced' };
    const added = await insertNumbered(trx, order, hold?.caller?.key);
    if (!added) return TAKEN;
    await trx.insertInto('order_items').values(itemRows(order)).execute();
    if (order.quote)
      await trx.insertInto('quotes').values(quoteRow(order.id, order.quote)).execute();
    if (hold?.offer !== undefined) await takeOffer(trx, hold.offer);
    const event = phone ? eventByStaff(order, phone.by) : firstEvent(order, replaces?.id);
    await recordEvent(trx, [order.id], event);
    if (room && hold.evenIfFull) {
      await recordOverbooked(trx, room.locked, order.id, order.items, phone?.by);
    }
    if (linkToken) await addBrowserLink(trx, order.id, linkToken);
    if (phone) await planEmails(trx, order.id, phone.emails);
    if (phone?.isPaid) {
      await takeCash(trx, order, { amount: order.total, by: phone.by, at: order.placedAt });
    }
    if (phone?.request !== undefined) {
      const { by, request } = phone;
      const as = order.quote ? 'quoted' : 'ordered';
      await orderRequest(trx, { orderId: order.id, request, as, by, at: order.placedAt });
    }
    return { ok: true, order: added };
  });
  step('orders.add end', order.id, ...(replaces ? [replaces.id] : []));
  return result;
}

function eventByStaff({ total, quote }: Order, personId: string): NewEvent {
  const by = { actor: 'staff', personId } as const;
  return quote
    ? { ...by, kind: 'quoted', facts: { total, validUntil: quote.validUntil } }
    : { ...by, kind: 'agreed', facts: { total } };
}

const TAKEN = { ok: false, reason: 'taken' } as const;

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

const REPLACED_QUOTES = [...transitions.endQuote.from, transitions.endQuote.to];

/** @returns false, and writes nothing, when a third order has replaced it, or it has been added meanwhile. */
async function replace(
  trx: Kysely<Tables>,
  { id, exists }: { id: OrderId; exists: boolean },
  by: Order,
  personId: string | undefined,
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
        .set({ replaced_by: by.id, ...(by.quote && { state: transitions.endQuote.to }) })
        .where('id', '=', id)
        .where('replaced_by', 'is', null)
        // Not one that is being accepted.
        .$if(by.quote !== undefined, (quote) => quote.where('state', 'in', REPLACED_QUOTES))
        .returning('id'),
    { kind: 'replaced', facts: { by: by.id }, ...actorOf(personId) },
  );
  if (changed !== undefined) return true;
  // A repeated request.
  const known = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('replaced_by', '=', by.id)
    .executeTakeFirst();
  return known !== undefined;
}
