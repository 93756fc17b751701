import type { Collection } from '#domain/book/collection.ts';
import { isToHandOver } from '#domain/book/collection.ts';
import { addDays } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listCollections } from '#server/orders/book.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { closedWords } from './words.ts';

/** What is still to be collected on days that customers cannot choose any more. */
export async function bookedOnClosedDays(shop: Shop): Promise<Collection[]> {
  const today = todayAt(shop);
  const [booked, rules] = await Promise.all([
    listCollections(shop, { from: today, to: addDays(today, MAX_DAYS_AHEAD) }),
    calendarRules(shop),
  ]);
  return booked.filter((each) => isToHandOver(each) && closedWords(each.day, rules) !== undefined);
}
