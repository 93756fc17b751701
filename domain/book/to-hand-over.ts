// Apart from the other types of the book, which screens use in the browser: `order.ts` contains schemas.
import { isRefundedInFull } from '#domain/orders/order.ts';
import type { Collection } from './collection.ts';

/** Whether the customer may still come for it. */
export function isToHandOver(
  collection: Pick<Collection, 'fulfilment' | 'refunded' | 'total'>,
): boolean {
  return collection.fulfilment !== 'collected' && !isRefundedInFull(collection);
}
