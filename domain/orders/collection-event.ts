import type { Day } from '#domain/calendar/day.ts';
import type { IcsEvent } from '#domain/calendar/ics.ts';
import type { Hours } from '#domain/calendar/rules.ts';
import { hoursOf, timeOf } from '#domain/calendar/times.ts';
import type { Merchant } from '#domain/merchant.ts';
import { hoursInWords, hoursOn } from '#domain/words/hours.ts';
import { cakesFirst, itemsInWords } from './items-in-words.ts';
import type { PublicOrder } from './order.ts';

/**
 * The collection of the order's items of one day, as calendar entries: one, unless items that were
 * ordered for different days have been moved to the same one. An entry keeps the identity that it had on
 * its first day, so that importing it again moves it. Without a collection time it is the first hour of the
 * day's opening hours, which the description has.
 * @param link to the order, for whoever gets the entries.
 */
export function collectionEvents(
  { id, number, items }: Pick<PublicOrder, 'id' | 'number' | 'items'>,
  day: Day,
  merchant: Pick<Merchant, 'name' | 'address' | 'phone' | 'openingHours' | 'whatToBring'>,
  link: string,
): IcsEvent[] {
  const { name, address, phone, openingHours, whatToBring } = merchant;
  const hours = hoursOn(day, openingHours);
  const chosen = timeOf(items, day);
  const time = chosen ? hoursOf(chosen) : hours && firstHour(hours);
  const entries = Map.groupBy(
    items.filter((item) => item.day === day).sort(cakesFirst),
    ({ moved }) => moved?.firstDay ?? day,
  );
  return [...entries].map(([firstDay, own]) => ({
    uid: `${id}-${firstDay}`,
    sequence: Math.max(...own.map(({ moved }) => moved?.times ?? 0)),
    day,
    time: time && { starts: time.opens, ends: time.closes },
    summary: `Collect ${itemsInWords(own)} from ${name}`,
    location: [name, ...address].join(', '),
    description: [
      ...own.map(({ title }) => title),
      ...(hours ? [`Open ${hoursInWords(hours)}.`] : []),
      whatToBring,
      `Order ${number}. Phone ${phone}.`,
      link,
    ].join('\n'),
    url: link,
  }));
}

function firstHour({ opens, closes }: Hours): Hours {
  const [hour = 0, minute] = opens.split(':');
  const later = `${String(Number(hour) + 1).padStart(2, '0')}:${minute}`;
  return { opens, closes: later < closes ? later : closes };
}
