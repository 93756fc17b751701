import type { Kysely } from 'kysely';
import { searchText } from '#domain/book/search-text.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Tables } from './tables.ts';

/** Call it in the transaction that has changed a name, the phone number or a message of the order. */
export async function updateSearchText(trx: Kysely<Tables>, id: OrderId): Promise<void> {
  const { number, collector, ...customer } = await trx
    .selectFrom('orders')
    .select(['number', 'name', 'phone', 'collector'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const items = await trx
    .selectFrom('order_items')
    .select('message')
    .where('order_id', '=', id)
    .orderBy('position')
    .execute();
  const search = searchText({ number, customer, collector: collector ?? undefined, items });
  await trx.updateTable('orders').set({ search }).where('id', '=', id).execute();
}
