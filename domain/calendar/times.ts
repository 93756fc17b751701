import { matching } from '#domain/guard.ts';
import { clockTime } from '#domain/words/hours.ts';
import type { Day } from './day.ts';
import { dayInWords, weekday } from './days.ts';
import type { CalendarRules, CollectionTime, Hours, TimeWindow } from './rules.ts';

// Collection times: windows of a day, such as 10am to 12pm, of which an order has one for each of its days.

/** The rules that say which windows a day has. */
export type TimeRules = Pick<CalendarRules, 'times' | 'days'>;

/**
 * The windows that customers can choose on a day, within its own hours if it has any; none if the cafe is closed, or asks
 * for no time.
 */
export function timesOn(day: Day, { times, days }: TimeRules): TimeWindow[] {
  const windows = times?.filter(({ weekdays }) => weekdays.includes(weekday(day))) ?? [];
  const { is, hours } = days[day] ?? {};
  if (is === 'closed') return [];
  return hours ? windows.filter(({ time }) => isWithinHours(time, hours)) : windows;
}

/** Whether a window can be full. */
export function hasTimeLimits({ times }: Pick<CalendarRules, 'times'>): boolean {
  return times?.some(({ most }) => most !== null) === true;
}

/** As opening hours: `10:00` to `12:00`, London time. */
export function hoursOf(time: CollectionTime): Hours {
  const [opens = '', closes = ''] = time.split('-');
  return { opens, closes };
}

export function isWithinHours(time: CollectionTime, { opens, closes }: Hours): boolean {
  const own = hoursOf(time);
  return opens <= own.opens && own.closes <= closes;
}

/** Agrees with the schema `CollectionTime`, which browsers do not load. */
export const isCollectionTime = matching(/^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/);

/** One that ends when the other begins does not overlap. */
export function overlap(one: CollectionTime, other: CollectionTime): boolean {
  const [first, second] = [hoursOf(one), hoursOf(other)];
  return first.opens < second.closes && second.opens < first.closes;
}

/** `10:00-12:00` → `10am–12pm` */
export function timeInWords(time: CollectionTime): string {
  const { opens, closes } = hoursOf(time);
  return `${clockTime(opens)}–${clockTime(closes)}`;
}

/** `Saturday 5 December 2026, 10am–12pm`; without a time the day alone. */
export function whenInWords(
  day: Day,
  time: CollectionTime | undefined,
  length?: Parameters<typeof dayInWords>[1],
  today?: Day,
): string {
  return [dayInWords(day, length, today), ...(time ? [timeInWords(time)] : [])].join(', ');
}

/** As `timeOf`, in words: `10am–12pm`; empty without one. */
export function timeOfInWords(...args: Parameters<typeof timeOf>): string {
  const time = timeOf(...args);
  return time === undefined ? '' : timeInWords(time);
}

/** The time at which an order's items of a day are collected: the same for all of them. */
export function timeOf(
  items: { day: Day; time?: CollectionTime | undefined }[],
  day: Day,
): CollectionTime | undefined {
  return items.find((item) => item.day === day && item.time)?.time;
}
