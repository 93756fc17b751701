import type { Day } from '#domain/calendar/day.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import { type TimeRules, timesOn } from '#domain/calendar/times.ts';
import { sumPence } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';
import {
  type Basket,
  type BasketItem,
  type Choice,
  isEqualItem,
  itemTotal,
  newItem,
} from './basket.ts';
import { basketTime } from './basket-time.ts';

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
  /** Each cake is followed by its add-ons. */
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
    lines: addOnsUnderCakes(lines.filter(({ item }) => item.selectedDay === day)),
  }));
}

/** Add-ons belong to no category. */
export function isAddOn({ cake }: { cake: Pick<BasketItem['cake'], 'category'> }): boolean {
  return cake.category.length === 0;
}

/** An add-on whose cake is not among the lines follows the first cake. */
function addOnsUnderCakes(lines: BasketLine[]): BasketLine[] {
  const cakes = lines.filter(({ item }) => !isAddOn(item));
  const addOns = lines.filter(({ item }) => isAddOn(item));
  const cakeOf = (addOn: BasketLine) =>
    cakes.find(({ item }) => item.cake.id === addOn.item.addOnFor) ?? cakes[0];
  if (cakes.length === 0) return addOns;
  return cakes.flatMap((cake) => [cake, ...addOns.filter((addOn) => cakeOf(addOn) === cake)]);
}

/** Adds another item equal to this one. */
export function addCopy(basket: Basket, item: BasketItem, newId: number): Basket {
  return [...basket, { ...item, id: newId }];
}

/**
 * Changes this item and its equals. Their ids stay: if an order that contains them turns out to be paid,
 * they are not sold again. The cake's add-ons move to its new day, unless another line of the cake stays on
 * the old one.
 */
export function changeLine(basket: Basket, old: BasketItem, choice: Choice): Basket {
  const isOnOldDay = ({ selectedDay }: BasketItem) => selectedDay === old.selectedDay;
  const movesAddOns = basket
    .filter((item) => item.cake.id === old.cake.id && isOnOldDay(item))
    .every((item) => isEqualItem(item, old));
  return basket.map((item) => {
    if (isEqualItem(item, old)) return newItem(choice, item.id);
    const isItsAddOn = item.addOnFor === old.cake.id && isOnOldDay(item);
    return isItsAddOn && movesAddOns ? onDay(basket, item, choice.selectedDay) : item;
  });
}

/**
 * Moves a chosen cake's add-ons to its day from days without the cake: they were chosen first, and then the
 * cake for another day.
 */
export function bringAddOns(basket: Basket, { cake, selectedDay }: BasketItem): Basket {
  const hasCake = (day: Day) =>
    basket.some((item) => item.cake.id === cake.id && item.selectedDay === day);
  return basket.map((item) =>
    item.addOnFor === cake.id && !hasCake(item.selectedDay)
      ? onDay(basket, item, selectedDay)
      : item,
  );
}

/** The days for which the visitor has still to choose a collection time that is offered. */
export function daysWithoutTime(basket: Basket, rules: TimeRules): Day[] {
  return basketDays(basket).flatMap(({ day }) => {
    const windows = timesOn(day, rules);
    const isChosen = windows.some(({ time }) => time === basketTime(basket, day));
    return windows.length === 0 || isChosen ? [] : day;
  });
}

/** Everything of a day is collected at once. */
export function setTime(basket: Basket, day: Day, time: CollectionTime): Basket {
  return basket.map((item) => (item.selectedDay === day ? { ...item, time } : item));
}

/** An item on another day. It keeps its time unless there is one for that day. */
export function onDay(basket: Basket, item: BasketItem, day: Day): BasketItem {
  const time = basketTime(basket, day) ?? item.time;
  return { ...item, selectedDay: day, ...(time && { time }) };
}

export function moveDay(basket: Basket, from: Day, to: Day): Basket {
  return basket.map((item) => (item.selectedDay === from ? onDay(basket, item, to) : item));
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
    const index = items.findIndex((item) => !used.has(item.id) && isOrderedAgain(item, choice));
    const there = items[index];
    const item = newItem(choice, there?.id ?? newId());
    items.splice(there ? index : items.length, there ? 1 : 0, item);
    used.add(item.id);
  }
  return items;
}

/** Whether an item, whatever its day, is what the choice orders again. */
export function isOrderedAgain(item: BasketItem, choice: Choice): boolean {
  const { selectedDay } = choice;
  return isEqualItem({ ...item, selectedDay }, newItem(choice, item.id));
}
