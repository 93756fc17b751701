import type { Day } from '#domain/calendar/day.ts';
import { weekday } from '#domain/calendar/days.ts';
import type { IcsEvent } from '#domain/calendar/ics.ts';
import type { Trader } from '#domain/trader.ts';
import type { PublicOrder } from './order.ts';

/** The collection of the order's items of one day, as a calendar entry. */
export function collectionEvent(
  { id, number, items }: Pick<PublicOrder, 'id' | 'number' | 'items'>,
  day: Day,
  trader: Pick<Trader, 'name' | 'address' | 'phone' | 'openingHours' | 'whatToBring'>,
): IcsEvent {
  const { name, address, phone, openingHours, whatToBring } = trader;
  const titles = items.filter((item) => item.day === day).map(({ title }) => title);
  return {
    uid: `${id}-${day}`,
    day,
    hours: openingHours.week.find((open) => open.weekday === weekday(day)),
    summary: `Collect from ${name}`,
    location: [name, ...address].join(', '),
    description: [...titles, whatToBring, `Order ${number}. Phone ${phone}.`].join('\n'),
  };
}
