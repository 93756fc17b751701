import type { Order, OrderId } from './order.ts';
import type { Orders } from './order-ports.ts';

const LENGTH = 6;
/**
 * Without characters that look alike in print or handwriting (0 O D Q, 1 I L J, 2 Z, 5 S, 8 B, U V, 6 G),
 * and without vowels, so that no number reads as a word.
 */
const CHARACTERS = '34679CFHKMNPRTWXY';

/** A random number such as `4KX7WP`, short enough to say on the phone: 24 million of them. */
export function newOrderNumber(): string {
  const random = crypto.getRandomValues(new Uint32Array(LENGTH));
  return Array.from(random, (value) => CHARACTERS[value % CHARACTERS.length]).join('');
}

/** The number of an order that has none, because a server of an older version added it. */
export function numberWithout(id: OrderId): string {
  return id.slice(0, 8);
}

/** Adds the order, under another number if its number is taken. @returns the order as added. */
export async function addNumbered(
  orders: Pick<Orders, 'add'>,
  order: Order,
  replaces?: OrderId,
): Promise<{ result: 'added' | 'taken' | 'replaced'; order: Order }> {
  let numbered = order;
  for (;;) {
    const result = await orders.add(numbered, replaces);
    if (result !== 'number-taken') return { result, order: numbered };
    numbered = { ...order, number: newOrderNumber() };
  }
}
