import type { Kysely } from 'kysely';
import { CalendarRules } from '#domain/calendar/rules.ts';
import type { Calendar } from '#domain/ports.ts';
import { inOneMoment } from './one-moment.ts';
import type { Tables } from './tables.ts';

export function createCalendar(db: Kysely<Tables>): Calendar {
  return {
    rules: () =>
      inOneMoment(db, async (moment) => {
        const row = await moment
          .selectFrom('calendar_rules')
          .selectAll()
          .executeTakeFirstOrThrow(() => new Error('The database has no calendar: seed it first.'));
        const forbidden = await moment
          .selectFrom('forbidden_days')
          .select('day')
          .orderBy('day')
          .execute();
        return CalendarRules.parse({
          leadDays: row.lead_days,
          closedWeekdays: JSON.parse(row.closed_weekdays),
          closedPeriods: JSON.parse(row.closed_periods),
          forbiddenDays: forbidden.map(({ day }) => day),
        });
      }),
  };
}
