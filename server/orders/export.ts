import type { OrderSummary } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { cakesFirst } from '#domain/orders/items-in-words.ts';
import { bookedStates } from '#domain/orders/order.ts';
import type { Shop } from '#server/shop.ts';
import { bookRows, compare, readEntries, withItemsFor } from './book-rows.ts';

/** An item that leaves the shop, with its order. */
export interface ExportedItem {
  order: OrderSummary;
  item: OrderSummary['items'][number];
  /** The order's first: amounts of the whole order stand there, so that the columns of several tables add up. */
  isFirst: boolean;
}

/** What is collected between two days, by day, also of cancelled orders. */
export async function itemsBetween(
  { db }: Pick<Shop, 'db'>,
  from: Day,
  to: Day,
): Promise<ExportedItem[]> {
  const rows = await bookRows(db)
    .where('orders.id', 'in', withItemsFor(db, from, undefined).where('order_items.day', '<=', to))
    .where('orders.state', 'in', bookedStates)
    .execute();
  const entries = await readEntries(db, rows);
  return itemsOf(entries.map(({ summary }) => summary))
    .filter(({ item: { day } }) => day >= from && day <= to)
    .sort((a, b) => compare(a.item.day, b.item.day) || compare(a.order.placedAt, b.order.placedAt));
}

/** What was ordered, also what was never paid. */
export function itemsOf(orders: OrderSummary[]): ExportedItem[] {
  return orders.flatMap((order) =>
    order.items
      .toSorted((one, other) => compare(one.day, other.day) || cakesFirst(one, other))
      .map((item, index) => ({ order, item, isFirst: index === 0 })),
  );
}
