import { sumPence } from '#domain/money.ts';
import type { Order, OrderId } from './order.ts';

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

/** An order without a payment, as it is before it is stored. */
export function newOrder(
  fields: Pick<
    Order,
    'id' | 'state' | 'customer' | 'note' | 'staffNote' | 'quote' | 'items' | 'placedAt' | 'payBy'
  > &
    Partial<Pick<Order, 'deposit' | 'restBy'>>,
): Order {
  return {
    deposit: null,
    restBy: null,
    ...fields,
    number: orderNumber(fields.id),
    total: sumPence(fields.items.map(({ price }) => price)),
    paid: 0,
    surplus: 0,
    kept: 0,
    checkoutId: null,
    payment: 'none',
    reversals: [],
    replacedBy: null,
    cancelledAt: null,
  };
}
