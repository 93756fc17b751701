import * as z from 'zod';
import { Day } from './day.ts';

const MonthAndDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

/** A stretch of days that is closed every year, both ends included; it may run across New Year. */
export const ClosedPeriod = z.object({ from: MonthAndDay, to: MonthAndDay });
export type ClosedPeriod = z.infer<typeof ClosedPeriod>;

/** Two years: nobody plans further, and a year further on is a typing error. */
export const MAX_DAYS_AHEAD = 731;

/** Why a day cannot be chosen. */
export type ClosedReason =
  | 'too-soon'
  | 'too-far'
  | 'closed-weekday'
  | 'closed-period'
  | 'forbidden-day';

/** What the owner decides about collection days. Data, kept in the database, never in code. */
export const CalendarRules = z.object({
  /** How many days after today the first collection is possible. */
  leadDays: z.int().min(0).max(365),
  /** How many days after today the last collection is possible; that day is allowed. */
  daysAhead: z.int().min(1).max(MAX_DAYS_AHEAD).default(180),
  /** ISO weekdays (Sunday 7) on which the cafe is always closed. */
  closedWeekdays: z.array(z.int().min(1).max(7)),
  closedPeriods: z.array(ClosedPeriod),
  /** Single days that are closed or fully booked. */
  forbiddenDays: z.array(Day),
});
export type CalendarRules = z.infer<typeof CalendarRules>;

export interface Calendar {
  rules(): Promise<CalendarRules>;
  /** Makes them forbidden days. @returns those that were none, in order. */
  forbid(days: Day[]): Promise<Day[]>;
  /** Makes them forbidden days no longer. @returns those that were some, in order. */
  allow(days: Day[]): Promise<Day[]>;
}
