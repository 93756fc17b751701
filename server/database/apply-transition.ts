import type { QueryCreator } from 'kysely';
import {
  type OrderId,
  type PaymentStatus,
  type Transition,
  transitions,
} from '#domain/orders/order.ts';
import type { Tables } from './tables.ts';

/**
 * The statement that applies a transition to those of the orders whose state allows it, and returns
 * their ids. One statement, so that of concurrent callers on all servers exactly one succeeds.
 */
export function applyTransition(
  db: QueryCreator<Tables>,
  ids: OrderId[],
  transition: Transition,
  change: { payment?: PaymentStatus; in_ledger?: string } = {},
) {
  const { from, to } = transitions[transition];
  return db
    .updateTable('orders')
    .set({ state: to, ...change })
    .where('id', 'in', ids)
    .where('state', 'in', from)
    .returning('id');
}
