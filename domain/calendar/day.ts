import { fromDate, parseDate, toCalendarDate } from '@internationalized/date';
import * as z from 'zod';
import type { Instant } from '#domain/clock.ts';

export const LONDON = 'Europe/London';

/** A calendar day in London, `YYYY-MM-DD`: text, because a `Date` is a moment and shifts with the zone. */
export const Day = z.iso.date().brand<'Day'>();
export type Day = z.infer<typeof Day>;

/** The day it is in London at a moment, wherever the visitor or the server may be. */
export function londonDay(instant: Instant): Day {
  return Day.parse(toCalendarDate(fromDate(new Date(instant), LONDON)).toString());
}

export function addDays(day: Day, days: number): Day {
  return Day.parse(parseDate(day).add({ days }).toString());
}

/** Monday 1 to Sunday 7, as ISO 8601 counts. */
export function weekday(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** `12-31`: what stays the same every year. */
export function monthAndDay(day: Day): string {
  return day.slice(5);
}

/** `2026-12-05` → `Saturday 5 December 2026`, or with `short` `Sat 5 Dec`. */
export function dayInWords(day: Day, length: 'full' | 'short' = 'full'): string {
  const full = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const short = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat('en-GB', {
    ...(length === 'full' ? full : short),
    timeZone: 'UTC',
  })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '');
}

export class InvalidDateFormat extends Error {
  constructor(text: string) {
    super(`Invalid date format: ${text}`);
    this.name = 'InvalidDateFormat';
  }
}

/**
 * `2026-12-05` → `05.12.2026`, as the basket shows it (spec §2).
 * @throws {InvalidDateFormat} for text that is not a day (spec §8).
 */
export function displayDay(text: string): string {
  if (!Day.safeParse(text).success) throw new InvalidDateFormat(text);
  return text.split('-').reverse().join('.');
}
