import type { Kysely } from 'kysely';
import type { OrderId } from '#domain/orders/order.ts';
import type { Tables } from './tables.ts';

/** A query of the order that makes other changes of it wait until the transaction ends. */
export function lockOrder(trx: Kysely<Tables>, id: OrderId) {
  return trx.selectFrom('orders').where('id', '=', id).forNoKeyUpdate();
}
