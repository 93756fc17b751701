import type { Kysely, Transaction } from 'kysely';
import { Day } from '#domain/calendar/day.ts';
import { CalendarRules } from '#domain/calendar/rules.ts';
import type { Calendar } from '#domain/ports.ts';
import { noteChange } from './changes.ts';
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

    async forbid(days) {
      // PostgreSQL does not know an empty list.
      if (days.length === 0) return [];
      return db.transaction().execute(async (trx) => {
        const rows = await trx
          .insertInto('forbidden_days')
          .values(days.map((day) => ({ day })))
          .onConflict((there) => there.column('day').doNothing())
          .returning('day')
          .execute();
        return noteDays(trx, rows);
      });
    },

    async allow(days) {
      if (days.length === 0) return [];
      return db.transaction().execute(async (trx) => {
        const rows = await trx
          .deleteFrom('forbidden_days')
          .where('day', 'in', days)
          .returning('day')
          .execute();
        return noteDays(trx, rows);
      });
    },
  };
}

async function noteDays(trx: Transaction<Tables>, rows: { day: string }[]): Promise<Day[]> {
  const days = rows.map(({ day }) => Day.parse(day)).sort();
  await noteChange(
    trx,
    days.map((day) => `/calendar/forbiddenDays/${day}`),
  );
  return days;
}
