import * as z from 'zod';
import type { OpenDay } from '#domain/words/hours.ts';
import { Day } from './day.ts';
import { WEEKDAYS } from './days.ts';
import { CalendarRules, GeneralRules, Hours, LOST_RULES } from './rules.ts';
import { isWithinHours } from './times.ts';

// The calendar is one document. Its changes are pure functions from one calendar to the next.

/** What the owner has decided about a single day. A reason may be empty; hours that are missing are the weekday's. */
const OwnDay = z.discriminatedUnion('is', [
  /** The hours count again when the day is opened. */
  z.object({ is: z.literal('closed'), reason: z.string(), hours: Hours.optional() }),
  /** The cafe is open and bakes: the day is fully booked, or nobody can hand cakes over. */
  z.object({ is: z.literal('no-collections'), reason: z.string(), hours: Hours.optional() }),
  /** In spite of the rules. */
  z.object({ is: z.literal('open'), hours: Hours.optional() }),
  /** A bank holiday that stays as the rules say, and is not offered again. */
  z.object({ is: z.literal('as-usual') }),
]);
export type OwnDay = z.infer<typeof OwnDay>;

export const StoredCalendar = z.object({
  general: GeneralRules,
  /** Single days. */
  days: z.record(Day, OwnDay),
  /** Of single days in units, instead of their weekday's. */
  capacities: z.record(Day, z.int()),
});
export type StoredCalendar = z.infer<typeof StoredCalendar>;

/** @param body of the document. Without one that can be read nothing can be ordered. */
export function readStored(body: unknown): StoredCalendar {
  const lost = { general: LOST_RULES, days: {}, capacities: {} };
  return StoredCalendar.safeParse(body).data ?? lost;
}

/**
 * What a change starts from: rules that are lost are replaced, and single days stay.
 * @throws if the single days cannot be read: a change would delete them.
 */
export function readToChange(body: unknown): StoredCalendar {
  const Changeable = StoredCalendar.extend({ general: GeneralRules.catch(LOST_RULES) });
  return Changeable.parse(body ?? { days: {}, capacities: {} });
}

/**
 * The calendar of a new shop. The specification's forbidden days are "closed or fully booked": they say nothing of the
 * cafe's hours.
 */
export function newCalendar({
  forbiddenDays,
  closedReasons = {},
  extraDays = [],
  dayHours: _,
  ...general
}: CalendarRules): StoredCalendar {
  const closed = forbiddenDays.map((day) => [
    day,
    { is: 'no-collections', reason: closedReasons[day] ?? '' },
  ]);
  const open = extraDays.map((day) => [day, { is: 'open' }]);
  return { general, days: Object.fromEntries([...closed, ...open]), capacities: {} };
}

function rulesOf({ general, days }: StoredCalendar): CalendarRules {
  const own = daysIn(days).sort(([one], [other]) => (one < other ? -1 : 1));
  const closed = own.flatMap(([day, one]) =>
    isWithoutCollections(one) ? { day, reason: one.reason } : [],
  );
  const reasons = closed.filter(({ reason }) => reason !== '');
  const open = own.filter(([, { is }]) => is === 'open').map(([day]) => day);
  const hours = own
    .map(([day, one]): [Day, Hours | null | undefined] => [day, ownHours(one)])
    .filter(([, one]) => one !== undefined);
  return CalendarRules.parse({
    ...general,
    forbiddenDays: closed.map(({ day }) => day),
    ...(reasons.length > 0 && {
      closedReasons: Object.fromEntries(reasons.map(({ day, reason }) => [day, reason])),
    }),
    ...(open.length > 0 && { extraDays: open }),
    ...(hours.length > 0 && { dayHours: Object.fromEntries(hours) }),
  });
}

/** @returns null for a closed cafe, undefined for the weekday's hours. */
function ownHours(own: OwnDay): Hours | null | undefined {
  if (own.is === 'closed') return null;
  return 'hours' in own ? own.hours : undefined;
}

function daysIn<Value>(values: Record<string, Value>): [Day, Value][] {
  return Object.entries(values).map(([day, value]) => [Day.parse(day), value]);
}

/** Whether nothing can be collected on a single day, whatever the rules say. */
export function isWithoutCollections(
  own: OwnDay | undefined,
): own is Extract<OwnDay, { reason: string }> {
  return own?.is === 'closed' || own?.is === 'no-collections';
}

