import type { Basket, BasketItem } from '#domain/basket/basket.ts';
import { isAddOn } from '#domain/basket/lines.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isDay } from '#domain/calendar/days.ts';
import type { CollectionTime, DayRules } from '#domain/calendar/rules.ts';
import { isCollectionTime, timesOn } from '#domain/calendar/times.ts';
import type { Room } from '#domain/capacity/capacity.ts';
import { fullText, fullTogether, TIMES_FULL, usualUnits } from '#domain/capacity/capacity.ts';
import type { Size } from '#domain/catalogue/catalogue.ts';
import { choiceKey } from '#domain/catalogue/options.ts';
import { arrayOf, isInteger } from '#domain/guard.ts';
import { heldOffer } from './held-offer.ts';
import { type HeldItem, heldItems } from './order-attempt.ts';

type Item = Pick<HeldItem, 'cake' | 'size' | 'options'>;

/** What the visitor wants to collect together. */
interface Wanted {
  items: Item[];
  /** Set if only one cake is wanted: a smaller size that still fits is named. */
  sizes?: Size[] | undefined;
  basket: Basket;
  /** Whether `items` already counts this item of the basket. The others are collected too, each on its own day. */
  isCounted(item: BasketItem): boolean;
}

/** @returns the rules, with the days closed that have no room for what is wanted. */
export type CloseFullDays = (rules: DayRules, wanted: Wanted) => DayRules;

/** @param sent the room of each day, from the server. It may be anything: an extension or a proxy may have changed it. */
export function closeFullDaysBy(sent: unknown): CloseFullDays {
  const { left, points }: Record<string, unknown> = Object(sent);
  return closingBy({
    left: numbersOf(left),
    points: numbersOf(points),
    fullTimes: readFullTimes(sent),
  });
}

/** @param sent as for `closeFullDaysBy`. */
export function readFullTimes(sent: unknown): Record<Day, CollectionTime[]> {
  const { fullTimes }: Record<string, unknown> = Object(sent);
  const entries: [string, unknown][] = Object.entries(Object(fullTimes));
  return Object.fromEntries(
    entries.flatMap(([day, times]) => (areTimes(times) ? [[day, times] as const] : [])),
  );
}

const areTimes = arrayOf(isCollectionTime);

function numbersOf(sent: unknown): Record<string, number> {
  const entries: [string, unknown][] = Object.entries(Object(sent));
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (isInteger(value) ? [[key, value] as const] : [])),
  );
}

function closingBy({ left, points, fullTimes }: Room): CloseFullDays {
  const unitsOf = ({ cake, size, options = [] }: Item) =>
    options.reduce(
      (sum, { groupId, choiceId }) => sum + (points[choiceKey(cake.id, groupId, choiceId)] ?? 0),
      points[size.id] ?? usualUnits(isAddOn({ cake }) ? 'personal-touch' : 'cake', size),
    );
  const sumOf = (items: Item[]) => items.reduce((sum, item) => sum + unitsOf(item), 0);

  return (rules, { items, sizes = [], basket, isCounted }) => {
    const own = sumOf(items);
    const [item] = items;
    if (!item) return rules;
    const others = basket.filter((each) => !isCounted(each));
    const held = heldItems();
    const sumOn = (day: Day, from: HeldItem[]) =>
      sumOf(from.filter(({ selectedDay }) => selectedDay === day));
    const offer = heldOffer();
    const full: Record<Day, string> = {};
    for (const [day, times] of Object.entries(fullTimes)) {
      // The server counts this browser's unpaid order, and the place that the waiting list offers it.
      const isHeld =
        offer?.day === day || held.some(({ selectedDay, time }) => selectedDay === day && time);
      if (!isDay(day) || isHeld) continue;
      const windows = timesOn(day, rules);
      if (windows.length > 0 && windows.every(({ time }) => times.includes(time)))
        full[day] = TIMES_FULL;
    }
    for (const [day, leftToOthers] of Object.entries(left)) {
      // Items without units always fit.
      if (!isDay(day) || own === 0) continue;
      // The server counts this browser's unpaid order as taken, and the place that the waiting list offers it.
      const offered = offer?.day === day ? offer.units : 0;
      const room = leftToOthers + sumOn(day, held) + offered;
      const free = room - sumOn(day, others);
      if (own <= free) continue;
      const fitsAlone = own <= room;
      full[day] =
        items.length > 1 || fitsAlone
          ? fullTogether(room)
          : fullText(
              { size: item.size.size, units: own },
              sizes.map((size) => ({ size: size.size, units: unitsOf({ ...item, size }) })),
              free,
            );
    }
    return Object.keys(full).length === 0 ? rules : { ...rules, fullDays: full };
  };
}
