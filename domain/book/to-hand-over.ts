import type { Collection } from './collection.ts';

/** Whether the customer may still come for it. A refund changes nothing about that: cancelling does. */
export function isToHandOver({ fulfilment }: Pick<Collection, 'fulfilment'>): boolean {
  return fulfilment !== 'collected';
}
