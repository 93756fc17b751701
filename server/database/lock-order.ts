import type { Kysely } from 'kysely';
import { fundedStates, type OrderId } from '#domain/orders/order.ts';
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
