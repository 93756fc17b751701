import { type Kysely, type Selectable, sql } from 'kysely';
import { searchText } from '#domain/book/search-text.ts';
import { orderNumber } from '#domain/orders/order-number.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transactions.ts';

/** Keeps each transaction short. */
const BATCH = 500;

/**
 * Writes the search texts of orders that a server of the previous version added, and removes those of
 * orders that it anonymised.
 */
export async function updateSearchTexts(db: Kysely<Tables>): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'number', 'name', 'phone', 'collector', 'anonymised_at'])
      .where(OUTDATED)
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    await inTransaction(db, (trx) => update(trx, rows));
  }
}

type Row = Pick<
  Selectable<Tables['orders']>,
  'id' | 'number' | 'name' | 'phone' | 'collector' | 'anonymised_at'
>;

async function update(db: Kysely<Tables>, rows: Row[]): Promise<void> {
  const items = await db
    .selectFrom('order_items')
    .select(['order_id', 'message'])
    .where(
      'order_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const messages = Map.groupBy(items, ({ order_id }) => order_id);
  for (const { id, number, anonymised_at, collector, ...customer } of rows) {
    const order = {
      number: number ?? orderNumber(id),
      customer,
      collector: collector ?? undefined,
      items: messages.get(id) ?? [],
    };
    await db
      .updateTable('orders')
      .set({ search: anonymised_at === null ? searchText(order) : null })
      .where('id', '=', id)
      // Unless it has been anonymised meanwhile.
      .where(OUTDATED)
      .where('anonymised_at', anonymised_at === null ? 'is' : 'is not', null)
      .execute();
  }
}

/** As in the partial index `orders_search_outdated`. */
const OUTDATED = sql<boolean>`(search is null) = (anonymised_at is null)`;
