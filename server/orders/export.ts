import type { OrderSummary } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { cakesFirst } from '#domain/orders/items-in-words.ts';
import { bookedStates } from '#domain/orders/order.ts';
import type { Shop } from '#server/shop.ts';
import { bookRows, compare, readEntries, withItemsFor } from './book-rows.ts';

/** Days that one query reads: other requests run between two. */
const DAYS_AT_ONCE = 31;

/** An item that leaves the shop, with its order. */
export interface ExportedItem {
  order: OrderSummary;
  item: OrderSummary['items'][number];
  /** The order's first: amounts of the whole order stand there, so that a column adds up. */
  isFirst: boolean;
}

/** What is collected between two days, by day, also of cancelled orders. */
export async function itemsBetween(
  shop: Pick<Shop, 'db'>,
  from: Day,
  to: Day,
): Promise<ExportedItem[]> {
  const found: ExportedItem[] = [];
  for (let first = from; first <= to; first = addDays(first, DAYS_AT_ONCE)) {
    const end = addDays(first, DAYS_AT_ONCE - 1);
    const last = end < to ? end : to;
    const rows = await bookRows(shop.db)
      .where(
        'orders.id',
        'in',
        withItemsFor(shop.db, first, undefined).where('order_items.day', '<=', last),
      )
      .where('orders.state', 'in', bookedStates)
      .execute();
    const items = itemsOf(await readEntries(shop.db, rows));
    found.push(...items.filter(({ item: { day } }) => day >= first && day <= last));
  }
  return found.sort(
    (a, b) => compare(a.item.day, b.item.day) || compare(a.order.placedAt, b.order.placedAt),
  );
}

/** What was ordered with these numbers, also what was never paid, the oldest order first. */
export async function itemsOfOrders(
  { db }: Pick<Shop, 'db'>,
  numbers: readonly string[],
): Promise<ExportedItem[]> {
  // PostgreSQL rejects an empty list.
  if (numbers.length === 0) return [];
  const rows = await bookRows(db).where('orders.number', 'in', numbers).execute();
  return itemsOf(await readEntries(db, rows)).sort((a, b) =>
    compare(a.order.placedAt, b.order.placedAt),
  );
}

function itemsOf(entries: { summary: OrderSummary }[]): ExportedItem[] {
  return entries.flatMap(({ summary: order }) =>
    order.items
      .toSorted((one, other) => compare(one.day, other.day) || cakesFirst(one, other))
      .map((item, index) => ({ order, item, isFirst: index === 0 })),
  );
}
