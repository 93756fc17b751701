import type { Day } from '#domain/calendar/day.ts';
import { sumPence } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';
import type { BasketItem } from './basket.ts';
import { type Basket, type Choice, isEqualItem, itemTotal, newItem } from './basket.ts';

/**
 * Equal items, shown as one with a quantity. Only a view: the stored basket, an order, its attempts and
 * the payment count single items.
 */
export interface BasketLine {
  /** The first of them. */
  item: BasketItem;
  /** The ids of all of them; their number is the quantity. */
  ids: number[];
  total: Pence;
}

export interface BasketDay {
  day: Day;
  /** Each cake is followed by its personal touches. */
  lines: BasketLine[];
}

export function basketLines(basket: Basket): BasketLine[] {
  const groups: [BasketItem, ...BasketItem[]][] = [];
  for (const item of basket) {
    const group = groups.find(([first]) => isEqualItem(first, item));
    if (group) group.push(item);
    else groups.push([item]);
  }
  return groups.map((items) => ({
    item: items[0],
    ids: items.map(({ id }) => id),
    total: sumPence(items.map(itemTotal)),
  }));
}

/** The lines by collection day, soonest first. */
export function basketDays(basket: Basket): BasketDay[] {
  const lines = basketLines(basket);
  const days = [...new Set(basket.map(({ selectedDay }) => selectedDay))].sort();
  return days.map((day) => ({
    day,
    lines: touchesUnderCakes(lines.filter(({ item }) => item.selectedDay === day)),
  }));
}

/** Personal touches belong to no category. */
export function isTouch({ cake }: Pick<BasketItem, 'cake'>): boolean {
  return cake.category.length === 0;
}

/** A touch whose cake is not among the lines follows the first cake. */
function touchesUnderCakes(lines: BasketLine[]): BasketLine[] {
  const cakes = lines.filter(({ item }) => !isTouch(item));
  const touches = lines.filter(({ item }) => isTouch(item));
  const cakeOf = (touch: BasketLine) =>
    cakes.find(({ item }) => item.cake.id === touch.item.touchFor) ?? cakes[0];
  if (cakes.length === 0) return touches;
  return cakes.flatMap((cake) => [cake, ...touches.filter((touch) => cakeOf(touch) === cake)]);
}

/** Adds another item equal to this one. */
export function addCopy(basket: Basket, item: BasketItem, newId: number): Basket {
  return [...basket, { ...item, id: newId }];
}

/**
 * Changes this item and its equals. Their ids stay: if an order that contains them turns out to be paid,
 * they are not sold again. The cake's touches move to its new day, unless another line of the cake stays on
 * the old one.
 */
export function changeLine(basket: Basket, old: BasketItem, choice: Choice): Basket {
  const isOnOldDay = ({ selectedDay }: BasketItem) => selectedDay === old.selectedDay;
  const movesTouches = basket
    .filter((item) => item.cake.id === old.cake.id && isOnOldDay(item))
    .every((item) => isEqualItem(item, old));
  return basket.map((item) => {
    if (isEqualItem(item, old)) return newItem(choice, item.id);
    const isItsTouch = item.touchFor === old.cake.id && isOnOldDay(item);
    return isItsTouch && movesTouches ? { ...item, selectedDay: choice.selectedDay } : item;
  });
}

export function moveDay(basket: Basket, from: Day, to: Day): Basket {
  return basket.map((item) => (item.selectedDay === from ? { ...item, selectedDay: to } : item));
}

/** Puts removed items back into their places. `before` is the basket before the removal. */
export function putBack(basket: Basket, before: Basket, removed: readonly number[]): Basket {
  const kept = before.flatMap((item) => {
    if (removed.includes(item.id)) return item;
    return basket.find(({ id }) => id === item.id) ?? [];
  });
  const isNew = ({ id }: BasketItem) => !before.some((item) => item.id === id);
  return [...kept, ...basket.filter(isNew)];
}

/**
 * Adds what was ordered before. Of items that are in the basket already, whatever their day, only the day
 * changes, so that a repetition adds nothing.
 */
export function withOrderedAgain(
  basket: Basket,
  choices: readonly Choice[],
  newId: () => number,
): Basket {
  const items = [...basket];
  const used = new Set<number>();
  for (const choice of choices) {
    const place = items.findIndex((item) => !used.has(item.id) && isOrderedAgain(item, choice));
    const there = items[place];
    const item = newItem(choice, there?.id ?? newId());
    items.splice(there ? place : items.length, there ? 1 : 0, item);
    used.add(item.id);
  }
  return items;
}

/** Whether an item, whatever its day, is what the choice orders again. */
export function isOrderedAgain(item: BasketItem, choice: Choice): boolean {
  const { selectedDay } = choice;
  return isEqualItem({ ...item, selectedDay }, newItem(choice, item.id));
}
