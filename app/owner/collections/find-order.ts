import { data, href, redirect } from 'react-router';
import { isBooked } from '#domain/orders/order.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import type { Shop } from '#server/shop.ts';

/** @param order id or number, from an address. @throws a 404 page if there is no such order. */
export async function findOrder(shop: Shop, order: string): Promise<BookedOrder> {
  const booked = await bookedOrder(shop, order);
  if (!booked) throw data(null, { status: 404 });
  return booked;
}

/** An order whose items can be changed. @throws leads to the order if it was cancelled, or its name was removed. */
export async function findChangeable(shop: Shop, order: string): Promise<BookedOrder> {
  const booked = await findOrder(shop, order);
  if (!isBooked(booked) || booked.anonymisedAt !== null) {
    throw redirect(href('/owner/orders/:order', { order: booked.id }), 303);
  }
  return booked;
}
