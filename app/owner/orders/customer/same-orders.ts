import { href, type RouterContextProvider, redirect } from 'react-router';
import { stateInWords } from '#app/owner/collections/collection-view.ts';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { shopContext } from '#app/shop-context.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { itemsInWords } from '#domain/orders/items-in-words.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { ordersWithContactOf, type SameContact } from '#server/orders/anonymise.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { type Shop, todayAt } from '#server/shop.ts';

// On the server: the orders of one customer, found by what an order says of them.

export interface SameOrder {
  id: OrderId;
  number: string;
  booked: BookedOrder;
  /** `28 Nov · Red Velvet 8 in · Ada Lovelace` */
  words: string;
  /** Why it may be somebody else's; empty if it is surely theirs. */
  doubt: string;
}

/** @throws a redirect to the order if its name has been removed: then nobody knows whose it was. */
export async function findCustomer(
  shop: Shop,
  order: string,
): Promise<{ booked: BookedOrder; same: SameOrder[] }> {
  const booked = await findOrder(shop, order);
  if (booked.anonymisedAt !== null) {
    throw redirect(href('/owner/orders/:order', { order: booked.id }), 303);
  }
  const same: SameOrder[] = [];
  for (const contact of await ordersWithContactOf(shop, booked.id)) {
    const found = await bookedOrder(shop, contact.id);
    if (found) same.push(describe(found, doubtAbout(contact, booked.id), todayAt(shop)));
  }
  return { booked, same };
}

interface Args {
  context: Readonly<RouterContextProvider>;
  params: { order: string };
  request: Request;
}

/**
 * The orders of a customer that the address of a document chooses. Needs a fresh proof, like everything that leaves the shop.
 * @throws a redirect to the screen that chooses them, if none is.
 */
export async function chosenOrders({ context, params, request }: Args) {
  const screen = href('/owner/orders/:order/customer', params);
  requireProof(context, screen);
  const { booked, same } = await findCustomer(context.get(shopContext), params.order);
  const chosen = chosenOf(same, new URL(request.url).searchParams.getAll('order'));
  if (chosen.length === 0) throw redirect(screen);
  return { booked, chosen, screen };
}

/** Those that were chosen, by their numbers: no others than the customer's. */
export function chosenOf(same: SameOrder[], numbers: readonly string[]): SameOrder[] {
  return same.filter(({ number }) => numbers.includes(number));
}

function describe(booked: BookedOrder, doubt: string, today: Day): SameOrder {
  const { id, number, name, days, items } = booked;
  const words = [
    number,
    days.map(({ day }) => dayInWords(day, 'short', today)).join(', '),
    itemsInWords(items) || 'Items that cannot be read',
    name,
    stateInWords(booked, ''),
  ];
  return { id, number, booked, words: words.filter(Boolean).join(' · '), doubt };
}

function doubtAbout({ id, hasEmail, hasName }: SameContact, own: OrderId): string {
  return id === own || hasEmail || hasName
    ? ''
    : 'The same phone number, but another name: is it the same person?';
}
