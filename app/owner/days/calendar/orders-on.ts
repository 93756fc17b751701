import { customerName } from '#app/owner/collections/words.ts';
import { type Collection, isToHandOver } from '#domain/book/collection.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { DayRange } from '#domain/calendar/reach.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { itemsInWords } from '#domain/orders/items-in-words.ts';
import { listCollections } from '#server/orders/book.ts';
import type { Shop } from '#server/shop.ts';

// On the server: the orders that a change of days is about.

/** What is still to be collected on days that somebody is about to change. */
export async function ordersOn(shop: Shop, { first, last }: DayRange): Promise<Collection[]> {
  const collections = await listCollections(shop, { from: first, to: last });
  return collections.filter(isToHandOver);
}

/** Of an order and a day: an order of two days is touched twice. */
export function keyOf({ orderId, day }: Collection): string {
  return `${orderId}~${day}`;
}

/** As its card shows it. */
export function touchedOrder(collection: Collection) {
  const { orderId, number, day, items, phone, email, fulfilment } = collection;
  return {
    key: keyOf(collection),
    orderId,
    name: customerName(collection),
    number,
    when: whenInWords(day, timeOf(items, day), 'short'),
    items: itemsInWords(items),
    day: dayInWords(day, 'short'),
    isReady: fulfilment === 'ready',
    phone,
    email,
  };
}
