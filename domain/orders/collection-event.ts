import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { IcsEvent } from '#domain/calendar/ics.ts';
import type { Hours } from '#domain/calendar/rules.ts';
import { hoursOf, timeOf } from '#domain/calendar/times.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import type { Merchant } from '#domain/merchant.ts';
import { hoursInWords, hoursOn, inWords, type OpeningHours } from '#domain/words/hours.ts';
import { cakesFirst, itemsInWords } from './items-in-words.ts';
import type { PublicOrder } from './public-order.ts';

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
      ...own.map(({ title, options = [] }) =>
        [title, optionsInWords(options)].filter(Boolean).join(', '),
      ),
      ...(hours ? [`Open ${hoursInWords(hours)}.`] : []),
      whatToBring,
      `Order ${number}. Phone ${phone}.`,
      link,
    ].join('\n'),
    url: link,
  }));
}

/** Takes an entry out of a calendar that has it. */
export function cancelledEvent(event: IcsEvent): IcsEvent {
  return { ...event, sequence: event.sequence + 1, isCancelled: true };
}

function firstHour({ opens, closes }: Hours): Hours {
  const [hour = 0, minute] = opens.split(':');
  const later = `${String(Number(hour) + 1).padStart(2, '0')}:${minute}`;
  return { opens, closes: later < closes ? later : closes };
}

/** When who collects on these days can come: one sentence for days with the same hours. */
export function hoursForDays(opening: OpeningHours, days: Day[]): string[] {
  const byHours = Map.groupBy(days, (day) => {
    const hours = hoursOn(day, opening);
    return hours && hoursInWords(hours);
  });
  return [...byHours].map(([hours, same]) => {
    const on = `On ${inWords(same.map((day) => dayInWords(day)))}`;
    // The cafe has booked an order for a day on which it is closed, and knows when somebody is there.
    return hours ? `${on} we are open ${hours}.` : `${on} we open for you: ring us for the time.`;
  });
}
