import type { Day } from '#domain/calendar/day.ts';
import { weekday } from '#domain/calendar/days.ts';
import type { IcsEvent } from '#domain/calendar/ics.ts';
import { hoursOf, timeOf } from '#domain/calendar/times.ts';
import type { Merchant } from '#domain/merchant.ts';
import { cakesFirst, itemsInWords } from './items-in-words.ts';
import type { PublicOrder } from './order.ts';

/**
 * The collection of the order's items of one day, as calendar entries: one, unless items that were
 * ordered for different days have been moved to the same one. An entry keeps the identity that it had on
 * its first day, so that importing it again moves it.
 */
export function collectionEvents(
  { id, number, items }: Pick<PublicOrder, 'id' | 'number' | 'items'>,
  day: Day,
  merchant: Pick<Merchant, 'name' | 'address' | 'phone' | 'openingHours' | 'whatToBring'>,
): IcsEvent[] {
  const { name, address, phone, openingHours, whatToBring } = merchant;
  const time = timeOf(items, day);
  const entries = Map.groupBy(
    items.filter((item) => item.day === day).sort(cakesFirst),
    ({ moved }) => moved?.firstDay ?? day,
  );
  return [...entries].map(([firstDay, own]) => ({
    uid: `${id}-${firstDay}`,
    sequence: Math.max(...own.map(({ moved }) => moved?.times ?? 0)),
    day,
    hours: time ? hoursOf(time) : openingHours.week.find((open) => open.weekday === weekday(day)),
    summary: `Collect ${itemsInWords(own)} from ${name}`,
    location: [name, ...address].join(', '),
    description: [
      ...own.map(({ title }) => title),
      whatToBring,
      `Order ${number}. Phone ${phone}.`,
    ].join('\n'),
  }));
}
