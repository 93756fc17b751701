import { data, href, redirect } from 'react-router';
import { isBooked } from '#domain/orders/order.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import type { Shop } from '#server/shop.ts';

/**
 * @param order id or number, from an address.
 * @param isMeant whether what is opened is about such an order.
 * @throws a 404 page if there is no such order, or a redirect to one that is not meant.
 */
export async function findOrder(
  shop: Shop,
  order: string,
  isMeant?: (booked: BookedOrder) => boolean,
): Promise<BookedOrder> {
  const booked = await bookedOrder(shop, order);
  if (!booked) throw data(null, { status: 404 });
  if (isMeant?.(booked) === false) {
    throw redirect(href('/owner/orders/:order', { order: booked.id }), 303);
  }
  return booked;
}

/** An order whose items can be changed: neither cancelled nor anonymised. */
export function findChangeable(shop: Shop, order: string): Promise<BookedOrder> {
  return findOrder(shop, order, (booked) => isBooked(booked) && booked.anonymisedAt === null);
}
