import type { Day } from './day.ts';
import { addDays, monthAndDay, weekday } from './days.ts';
import type { CalendarRules, ClosedPeriod, ClosedReason, YearlyPeriod } from './rules.ts';

/**
 * Decides whether a day can be chosen, for the page, the basket and the server (spec §5).
 * @returns why `day` cannot be chosen on the London day `today`, or `undefined` if it can.
 */
export function whyClosed(day: Day, today: Day, rules: CalendarRules): ClosedReason | undefined {
  if (day < addDays(today, rules.leadDays)) return 'too-soon';
  if (day > addDays(today, rules.daysAhead)) return 'too-far';
  return whyNotOpen(day, rules);
}

/** Why a day in the range of those that can be chosen cannot be. */
function whyNotOpen(day: Day, rules: CalendarRules): ClosedReason | undefined {
  if (isPaused(day, rules)) return 'forbidden-day';
  if (rules.extraDays?.includes(day)) return undefined;
  if (rules.closedWeekdays.includes(weekday(day))) return 'closed-weekday';
  if (closedPeriodOf(day, rules) !== undefined) return 'closed-period';
  if (rules.forbiddenDays.includes(day)) return 'forbidden-day';
  return undefined;
}

/** Whether the cafe takes no orders for a day because of its pause. */
export function isPaused(day: Day, { pause }: CalendarRules): boolean {
  return pause !== undefined && day < pause.until;
}

/** The yearly closed period that contains a day. */
export function closedPeriodOf(day: Day, rules: CalendarRules): ClosedPeriod | undefined {
  return rules.closedPeriods.find((period) => isWithin(period, day));
}

/** Whether a yearly period contains a day. */
export function isWithin({ from, to }: YearlyPeriod, day: Day): boolean {
  const date = monthAndDay(day);
  return from <= to ? from <= date && date <= to : from <= date || date <= to;
}

/** The next `count` days that can be chosen, soonest first; fewer if there are no more of them. */
export function nextOpenDays(
  count: number,
  today: Day,
  rules: CalendarRules,
  from: Day = today,
): Day[] {
  const open: Day[] = [];
  for (const day of openDays(today, rules, from)) {
    if (open.length === count) break;
    open.push(day);
  }
  return open;
}

function* openDays(today: Day, rules: CalendarRules, from: Day = today): Generator<Day> {
  const soonest = addDays(today, rules.leadDays);
  const last = addDays(today, rules.daysAhead);
  for (let day = from > soonest ? from : soonest; day <= last; day = addDays(day, 1)) {
    if (whyNotOpen(day, rules) === undefined) yield day;
  }
}

const OFFERED_DAYS = 5;
const OFFERED_SATURDAYS = 2;
const SATURDAY = 6;

/** The days to offer first: the soonest, with the next two Saturdays among them. */
export function offeredDays(today: Day, rules: CalendarRules): Day[] {
  const saturdays: Day[] = [];
  const others: Day[] = [];
  for (const day of openDays(today, rules)) {
    if (saturdays.length === OFFERED_SATURDAYS && others.length >= OFFERED_DAYS) break;
    const isOffered = weekday(day) === SATURDAY && saturdays.length < OFFERED_SATURDAYS;
    (isOffered ? saturdays : others).push(day);
  }
  return [...saturdays, ...others.slice(0, OFFERED_DAYS - saturdays.length)].sort();
}

/** The last day that can be chosen, if any can. */
export function lastOpenDay(today: Day, rules: CalendarRules): Day | undefined {
  for (let ahead = rules.daysAhead; ahead >= rules.leadDays; ahead -= 1) {
    const day = addDays(today, ahead);
    if (whyClosed(day, today, rules) === undefined) return day;
  }
  return undefined;
}
