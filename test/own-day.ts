import type { Day } from '#domain/calendar/day.ts';
import type { CalendarRules, Hours } from '#domain/calendar/rules.ts';

/** A day that has hours of its own or is closed, for `null`; no day for `undefined`. */
export function ownDay(day: Day, hours: Hours | null | undefined): CalendarRules['days'] {
  if (hours === undefined) return {};
  return { [day]: hours ? { is: 'open', hours } : { is: 'closed' } };
}
