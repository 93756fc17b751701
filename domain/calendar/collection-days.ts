import type { Day } from './day.ts';
import { addDays, monthAndDay, weekday } from './days.ts';
import type { CalendarRules, ClosedPeriod } from './rules.ts';

/** Why a day cannot be chosen. `sunday` is the weekly closed day, whichever the rules name. */
export type ClosedReason = 'too-soon' | 'sunday' | 'closed-period' | 'forbidden-day';

/**
 * The one judge of collection days: the page, the basket and the server all ask it (spec §5).
 * @returns the reason why `day` cannot be chosen on the London day `today`, or `undefined` if it can.
 */
export function whyClosed(day: Day, today: Day, rules: CalendarRules): ClosedReason | undefined {
  if (day < addDays(today, rules.leadDays)) return 'too-soon';
  if (rules.closedWeekdays.includes(weekday(day))) return 'sunday';
  if (closedPeriodOf(day, rules) !== undefined) return 'closed-period';
  if (rules.forbiddenDays.includes(day)) return 'forbidden-day';
  return undefined;
}

/** The yearly closed period that a day falls into, for saying which. */
export function closedPeriodOf(day: Day, rules: CalendarRules): ClosedPeriod | undefined {
  const date = monthAndDay(day);
  return rules.closedPeriods.find(({ from, to }) =>
    from <= to ? from <= date && date <= to : from <= date || date <= to,
  );
}

/** How far ahead is looked for an open day before it is said that there is none. */
const HORIZON_DAYS = 400;

/** The next `count` days that can be chosen, soonest first; fewer if the cafe is closed for a year. */
export function nextOpenDays(count: number, today: Day, rules: CalendarRules): Day[] {
  const open: Day[] = [];
  let day = addDays(today, rules.leadDays);
  for (let ahead = 0; ahead < HORIZON_DAYS && open.length < count; ahead += 1) {
    if (whyClosed(day, today, rules) === undefined) open.push(day);
    day = addDays(day, 1);
  }
  return open;
}
