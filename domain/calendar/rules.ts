import * as z from 'zod';
import { Day } from './day.ts';

const MonthAndDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

/** A period of every year, both ends included; it may span New Year. */
export const YearlyPeriod = z.object({ from: MonthAndDay, to: MonthAndDay });
export type YearlyPeriod = z.infer<typeof YearlyPeriod>;

/** Two years; a later date is assumed to be a typing error. */
export const MAX_DAYS_AHEAD = 731;

/** Why a day cannot be chosen. */
export type ClosedReason =
  | 'too-soon'
  | 'too-far'
  | 'closed-weekday'
  | 'closed-period'
  | 'forbidden-day';

/** The owner's rules for collection days, stored in the database. */
export const CalendarRules = z.object({
  /** The first collection day, in days after today. */
  leadDays: z.int().min(0).max(365),
  /** The last collection day, in days after today, inclusive. */
  daysAhead: z.int().min(1).max(MAX_DAYS_AHEAD).default(180),
  /** ISO weekdays (Sunday is 7) on which the cafe is always closed. */
  closedWeekdays: z.array(z.int().min(1).max(7)),
  closedPeriods: z.array(YearlyPeriod),
  /** Single days that are closed or fully booked. */
  forbiddenDays: z.array(Day),
});
export type CalendarRules = z.infer<typeof CalendarRules>;

export interface Calendar {
  rules(): Promise<CalendarRules>;
  /** The rules without the forbidden days. */
  weeklyRules(): Promise<Omit<CalendarRules, 'forbiddenDays'>>;
  /** Forbids days. @returns those that were not forbidden before, in order. */
  forbid(days: Day[]): Promise<Day[]>;
  /** Allows days again. @returns those that were forbidden before, in order. */
  allow(days: Day[]): Promise<Day[]>;
}
