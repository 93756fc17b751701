import type { Kysely } from 'kysely';
import { cancelRequest } from '#domain/book/customer-news.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Tables } from '#server/db/tables.ts';
import { deleteUntried, planEmails } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import type { CustomerChanged } from './customer-changes.ts';
import { customerOrder } from './customer-order.ts';
import {
  closeIncident,
  incidentKey,
  type NewIncident,
  reopenIncident,
  storeIncident,
} from './incidents.ts';
import { lockUncancelledOrder } from './lock-order.ts';
import { actorOf, eventsOf, eventsSince, recordEvent } from './trail.ts';

/**
 * The customer asks the cafe to cancel the order: the request is raised as an incident, which the owner answers by
 * cancelling or declining.
 * @param token from a URL.
 * @param version of the order as the page showed it: a replayed form changes nothing.
 */
export async function requestCancel(
  shop: Shop,
  token: string,
  version: number,
): Promise<CustomerChanged> {
  const shown = await customerOrder(shop, token);
  if (!shown || shown === 'over') return { ok: false, reason: 'unknown' };
  if (shown.isOver) return { ok: false, reason: 'fixed', why: 'over' };
  const { id } = shown;
  const result = await shop.db.transaction().execute(async (trx) => {
    if (!(await lockUncancelledOrder(trx, id))) return 'unknown';
    const { number: last, isOpen } = await readRequests(trx, id);
    if (isOpen) return 'unchanged';
    if ((await eventsSince(trx, id, version, ['cancel-requested'])).length > 0) return 'conflict';
    const number = last + 1;
    const event = { kind: 'cancel-requested', actor: 'customer', facts: { number } } as const;
    await recordEvent(trx, [id], event);
    // In the same transaction, so that no request exists without its incident.
    await storeIncident(trx, requestIncident(id, number));
    await planEmails(trx, id, [
      { kind: `customer-requests ${number}` },
      { kind: `cancel-requested ${number}` },
    ]);
    return 'changed';
  });
  step('orders.requestCancel end', id);
  if (result === 'unknown' || result === 'conflict') return { ok: false, reason: result };
  if (result === 'changed') shop.log.warn({ orderId: id }, 'a customer asks to cancel');
  return { ok: true, isChanged: result === 'changed' };
}

/**
 * Keeps the order that its customer asked to cancel, and tells the customer; `unchanged` if no request is open.
 * @param by the person's id.
 */
export async function declineCancel(
  { db }: Shop,
  orderId: OrderId,
  by: string,
): Promise<'changed' | 'unchanged' | 'unknown'> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockUncancelledOrder(trx, orderId))) return 'unknown';
    const { number, isOpen } = await readRequests(trx, orderId);
    if (!isOpen) return 'unchanged';
    const event = { kind: 'cancel-declined', ...actorOf(by), facts: { number } } as const;
    await recordEvent(trx, [orderId], event);
    await closeIncident(trx, incidentKey(requestIncident(orderId, number)));
    await planEmails(trx, orderId, [{ kind: `cancel-declined ${number}`, isUndoable: true }]);
    return 'changed';
  });
}

/**
 * Takes the answer back. @param by the person's id.
 * @returns whether the request is open again; false if the customer has been notified.
 */
export function undeclineCancel({ db }: Shop, orderId: OrderId, by: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const order = await lockUncancelledOrder(trx, orderId);
    const { number, isOpen } = await readRequests(trx, orderId);
    if (!order || number === 0 || isOpen) return isOpen;
    const { numDeletedRows: takenBack } = await deleteUntried(trx, orderId)
      .where('kind', '=', `cancel-declined ${number}`)
      .executeTakeFirstOrThrow();
    if (takenBack === 0n && order.email !== '') return false;
    const event = { kind: 'cancel-undeclined', ...actorOf(by), facts: { number } } as const;
    await recordEvent(trx, [orderId], event);
    await reopenCancelRequest(trx, orderId);
    return true;
  });
}

/** Reading the incidents of a cancelled order closes the request. Call it in the transaction that takes that back. */
export async function reopenCancelRequest(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  const { number, isOpen } = await readRequests(trx, orderId);
  if (isOpen) await reopenIncident(trx, incidentKey(requestIncident(orderId, number)));
}

/** How often the customer has asked, and whether the last request waits for an answer. */
async function readRequests(trx: Kysely<Tables>, orderId: OrderId) {
  const kinds = ['cancel-requested', 'cancel-declined', 'cancel-undeclined'] as const;
  const trail = await eventsOf(trx, orderId, kinds);
  const number = trail.filter(({ kind }) => kind === 'cancel-requested').length;
  return { number, isOpen: cancelRequest(trail) === 'requested' };
}

function requestIncident(orderId: OrderId, number: number): NewIncident {
  return { kind: 'cancel-requested', subject: `${orderId} ${number}`, orderId, facts: {} };
}
