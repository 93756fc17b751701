import { type Kysely, type QueryCreator, sql } from 'kysely';
import {
  bookedStates,
  type OrderId,
  type OrderState,
  type PaymentStatus,
  type Transition,
  transitions,
} from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import { type Tables, tables } from '#server/db/tables.ts';

/** A query of the order that makes other changes of it wait until the transaction ends. */
export function lockOrder(trx: Kysely<Tables>, id: OrderId) {
  return trx.selectFrom('orders').where('id', '=', id).forNoKeyUpdate();
}

/** Locks an order with personal data that is in the book, or was before it was cancelled. @returns its row. */
export function lockBookedOrder(trx: Kysely<Tables>, id: OrderId) {
  return lockOrder(trx, id)
    .select(tables.orders.names)
    .where('state', 'in', bookedStates)
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();
}

/** As `lockBookedOrder`, unless the order is cancelled. */
export async function lockUncancelledOrder(trx: Kysely<Tables>, id: OrderId) {
  const order = await lockBookedOrder(trx, id);
  return order?.cancelled_at === null ? order : undefined;
}

/**
 * The statement that applies a transition to the order if its state allows it, and returns its id. One
 * statement, so that of concurrent callers on all servers exactly one succeeds.
 */
export function applyTransition(
  db: QueryCreator<Tables>,
  id: OrderId,
  transition: Transition,
  change: { payment?: PaymentStatus; paid?: Pence } = {},
) {
  const { from, to } = transitions[transition];
  return db
    .updateTable('orders')
    .set({ state: to, caller: null, ...change })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id');
}

/** As `stateAfter`, of the row that a statement changes. */
export function transitioned(names: readonly Transition[]) {
  const cases = names.flatMap((name) =>
    transitions[name].from.map(
      (from) => sql`when ${sql.lit(from)} then ${sql.lit(transitions[name].to)}`,
    ),
  );
  return sql<OrderState>`case state ${sql.join(cases, sql` `)} else state end`;
}