/**
 * `reopen` ends `close` and `stop-collections`, and leaves a day its own hours; `end-opening` ends `open`. Both leave other
 * days, and `keep` those that are decided.
 */
export type DayChange = 'close' | 'stop-collections' | 'open' | 'reopen' | 'end-opening' | 'keep';

/** What is missing stays as it is. */
interface DayDetails {
  reason?: string | undefined;
  hours?: Hours | undefined;
}

export function withDays(
  calendar: StoredCalendar,
  wanted: Day[],
  change: DayChange,
  details: DayDetails = {},
): StoredCalendar {
  const days = { ...calendar.days };
  for (const day of wanted) {
    const own = ownDayAfter(days[day], change, details);
    if (own) days[day] = own;
    else delete days[day];
  }
  return { ...calendar, days };
}

function ownDayAfter(
  was: OwnDay | undefined,
  change: DayChange,
  {
    reason = isWithoutCollections(was) ? was.reason : '',
    hours = was && 'hours' in was ? was.hours : undefined,
  }: DayDetails,
): OwnDay | undefined {
  const own = hours && { hours };
  switch (change) {
    case 'close':
      return { is: 'closed', reason, ...own };
    case 'stop-collections':
      return { is: 'no-collections', reason, ...own };
    case 'open':
      return { is: 'open', ...own };
    case 'reopen':
      if (!isWithoutCollections(was)) return was;
      return hours && { is: 'open', hours };
    case 'end-opening':
      return was?.is === 'open' ? undefined : was;
    case 'keep':
      return was ?? { is: 'as-usual' };
  }
}

/** @param capacity null: its weekday's. */
export function withCapacity(
  calendar: StoredCalendar,
  day: Day,
  capacity: number | null,
): StoredCalendar {
  const { [day]: _, ...others } = calendar.capacities;
  const own = capacity === null ? {} : { [day]: capacity };
  return { ...calendar, capacities: { ...others, ...own } };
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
export function changeBetween(
  before: StoredCalendar,
  after: StoredCalendar,
): CalendarChange | undefined {
  const days = changedDays(before.days, after.days);
  const capacities = changedDays(before.capacities, after.capacities);
  const [was, is] = [before.general, after.general];
  const fields = GeneralRules.keyof().options.filter((field) => !isSame(was[field], is[field]));
  if (days.length + capacities.length + fields.length === 0) return undefined;
  return { days, capacities, rules: { fields, was, is } };
}

function changedDays<Value>(before: Record<string, Value>, after: Record<string, Value>) {
  return Object.keys({ ...before, ...after })
    .sort()
    .map((day) => ({ day: Day.parse(day), was: before[day], is: after[day] }))
    .filter(({ was, is }) => !isSame(was, is));
}

/** The schemas give all values the same order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What pages read of the calendar. */
export interface CafeCalendar {
  /** As stored. */
  general: GeneralRules;
  rules: CalendarRules;
  capacities: ReadonlyMap<Day, number>;
  /** The single days about which the owner has decided something. */
  decided: ReadonlySet<Day>;
  /** 0 without a document. */
  version: number;
}

/** @param document as it is stored; undefined if there is none. */
export function readCalendar(
  document: { body: unknown; version: number } | undefined,
): CafeCalendar {
  const stored = readStored(document?.body);
  return {
    general: stored.general,
    rules: rulesOf(stored),
    capacities: new Map(daysIn(stored.capacities)),
    decided: new Set(daysIn(stored.days).map(([day]) => day)),
    version: document?.version ?? 0,
  };
}

/**
 * The opening hours close weekdays too: nobody is there to hand a cake over. So the hours that visitors read and the days
 * that they can choose cannot contradict each other. Collection times outside them are not offered.
 */
export function withinHours(calendar: CafeCalendar, week: OpenDay[]): CafeCalendar {
  const shut = WEEKDAYS.filter((day) => !week.some(({ weekday }) => weekday === day));
  const { rules } = calendar;
  const closedWeekdays = [...new Set([...rules.closedWeekdays, ...shut])].sort();
  const open = closedWeekdays.filter((day) => !shut.includes(day));
  const times = rules.times?.map((windows, index) => {
    const hours = week.find(({ weekday }) => weekday === index + 1);
    return hours ? windows.filter(({ time }) => isWithinHours(time, hours)) : [];
  });
  return {
    ...calendar,
    rules: {
      ...rules,
      closedWeekdays,
      ...(times && { times }),
      ...(open.length > 0 && { openWithoutCollection: open }),
    },
  };
}
