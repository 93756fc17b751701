import type { OpenDay } from '#domain/words/hours.ts';
import { isWithoutCollections } from './collection-days.ts';
import { Day } from './day.ts';
import { WEEKDAYS } from './days.ts';
import {
  type CalendarRules,
  GeneralRules,
  LOST_RULES,
  type OwnDay,
  StoredCalendar,
} from './rules.ts';
import { isWithinHours } from './times.ts';

// The calendar is one document. Its changes are pure functions from one calendar to the next.

/** What pages read of the calendar. */
export interface CafeCalendar {
  stored: StoredCalendar;
  rules: CalendarRules;
  /** 0 without a document. */
  version: number;
}

/** @param body of the document. Without one that can be read nothing can be ordered. */
export function readStored(body: unknown): StoredCalendar {
  return StoredCalendar.safeParse(body).data ?? LOST_RULES;
}

/**
 * The opening hours close weekdays too: nobody is there to hand a cake over. So the hours that visitors read and the days
 * that they can choose cannot contradict each other. Collection times outside them are not offered.
 */
export function withinHours(stored: StoredCalendar, week: OpenDay[]): CalendarRules {
  const shut = WEEKDAYS.filter((day) => !week.some(({ weekday }) => weekday === day));
  const closedWeekdays = [...new Set([...stored.closedWeekdays, ...shut])].sort();
  const open = closedWeekdays.filter((day) => !shut.includes(day));
  const times = stored.times?.flatMap((window) => {
    const weekdays = window.weekdays.filter((day) => {
      const hours = week.find(({ weekday }) => weekday === day);
      return hours && isWithinHours(window.time, hours);
    });
    return weekdays.length > 0 ? { ...window, weekdays } : [];
  });
  return {
    ...stored,
    closedWeekdays,
    ...(times && { times }),
    ...(open.length > 0 && { openWithoutCollection: open }),
  };
}

/**
 * `reopen` ends `close` and `stop-collections`, and leaves a day its own hours; `end-opening` ends `open`. Both leave other
 * days, and `keep` those that are decided.
 */
export type DayChange = 'close' | 'stop-collections' | 'open' | 'reopen' | 'end-opening' | 'keep';

export function withDays(
  calendar: StoredCalendar,
  wanted: Day[],
  change: DayChange,
  reason?: string,
): StoredCalendar {
  const days = withValues(calendar.days, wanted, (was) => ownDayAfter(was, change, reason));
  return { ...calendar, days };
}

/** @param own undefined: as the rules say. */
export function withDay(
  calendar: StoredCalendar,
  day: Day,
  own: OwnDay | undefined,
): StoredCalendar {
  return { ...calendar, days: withValues(calendar.days, [day], () => own) };
}

/** @param reason undefined: as before; empty: none. */
function ownDayAfter(
  was: OwnDay | undefined,
  change: DayChange,
  reason = was?.reason,
): OwnDay | undefined {
  const hours = was?.hours;
  switch (change) {
    case 'close':
      return { is: 'closed', reason: reason || undefined, hours };
    case 'stop-collections':
      return { is: 'no-collections', reason: reason || undefined, hours };
    case 'open':
      return { is: 'open', hours };
    case 'reopen':
      if (!isWithoutCollections(was)) return was;
      return hours && { is: 'open', hours };
    case 'end-opening':
      return was?.is === 'open' ? undefined : was;
    case 'keep':
      return was ?? { is: 'as-usual' };
  }
}

/** @param capacity undefined: its weekday's. */
export function withCapacity(
  calendar: StoredCalendar,
  day: Day,
  capacity: number | undefined,
): StoredCalendar {
  return { ...calendar, capacities: withValues(calendar.capacities, [day], () => capacity) };
}

/** The soonest day first, as screens list them. */
function withValues<Value>(
  values: Record<Day, Value> | undefined,
  wanted: Day[],
  next: (was: Value | undefined) => Value | undefined,
): Record<Day, Value> {
  const changed = { ...values };
  for (const day of wanted) {
    const value = next(changed[day]);
    if (value === undefined) delete changed[day];
    else changed[day] = value;
  }
  return Object.fromEntries(
    Object.entries(changed).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

type RuleField = keyof GeneralRules;

/** What is different in another version of the calendar. */
export interface CalendarChange {
  days: { day: Day; was: OwnDay | undefined; is: OwnDay | undefined }[];
  /** A day's own capacity. */
  capacities: { day: Day; was: number | undefined; is: number | undefined }[];
  rules: { fields: RuleField[]; was: GeneralRules; is: GeneralRules };
}

/** @returns undefined if they are equal. */
export function changeBetween(was: StoredCalendar, is: StoredCalendar): CalendarChange | undefined {
  const days = changedDays(was.days, is.days);
  const capacities = changedDays(was.capacities, is.capacities);
  const fields = GeneralRules.keyof().options.filter((field) => !isSame(was[field], is[field]));
  if (days.length + capacities.length + fields.length === 0) return undefined;
  return { days, capacities, rules: { fields, was, is } };
}

function changedDays<Value>(before: Record<Day, Value> = {}, after: Record<Day, Value> = {}) {
  return Object.keys({ ...before, ...after })
    .sort()
    .map((text) => Day.parse(text))
    .map((day) => ({ day, was: before[day], is: after[day] }))
    .filter(({ was, is }) => !isSame(was, is));
}

/** The schemas give all values the same order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
