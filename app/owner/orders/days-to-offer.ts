import { countOf, unitsInWords } from '#app/owner/collections/collection-view.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listCollections } from '#server/orders/book.ts';
import { dayLoads } from '#server/orders/days.ts';
import type { Shop } from '#server/shop.ts';

/** Shown before a closed day is taken all the same, because that overrides its limit too. */
export async function loadInWords(day: Day, shop: Shop): Promise<string> {
  const [offered] = await daysToOffer([day], shop);
  return `It has ${offered?.load}.`;
}

/** Days that staff may choose for an order, soonest first, with what is booked for them. */
export async function daysToOffer(days: Day[], shop: Shop) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const [collections, loads, rules] = await Promise.all([
    listCollections(shop, { from: first, to: last }),
    dayLoads(shop, first, last),
    calendarRules(shop),
  ]);
  return days.map((day) => ({
    day,
    words: dayInWords(day, 'short'),
    load: [
      countOf(collections.filter((other) => other.day === day).length, 'order'),
      unitsInWords(day, rules, loads),
    ]
      .filter(Boolean)
      .join(' · '),
  }));
}
