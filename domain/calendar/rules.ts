import * as z from 'zod';
import { Day } from './day.ts';

const MonthAndDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

/** A period of every year, both ends included; it may span New Year. */
export const YearlyPeriod = z.object({ from: MonthAndDay, to: MonthAndDay });
export type YearlyPeriod = z.infer<typeof YearlyPeriod>;

/** A period in which the cafe is closed. */
const ClosedPeriod = YearlyPeriod.extend({
  /** For visitors: `Christmas`. */
  reason: z.string().optional(),
});
export type ClosedPeriod = z.infer<typeof ClosedPeriod>;

/** Two years; a later date is assumed to be a typing error. */
export const MAX_DAYS_AHEAD = 731;

/** Why a day cannot be chosen. */
export const ClosedReason = z.enum([
  'too-soon',
  'too-far',
  'closed-weekday',
  'closed-period',
  'forbidden-day',
]);
export type ClosedReason = z.infer<typeof ClosedReason>;

export const LeadDays = z.int().min(0).max(365);

const TIME = '([01]\\d|2[0-3]):[0-5]\\d';

/** `18:00`, in London. */
export const TimeOfDay = z.string().regex(new RegExp(`^${TIME}$`));

/** When the cafe is open on a day: `08:00` to `18:00`. */
export const Hours = z.object({ opens: TimeOfDay, closes: TimeOfDay });
export type Hours = z.infer<typeof Hours>;

export const MOST_UNITS = 9_999;

/** How many units the cafe makes on Monday, Tuesday and so on; null for a weekday without a limit. */
export const WeekCapacity = z.array(z.int().min(0).max(MOST_UNITS).nullable()).length(7);
export type WeekCapacity = z.infer<typeof WeekCapacity>;

/** A window of a day in which an order is collected, in London time: `10:00-12:00`. */
export const CollectionTime = z.string().regex(new RegExp(`^${TIME}-${TIME}$`));
export type CollectionTime = z.infer<typeof CollectionTime>;

export const MOST_ORDERS = 999;

const TimeWindow = z.object({
  time: CollectionTime,
  /** How many orders can be collected in it, beside the day's capacity; null for no limit. */
  most: z.int().min(1).max(MOST_ORDERS).nullable(),
  /** ISO weekdays (Sunday is 7) on which it can be chosen. */
  weekdays: z.array(z.int().min(1).max(7)).min(1),
});
export type TimeWindow = z.infer<typeof TimeWindow>;

/** The soonest first. */
export const TimeWindows = z.array(TimeWindow);

/** What the owner has decided about a single day. */
const OwnDay = z.object({
  /**
   * `closed`: the cafe is. `no-collections`: the cafe is open and bakes; the day is fully booked, or nobody can hand cakes
   * over. `open`: in spite of the rules. `as-usual`: a bank holiday that stays as the rules say, and is not offered again.
   */
  is: z.enum(['closed', 'no-collections', 'open', 'as-usual']),
  /** Why nothing can be collected, for visitors. */
  reason: z.string().optional(),
  /** Instead of its weekday's; of a closed day, those that count when it is opened again. */
  hours: Hours.optional(),
});
export type OwnDay = z.infer<typeof OwnDay>;

/** The owner's rules for collection days. What is not set is left out. */
export const CalendarRules = z.object({
  /** The first collection day, in days after today. */
  leadDays: LeadDays,
  /** In London. An order from then on counts as placed on the next day. */
  cutOff: TimeOfDay.optional(),
  /** Days on which the cafe is closed do not count towards the notice. */
  noticeInBakingDays: z.literal(true).optional(),
  /** The last collection day, in days after today, inclusive. */
  daysAhead: z.int().min(1).max(MAX_DAYS_AHEAD).default(180),
  /** ISO weekdays (Sunday is 7) on which nothing can be collected. */
  closedWeekdays: z.array(z.int().min(1).max(7)),
  /** Those of them on which the cafe is open. Follows from its opening hours (`withinHours`), and is not stored. */
  openWithoutCollection: z.array(z.int().min(1).max(7)).optional(),
  closedPeriods: z.array(ClosedPeriod),
  days: z.record(Day, OwnDay),
  /** No day before `until` can be chosen; later days can be ordered meanwhile. */
  pause: z.object({ until: Day, words: z.string() }).optional(),
  /** Missing while the shop has no limits. */
  capacity: WeekCapacity.optional(),
  /** Of single days in units, instead of their weekday's. */
  capacities: z.record(Day, z.int()).optional(),
  /** Missing while customers choose a day alone. */
  times: TimeWindows.optional(),
});
export type CalendarRules = z.infer<typeof CalendarRules>;

/** The rules for a shop or for a cake, at a moment. */
export interface DayRules extends CalendarRules {
  /** What visitors read instead of the lead time. */
  notice?: string;
  /** From which day the notice counts, if that is later than today: the cut-off has passed. */
  startsOn?: Day;
  /** The first day on which a cake that is away can be collected again. */
  notBefore?: Day;
  /** Days without room for what is wanted, with the reason for visitors. The cafe bakes on them. */
  fullDays?: Record<Day, string>;
}

/** The rules as they are stored. */
export const StoredCalendar = CalendarRules.omit({ openWithoutCollection: true });
export type StoredCalendar = z.infer<typeof StoredCalendar>;

/** Those that count every day. */
export const GeneralRules = StoredCalendar.omit({ days: true, capacities: true });
export type GeneralRules = z.infer<typeof GeneralRules>;

/**
 * In place of rules that the database has lost: pages are shown and nothing can be ordered, because any rule
 * for a day would be a guess. The owner sees it as a pause, and ending it stores these rules.
 */
export const LOST_RULES: StoredCalendar = {
  leadDays: 3,
  daysAhead: 180,
  closedWeekdays: [],
  closedPeriods: [],
  days: {},
  pause: {
    until: Day.parse('9999-12-31'),
    words: 'We cannot take orders here just now: please ring us',
  },
};

/** For the operator. */
export const LOST_RULES_NOTE =
  'The database has lost the rules of the calendar, so nothing can be ordered. End the pause at /owner/calendar and correct the rules there, put an earlier version back, or restore a backup.';

export function areLost({ pause }: CalendarRules): boolean {
  return pause?.until === LOST_RULES.pause?.until;
}
