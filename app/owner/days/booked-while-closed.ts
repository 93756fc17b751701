import { countOf } from '#app/owner/collections/collection-view.ts';
import { customerName } from '#app/owner/collections/words.ts';
import { type Collection, isToHandOver } from '#domain/book/collection.ts';
import { addDays } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { isWithinHours, timeInWords, timeOf } from '#domain/calendar/times.ts';
import { hoursOn, type OpeningHours } from '#domain/words/hours.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listCollections } from '#server/orders/book.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { closedWords } from './words.ts';

// On the server: orders of which the calendar or the opening hours have changed since.

/** What is still to be collected on days that customers cannot choose any more, or at times when the cafe is closed. */
export async function bookedWhileClosed(shop: Shop): Promise<Collection[]> {
  const today = todayAt(shop);
  const [booked, rules, { openingHours }] = await Promise.all([
    listCollections(shop, { from: today, to: addDays(today, MAX_DAYS_AHEAD) }),
    calendarRules(shop),
    shop.merchant(),
  ]);
  return booked.filter(
    (each) =>
      isToHandOver(each) &&
      (closedWords(each.day, rules) !== undefined || timeOutside(each, openingHours) !== undefined),
  );
}

/** The collection time of an order if the cafe is closed then. */
function timeOutside({ items, day }: Collection, opening: OpeningHours) {
  const time = timeOf(items, day);
  const hours = hoursOn(day, opening);
  return time && hours && !isWithinHours(time, hours) ? time : undefined;
}

/** `1 order has a collection time when you are closed: Ada, 2pm–4pm`; undefined if none has. */
export function outsideHoursInWords(
  collections: Collection[],
  opening: OpeningHours,
): string | undefined {
  const outside = collections.filter(isToHandOver).flatMap((each) => {
    const time = timeOutside(each, opening);
    return time ? `${customerName(each)}, ${timeInWords(time)}` : [];
  });
  if (outside.length === 0) return undefined;
  const has = outside.length === 1 ? 'has' : 'have';
  return `${countOf(outside.length, 'order')} ${has} a collection time when you are closed: ${outside.join('; ')}`;
}
