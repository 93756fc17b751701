import type { Kysely } from 'kysely';
import {
  type OrderId,
  type PaymentStatus,
  type Transition,
  transitions,
} from '#domain/orders/order.ts';
import type { Tables } from './tables.ts';

/**
 * Moves the orders on whose state the domain's table of transitions allows it from. One statement, so that
 * of concurrent calls, on any number of servers, only one moves an order.
 * @returns how many orders it has moved.
 */
export async function applyTransition(
  db: Kysely<Tables>,
  ids: OrderId[],
  transition: Transition,
  change: { payment?: PaymentStatus } = {},
): Promise<number> {
  const { from, to } = transitions[transition];
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ state: to, ...change })
    .where('id', 'in', ids)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
