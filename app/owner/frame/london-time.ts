import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, LONDON, londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';

// Times for people.

const clockTime = new Intl.DateTimeFormat('en-GB', { timeZone: LONDON, timeStyle: 'short' });

/** `18:02` */
export function timeInLondon(at: Instant): string {
  return clockTime.format(new Date(at));
}

/** `Fri 27 Nov, 14:05` */
export function instantInWords(at: Instant): string {
  return `${dayInWords(londonDay(at), 'short')}, ${timeInLondon(at)}`;
}

/** `Friday 27 November 2026, 14:05`, for a paper, which is read for years. */
export function timeWithYear(at: Instant): string {
  return `${dayInWords(londonDay(at))}, ${timeInLondon(at)}`;
}

/** `14:05`, or `Fri 27 Nov, 14:05` on another day. */
export function timeOrInstant(at: Instant, today: Day): string {
  return londonDay(at) === today ? timeInLondon(at) : instantInWords(at);
}

/** `Anna, at 10:04,`: who has changed what a form shows. */
export function whoAt(name: string, at: Instant): string {
  return `${name}, at ${timeInLondon(at)},`;
}
