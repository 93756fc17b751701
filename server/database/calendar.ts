import type { Kysely, Transaction } from 'kysely';
import { Day } from '#domain/calendar/day.ts';
import type { Calendar } from '#domain/calendar/rules.ts';
import { CalendarRules } from '#domain/calendar/rules.ts';
import type { Changes } from '#domain/ports.ts';
import { noteChange } from './changes.ts';
import { readSnapshot } from './read-snapshot.ts';
import type { Tables } from './tables.ts';
import { createVersionedCache } from './versioned-cache.ts';

const RULES = 'rules';
const WeeklyRules = CalendarRules.omit({ forbiddenDays: true });

/** @param version the version that the cached rules are compared with. */
export function createCalendar(db: Kysely<Tables>, version: Changes['version']): Calendar {
  const keptRules = createVersionedCache<CalendarRules>(version, 1);
  return {
    async rules() {
      const kept = await keptRules();
      const rules = kept.get(RULES) ?? (await readRules(db));
      kept.set(RULES, rules);
      return rules;
    },

    weeklyRules: () => readSnapshot(db, readWeeklyRules),

    async forbid(days) {
      // PostgreSQL rejects an empty list.
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

function readRules(db: Kysely<Tables>): Promise<CalendarRules> {
  return readSnapshot(db, async (moment) => {
    const rules = await readWeeklyRules(moment);
    const forbidden = await moment
      .selectFrom('forbidden_days')
      .select('day')
      .orderBy('day')
      .execute();
    return CalendarRules.parse({ ...rules, forbiddenDays: forbidden.map(({ day }) => day) });
  });
}

async function readWeeklyRules(moment: Transaction<Tables>) {
  const row = await moment
    .selectFrom('calendar_rules')
    .selectAll()
    .executeTakeFirstOrThrow(() => new Error('The database has no calendar: seed it first.'));
  return WeeklyRules.parse({
    leadDays: row.lead_days,
    daysAhead: row.days_ahead,
    closedWeekdays: JSON.parse(row.closed_weekdays),
    closedPeriods: JSON.parse(row.closed_periods),
  });
}

async function noteDays(trx: Transaction<Tables>, rows: { day: string }[]): Promise<Day[]> {
  const days = rows.map(({ day }) => Day.parse(day)).sort();
  await noteChange(
    trx,
    days.map((day) => `/calendar/forbiddenDays/${day}`),
  );
  return days;
}
