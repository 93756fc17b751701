import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, LONDON } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';

/** `Saturday 12 December is held for you until 15:40.` */
export function heldDaysText(days: Day[], until: Instant): string {
  const names = days.map((day) => dayInWords(day).replace(/ \d{4}$/, ''));
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: LONDON, timeStyle: 'short' });
  return `${names.join(' and ')} ${days.length === 1 ? 'is' : 'are'} held for you until ${time.format(new Date(until))}.`;
}
