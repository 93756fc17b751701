import type { Basket } from '#domain/basket/basket.ts';
import type { BasketItem } from '#domain/basket/basket-item.ts';
import type { Day } from '#domain/calendar/day.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import type { Difference } from '#domain/orders/check-items.ts';

/** What the server found different, with the basket's item it is about. */
export interface Change {
  item: BasketItem;
  difference: Difference;
}

/** The days chosen instead, by item; an item whose closed day has none is taken out. */
export type ChosenDays = ReadonlyMap<number, Day>;

/** @param basket as it was sent: the server names items by their place in it. */
export function changesOf(basket: Basket, differences: Difference[]): Change[] {
  return differences.flatMap((difference) => {
    const item = basket[difference.item];
    return item ? { item, difference } : [];
  });
}

/** The payment provider's price id alone is new: a visitor would see no difference. */
export function isInvisible({ item, difference }: Change): boolean {
  return (
    difference.kind === 'price' &&
    difference.size.price === item.size.price &&
    describeSize(difference.size) === describeSize(item.size)
  );
}

/** The basket with every change accepted; whatever has not changed stays as it is. */
export function applyChanges(basket: Basket, changes: Change[], chosen: ChosenDays): Basket {
  return basket.flatMap((item) => {
    let changed: BasketItem | undefined = item;
    for (const change of changes) {
      if (changed && change.item.id === item.id) changed = apply(change, changed, chosen);
    }
    return changed ?? [];
  });
}

function apply(
  { difference }: Change,
  item: BasketItem,
  chosen: ChosenDays,
): BasketItem | undefined {
  switch (difference.kind) {
    case 'gone':
      return undefined;
    case 'price':
      return { ...item, size: difference.size };
    case 'allergens':
      return { ...item, cake: { ...item.cake, allergens: difference.allergens } };
    case 'no-message':
      return { ...item, messageOnCake: '' };
    case 'day': {
      const day = chosen.get(item.id);
      return day && { ...item, selectedDay: day };
    }
  }
}
