import { whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { DayRules } from '#domain/calendar/rules.ts';

interface UnavailableDayProps {
  day: Day;
  today: Day;
  rules: DayRules;
}

/** Why the chosen day can no longer be chosen. */
export function UnavailableDay({ day, today, rules }: UnavailableDayProps) {
  const why = rules.days[day]?.reason ?? rules.fullDays?.[day];
  if (why) return `${dayInWords(day)}: ${why}. Please choose another day.`;
  // The page was left open overnight; the cafe has not closed the day.
  const isTooSoon = whyClosed(day, today, rules) === 'too-soon';
  const what = isTooSoon ? 'By now it is too late for' : 'We have had to close';
  return `${what} ${dayInWords(day)}: please choose another day.`;
}
