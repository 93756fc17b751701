import type { Kysely } from 'kysely';
import { type OrderId, type OrderState, quoteStates } from '#domain/orders/order.ts';
import { isReply, stateOnceAccepted } from '#domain/requests/request.ts';
import type { Tables } from '#server/db/tables.ts';
import { addMessage, lockRequest } from './rows.ts';

// What becomes of a request: an order names the request that it was taken for.

/** A request for which an order or a quote is made. */
export interface AskedFor {
  id: string;
  /** How many messages there were when the form was opened. */
  version: number;
}

interface OrderOfRequest {
  orderId: OrderId;
  request: AskedFor;
  as: 'ordered' | 'quoted';
  by: string;
  at: string;
}

/**
 * Marks the request for which an order or a quote is made, in the transaction that adds it. What the customer has written
 * while the form was filled in waits for an answer.
 */
export async function orderRequest(
  trx: Kysely<Tables>,
  { orderId, request: asked, as, by, at }: OrderOfRequest,
): Promise<void> {
  const request = await lockRequest(trx, asked.id);
  // Its personal data was removed while the form was open.
  if (!request) return;
  await trx
    .updateTable('orders')
    .set({ request_id: request.id })
    .where('id', '=', orderId)
    .execute();
  const message = { kind: as, author: 'staff', personId: by, text: '', at } as const;
  const hasWritten = request.messages.slice(asked.version).some(isReply);
  await addMessage(trx, request, message, hasWritten ? 'open' : as);
}

/**
 * Marks the request whose quote is accepted, in the transaction that puts the order into the book.
 * @param by the person who says so; null: the customer has paid.
 */
export async function acceptRequest(
  trx: Kysely<Tables>,
  requestId: string,
  { by, at }: { by: string | null; at: string },
): Promise<void> {
  const request = await lockRequest(trx, requestId);
  if (!request) return;
  const made =
    by === null
      ? ({ kind: 'accepted', author: 'customer' } as const)
      : ({ kind: 'ordered', author: 'staff' } as const);
  const state = stateOnceAccepted(request);
  await addMessage(trx, request, { ...made, personId: by, text: '', at }, state);
}

/** Whether a quote for the request can still be accepted. */
export async function hasOpenQuote(db: Kysely<Tables>, requestId: string): Promise<boolean> {
  const open = await db
    .selectFrom('orders')
    .select('id')
    .where('request_id', '=', requestId)
    .where('state', 'in', quoteStates)
    .executeTakeFirst();
  return open !== undefined;
}

/** Oldest first. */
export async function ordersOfRequests(
  db: Kysely<Tables>,
  requestIds: string[],
): Promise<{ requestId: string; number: string; total: number; state: OrderState }[]> {
  // PostgreSQL rejects an empty list.
  const rows = await db
    .selectFrom('orders')
    .select(['request_id as requestId', 'number', 'total', 'state'])
    .where('request_id', 'in', ['', ...requestIds])
    .orderBy('placed_at')
    .execute();
  return rows.flatMap(({ requestId, ...order }) =>
    requestId === null ? [] : [{ requestId, ...order }],
  );
}

/** The number of the request for which the order was taken. */
export async function requestOfOrder(
  db: Kysely<Tables>,
  orderId: OrderId,
): Promise<string | undefined> {
  const request = await db
    .selectFrom('orders')
    .innerJoin('requests', 'requests.id', 'orders.request_id')
    .select('requests.number')
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  return request?.number;
}
