import type { Kysely } from 'kysely';
import {
  type OrderId,
  type PaymentStatus,
  type Transition,
  transitions,
} from '#domain/orders/order.ts';
import type { Tables } from './tables.ts';

/**
 * Moves an order on if the domain's table of transitions allows it from the state it is in. One statement,
 * so that of many who try at once, on however many servers, one alone is told that it did.
 */
export async function applyTransition(
  db: Kysely<Tables>,
  id: OrderId,
  transition: Transition,
  change: { payment?: PaymentStatus } = {},
): Promise<boolean> {
  return (await applyTransitions(db, [id], transition, change)).length === 1;
}

/** The same for several. @returns those that moved on. */
export async function applyTransitions(
  db: Kysely<Tables>,
  ids: OrderId[],
  transition: Transition,
  change: { payment?: PaymentStatus } = {},
): Promise<OrderId[]> {
  const { from, to } = transitions[transition];
  const moved = await db
    .updateTable('orders')
    .set({ state: to, ...change })
    .where('id', 'in', ids)
    .where('state', 'in', from)
    .returning('id')
    .execute();
  return moved.map(({ id }) => id);
}
