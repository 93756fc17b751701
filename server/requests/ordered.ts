import type { Kysely } from 'kysely';
import type { OrderId } from '#domain/orders/order.ts';
import type { Tables } from '#server/db/tables.ts';
import { addMessage, lockRequest } from './rows.ts';

// What becomes of a request: an order names the request that it was taken for.

/** Marks the request for which an order is taken, in the transaction that adds the order. */
export async function orderRequest(
  trx: Kysely<Tables>,
  { orderId, requestId, by, at }: { orderId: OrderId; requestId: string; by: string; at: string },
): Promise<void> {
  const request = await lockRequest(trx, requestId);
  // Its personal data was removed while the form was open.
  if (!request) return;
  await trx
    .updateTable('orders')
    .set({ request_id: requestId })
    .where('id', '=', orderId)
    .execute();
  const message = { kind: 'ordered', author: 'staff', personId: by, text: '', at } as const;
  await addMessage(trx, request, message, 'ordered');
}

/** Oldest first. */
export async function ordersOfRequests(
  db: Kysely<Tables>,
  requestIds: string[],
): Promise<{ requestId: string; number: string; total: number }[]> {
  // PostgreSQL rejects an empty list.
  const rows = await db
    .selectFrom('orders')
    .select(['request_id as requestId', 'number', 'total'])
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
