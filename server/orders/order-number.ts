import type { Hold } from '#domain/capacity/capacity.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import type { AddResult, Orders, ReplacedOrder } from './order-ports.ts';

const LENGTH = 6;
/**
 * Without characters that look alike in print or handwriting (0 O D Q, 1 I L J, 2 Z, 5 S, 8 B, U V, 6 G),
 * and without vowels, so that no number reads as a word.
 */
const CHARACTERS = '34679CFHKMNPRTWXY';
const BASE = BigInt(CHARACTERS.length);

/**
 * The number of an order, such as `4KX7WP`: short enough to say on the phone, one of 24 million.
 * @param attempt counts from 0; each gives another number, in case one is taken.
 */
export function orderNumber(id: OrderId, attempt = 0): string {
  let rest = BigInt(`0x${id.replaceAll('-', '')}`) + BigInt(attempt);
  let number = '';
  while (number.length < LENGTH) {
    number += CHARACTERS[Number(rest % BASE)];
    rest /= BASE;
  }
  return number;
}

/** Adds the order, under another number if its number is taken. @returns the order as added. */
export async function addNumbered(
  orders: Pick<Orders, 'add'>,
  order: Order,
  replaces?: ReplacedOrder,
  hold?: Hold,
): Promise<{ result: Exclude<AddResult, 'number-taken'>; order: Order }> {
  for (let attempt = 0; ; attempt += 1) {
    const numbered = attempt === 0 ? order : { ...order, number: orderNumber(order.id, attempt) };
    const result = await orders.add(numbered, replaces, hold);
    if (result !== 'number-taken') return { result, order: numbered };
  }
}
