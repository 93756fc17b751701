import type { Day } from '#domain/calendar/day.ts';
import { withDays } from '#domain/calendar/stored-calendar.ts';
import { type CalendarVersion, changeCalendar } from '#server/content/calendar.ts';
import type { OpenDatabase } from './open-database.ts';
import { shopOn } from './shop-on.ts';

/** Closes any days, also such as the owner cannot reach. */
export function forbidDays(
  database: OpenDatabase,
  days: Day[],
  reason?: string,
): Promise<CalendarVersion | undefined> {
  return changeCalendar(shopOn(database), 'anna', (now) => withDays(now, days, 'close', reason));
}
