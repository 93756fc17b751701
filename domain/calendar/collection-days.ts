import type { Instant } from '#domain/clock.ts';
import type { Day } from './day.ts';
import { addDays, londonDay, londonTime, monthAndDay, weekday } from './days.ts';
import type {
  CalendarRules,
  ClosedPeriod,
  ClosedReason,
  DayRules,
  OwnDay,
  YearlyPeriod,
} from './rules.ts';

/** The rules for an order that is placed at an instant. */
export function rulesAt(instant: Instant, rules: CalendarRules): DayRules {
  const startsOn = startAfterCutOff(instant, rules);
  return startsOn === undefined ? rules : { ...rules, startsOn };
}

/** The next day, from the cut-off on; undefined before it. */
export function startAfterCutOff(
  instant: Instant,
  { cutOff }: Pick<CalendarRules, 'cutOff'>,
): Day | undefined {
  if (cutOff === undefined || londonTime(instant) < cutOff) return undefined;
  return addDays(londonDay(instant), 1);
}

/**
 * Decides whether a day can be chosen, for the page, the basket and the server (spec §5).
 * @param rules with `rulesAt`, where an order may be placed after the cut-off.
 * @returns why `day` cannot be chosen on the London day `today`, or `undefined` if it can.
 */
export function whyClosed(day: Day, today: Day, rules: DayRules): ClosedReason | undefined {
  if (day < firstDay(today, rules)) return 'too-soon';
  if (day > addDays(today, rules.daysAhead)) return 'too-far';
  return whyNotOpen(day, rules);
}

/** The first day that the notice allows, open or not; one that is too far ahead if there is none. */
export function firstDay(today: Day, rules: DayRules): Day {
  const { startsOn = today, notBefore = today, leadDays, noticeInBakingDays } = rules;
  const start = later(today, startsOn);
  const first = noticeInBakingDays
    ? afterBakingDays(start, leadDays, rules)
    : addDays(start, leadDays);
  return later(first, notBefore);
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other;
}

/** The day after the first `count` baking days from `start` on. */
function afterBakingDays(start: Day, count: number, rules: DayRules): Day {
  const last = addDays(start, rules.daysAhead);
  let day = start;
  for (let left = count; left > 0 && day <= last; day = addDays(day, 1)) {
    if (isBakingDay(day, rules)) left -= 1;
  }
  return day;
}

/**
 * Whether the cafe is open, also if nobody collects. In a pause too: it names the first day of collection, and only the
 * owner knows how long the cafe bakes before it.
 */
function isBakingDay(day: Day, rules: CalendarRules): boolean {
  const own = rules.days[day];
  if (own?.is === 'closed') return false;
  if (own?.is === 'open' || own?.hours) return true;
  const number = weekday(day);
  const isShut =
    rules.closedWeekdays.includes(number) && !rules.openWithoutCollection?.includes(number);
  return !isShut && closedPeriodOf(day, rules) === undefined;
}

/** Why a day in the range of those that can be chosen cannot be. */
function whyNotOpen(day: Day, rules: DayRules): ClosedReason | undefined {
  if (isPaused(day, rules)) return 'forbidden-day';
  const own = rules.days[day];
  if (own?.is !== 'open') {
    if (rules.closedWeekdays.includes(weekday(day))) return 'closed-weekday';
    if (closedPeriodOf(day, rules) !== undefined) return 'closed-period';
    if (isWithoutCollections(own)) return 'forbidden-day';
  }
  return rules.fullDays?.[day] === undefined ? undefined : 'forbidden-day';
}

/** Whether the owner has decided that nothing can be collected on a day, whatever the rules say. */
export function isWithoutCollections(own: OwnDay | undefined): boolean {
  return own?.is === 'closed' || own?.is === 'no-collections';
}

/** Whether the cafe takes no orders for a day because of its pause. */
export function isPaused(day: Day, { pause }: CalendarRules): boolean {
  return pause !== undefined && day < pause.until;
}

/** The yearly closed period that contains a day. */
export function closedPeriodOf(
  day: Day,
  { closedPeriods }: Pick<CalendarRules, 'closedPeriods'>,
): ClosedPeriod | undefined {
  return closedPeriods.find((period) => isWithin(period, day));
}

/** Whether a yearly period contains a day. */
export function isWithin({ from, to }: YearlyPeriod, day: Day): boolean {
  const date = monthAndDay(day);
  return from <= to ? from <= date && date <= to : from <= date || date <= to;
}

/** The next `count` days that can be chosen, soonest first; fewer if there are no more of them. */
export function nextOpenDays(count: number, today: Day, rules: DayRules, from: Day = today): Day[] {
  const open: Day[] = [];
  for (const day of openDays(today, rules, from)) {
    if (open.length === count) break;
    open.push(day);
  }
  return open;
}

function* openDays(today: Day, rules: DayRules, from: Day = today): Generator<Day> {
  const last = addDays(today, rules.daysAhead);
  for (let day = later(from, firstDay(today, rules)); day <= last; day = addDays(day, 1)) {
    if (whyNotOpen(day, rules) === undefined) yield day;
  }
}

const OFFERED_DAYS = 5;
const OFFERED_SATURDAYS = 2;
const SATURDAY = 6;

/** The days to offer first: the soonest, with the next two Saturdays among them. */
export function offeredDays(today: Day, rules: DayRules): Day[] {
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
export function lastOpenDay(today: Day, rules: DayRules): Day | undefined {
  const first = firstDay(today, rules);
  for (let day = addDays(today, rules.daysAhead); day >= first; day = addDays(day, -1)) {
    if (whyNotOpen(day, rules) === undefined) return day;
  }
  return undefined;
}
