import type { Order } from './order.ts';

// Events, e-mails and forms name an item of an order by its position, which never changes. It is the item's place among
// the order's, unless one before it was taken off.

interface Positioned {
  position?: number | undefined;
}

/** The items with their positions. */
export function withPositions<Item extends Positioned>(
  items: readonly Item[],
): (Item & { position: number })[] {
  return items.map((item, place) => ({ ...item, position: item.position ?? place }));
}

/** What an order has and had, with positions: for words about what happened to it. */
export function everOrdered({ items, takenOff = [] }: Pick<Order, 'items' | 'takenOff'>) {
  return [
    ...withPositions(items),
    ...takenOff.map(({ item, position }) => ({ ...item, position })),
  ];
}

/** @returns undefined if the order has no such item, or not any more. */
export function itemAt<Item extends Positioned>(
  items: readonly Item[],
  position: number,
): Item | undefined {
  return items.find((item, place) => (item.position ?? place) === position);
}
