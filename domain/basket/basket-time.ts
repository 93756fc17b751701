import type { Day } from '#domain/calendar/day.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import type { Basket } from './basket.ts';

// A file of its own: pages need it before a basket is opened, and would load all of `lines.ts`.

/** When the visitor wants to come on a day; undefined if no item says. The cafe may not offer it any more. */
export function basketTime(basket: Basket, day: Day): CollectionTime | undefined {
  return basket.find(({ selectedDay, time }) => selectedDay === day && time)?.time;
}
