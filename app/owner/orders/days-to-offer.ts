import { countOf, unitsInWords } from '#app/owner/collections/collection-view.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import type { CalendarRules, CollectionTime } from '#domain/calendar/rules.ts';
import { timeInWords } from '#domain/calendar/times.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { ordersByDay } from '#server/orders/book.ts';
import { dayLoads } from '#server/orders/days.ts';
import type { Shop } from '#server/shop.ts';

/** Shown before a closed day is taken all the same, because that overrides its limit too. */
export async function loadInWords(day: Day, shop: Shop): Promise<string> {
  const { loadOn } = await bookedLoads(day, day, shop);
  return `It has ${loadOn(day)}.`;
}

/**
 * The collection times of any weekday, for a choice that needs no scripts: the day is chosen in the same form.
 * @param kept the order's time, which the cafe may not offer any more.
 * @returns none if the shop asks for no time.
 */
export function timesToOffer(
  { times = [] }: Pick<CalendarRules, 'times'>,
  kept?: CollectionTime,
): { value: string; title: string }[] {
  const offered = new Set([...times.map(({ time }) => time), ...(kept ? [kept] : [])]);
  if (offered.size === 0) return [];
  return [
    { value: '', title: 'Please choose' },
    ...[...offered].sort().map((time) => ({ value: time, title: timeInWords(time) })),
  ];
}

/** Days that staff may choose for an order, soonest first, with what is booked for them. */
export async function daysToOffer(days: Day[], shop: Shop) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const { loadOn } = await bookedLoads(first, last, shop);
  return days.map((day) => ({ day, words: dayInWords(day, 'short'), load: loadOn(day) }));
}

/** What is booked for the days that have orders, for one that is typed: `3 orders, 14 of 20 points`. */
export async function loadsToShow(
  first: Day,
  last: Day,
  shop: Shop,
): Promise<Record<string, string>> {
  const { days, loadOn } = await bookedLoads(first, last, shop);
  return Object.fromEntries(days.map((day) => [day, loadOn(day)]));
}

async function bookedLoads(first: Day, last: Day, shop: Shop) {
  const [orders, loads, rules] = await Promise.all([
    ordersByDay(shop, first, last),
    dayLoads(shop, first, last),
    calendarRules(shop),
  ]);
  return {
    days: [...orders.keys()].filter(isDay),
    loadOn: (day: Day) =>
      [
        countOf(orders.get(day) ?? 0, 'order'),
        // In one piece on a narrow tile.
        unitsInWords(day, rules, loads)?.replaceAll(' ', '\u00a0'),
      ]
        .filter(Boolean)
        .join(', '),
  };
}
