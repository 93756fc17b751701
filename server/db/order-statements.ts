import type { Kysely, QueryCreator } from 'kysely';
import {
  fundedStates,
  type OrderId,
  type PaymentStatus,
  type Transition,
  transitions,
} from '#domain/orders/order.ts';
import type { Tables } from './tables.ts';

/** A query of the order that makes other changes of it wait until the transaction ends. */
export function lockOrder(trx: Kysely<Tables>, id: OrderId) {
  return trx.selectFrom('orders').where('id', '=', id).forNoKeyUpdate();
}

/** The same for an order with personal data that is in the book, or was before it was cancelled. */
export function lockBookedOrder(trx: Kysely<Tables>, id: OrderId) {
  return lockOrder(trx, id)
    .where(({ eb, or }) => or([eb('state', 'in', fundedStates), eb('agreed_at', 'is not', null)]))
    .where('anonymised_at', 'is', null);
}

/**
 * The statement that applies a transition to the order if its state allows it, and returns its id. One
 * statement, so that of concurrent callers on all servers exactly one succeeds.
 */
export function applyTransition(
  db: QueryCreator<Tables>,
  id: OrderId,
  transition: Transition,
  change: { payment?: PaymentStatus } = {},
) {
  const { from, to } = transitions[transition];
  return db
    .updateTable('orders')
    .set({ state: to, ...change })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id');
}
