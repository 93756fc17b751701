import * as z from 'zod';
import { PlainLine } from '#domain/orders/text-schemas.ts';
import { hoursInWords, type OpenDay } from '#domain/words/hours.ts';
import { firstDay } from './collection-days.ts';
import { Day } from './day.ts';
import { addDays, dayInWords, isDay, monthAndDay, WEEKDAYS, weekdayName } from './days.ts';
import { TOO_FAR } from './reach.ts';
import {
  type CollectionTime,
  type GeneralRules,
  MAX_DAYS_AHEAD,
  MOST_ORDERS,
  MOST_UNITS,
  TimeOfDay,
  type TimeWindow,
  WeekCapacity,
} from './rules.ts';
import { isWithinHours, overlap, timeInWords } from './times.ts';

// What the owner types on the screens of the calendar.

const MAX_LEAD_DAYS = 60;
const MAX_REASON = 80;
const MAX_WORDS = 160;
const SHORTEST_YEAR = 365;
/** Collection times of a day. */
const MOST_TIMES = 12;

/** Visitors read it inside a sentence, which has its own full stop. */
const shortText = (most: number) =>
  PlainLine.transform((text) => text.trim().replace(/[.\s]+$/, '')).refine(
    (text) => text.length <= most,
    `Please say it in ${most} characters at most.`,
  );

/** Why a day or period is closed. */
export const Reason = shortText(MAX_REASON);

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .transform((text) => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : -1))
    .refine(
      (count) => count >= least && count <= most,
      `Please type a number from ${least} to ${most}.`,
    );

/** The clocks change before it: in autumn a time from 1am to 2am comes twice. */
const EARLIEST_CUT_OFF = '03:00';

/** A time of day; nothing for orders that count until midnight. */
const TypedCutOff = z
  .string()
  .trim()
  .refine(
    (time) => time === '' || (TimeOfDay.safeParse(time).success && time >= EARLIEST_CUT_OFF),
    'Please choose a time between 3am and midnight, or leave it empty.',
  )
  .transform((time) => time || undefined);

export const TypedRules = z
  .object({
    leadDays: wholeNumber(0, MAX_LEAD_DAYS),
    daysAhead: wholeNumber(1, MAX_DAYS_AHEAD),
    closedWeekdays: z
      .array(z.coerce.number().int().min(1).max(7))
      .transform((days) => [...new Set(days)].sort())
      .refine(
        (days) => days.length < 7,
        'Leave one day of the week open. To close all, pause the shop.',
      ),
    cutOff: TypedCutOff,
    /** Whether days on which the cafe is closed count towards the notice. */
    closedDays: z.enum(['count', 'skip']),
  })
  .transform(({ closedDays, cutOff, ...rules }) => ({
    ...rules,
    cutOff,
    noticeInBakingDays: closedDays === 'skip' ? (true as const) : undefined,
  }))
  .refine(isWithinReach, {
    path: ['daysAhead'],
    message: 'This has to be more than the notice that you need, or nobody can order.',
  });

/** Whether the notice ends before the last day that can be ordered for, whichever weekday it is today. */
function isWithinReach(
  rules: Pick<GeneralRules, 'leadDays' | 'daysAhead' | 'closedWeekdays' | 'noticeInBakingDays'>,
): boolean {
  const always = { ...rules, closedPeriods: [], days: {} };
  return WEEKDAYS.every((number) => {
    const today = addDays(A_MONDAY, number - 1);
    return firstDay(today, always) <= addDays(today, rules.daysAhead);
  });
}

const A_MONDAY = Day.parse('2001-01-01');

const ChosenDay = z.iso.date('Please choose a day.').brand<'Day'>();

const dayInReach = (today: Day) =>
  ChosenDay.refine((day) => day <= addDays(today, MAX_DAYS_AHEAD), `That is ${TOO_FAR}`);

const comingDay = (today: Day) =>
  dayInReach(today).refine((day) => day >= today, 'That day has passed.');

/** Two days of any year, or of a year and the next. */
export const TypedPeriod = z
  .object({ from: ChosenDay, to: ChosenDay, reason: Reason })
  // Without their years the two days would mean nearly the whole year.
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'This comes before the first day. For days over New Year, choose the next year here.',
  })
  .refine(({ from, to }) => !isDay(from) || to < addDays(from, SHORTEST_YEAR), {
    path: ['to'],
    message: 'This has to be within a year of the first day.',
  })
  .transform(({ from, to, reason }) => ({
    from: monthAndDay(from),
    to: monthAndDay(to),
    ...(reason !== '' && { reason }),
  }));

export function typedPause(today: Day) {
  return z
    .object({
      until: dayInReach(today).refine((day) => day > today, 'Please choose a day after today.'),
      words: shortText(MAX_WORDS),
    })
    .transform(({ until, words }) => ({
      until,
      words: words || `We are away: you can order for ${dayInWords(until)} and later`,
    }));
}

/** Null: no limit. */
const typedLimit = (least: number, most: number, problem: string) =>
  z
    .string()
    .trim()
    .transform((text) => {
      if (text === '') return null;
      return /^\d{1,4}$/.test(text) ? Number(text) : -1;
    })
    .refine((limit) => limit === null || (limit >= least && limit <= most), problem);

const TypedUnits = typedLimit(0, MOST_UNITS, 'A whole number, or nothing for no limit.');

/** From Monday to Sunday. A week without any limit is a shop without limits. */
export const TypedWeek = z
  .array(TypedUnits)
  .length(7)
  .pipe(WeekCapacity)
  .transform((week) => (week.some((units) => units !== null) ? week : undefined));

const typedTimeOfDay = (missing: string) => TimeOfDay.catch('').refine(Boolean, missing);

export function typedDayHours(today: Day) {
  return z
    .object({
      day: comingDay(today),
      opens: typedTimeOfDay('When do you open?'),
      closes: typedTimeOfDay('When do you close?'),
      /** Whether customers can collect. */
      collections: z.boolean(),
    })
    .refine(({ opens, closes }) => opens < closes, {
      path: ['closes'],
      message: 'This has to be after you open.',
    })
    .transform(({ opens, closes, ...typed }) => ({ ...typed, hours: { opens, closes } }));
}

export function typedDayCapacity(today: Day) {
  return z.object({
    day: comingDay(today),
    units: TypedUnits,
  });
}

/** A collection time, for one or several weekdays. */
export function typedTime(week: OpenDay[], times: TimeWindow[] = []) {
  return z
    .object({
      from: typedTimeOfDay('Please choose a time.'),
      to: typedTimeOfDay('Please choose a time.'),
      most: typedLimit(
        1,
        MOST_ORDERS,
        `A number from 1 to ${MOST_ORDERS}, or nothing for no limit.`,
      ),
      weekdays: z
        .array(z.coerce.number().int().min(1).max(7))
        .min(1, 'Please tick the days on which it can be chosen.')
        .transform((days) => [...new Set(days)]),
    })
    .refine(({ from, to }) => from < to, {
      path: ['to'],
      message: 'This has to be later than the first time.',
    })
    .transform(({ from, to, ...others }) => ({ time: `${from}-${to}`, ...others }))
    .superRefine(({ time, weekdays }, context) => {
      for (const weekday of weekdays) {
        const hours = week.find((open) => open.weekday === weekday);
        const message = problemOn(weekday, time, hours, times);
        if (message) context.addIssue({ code: 'custom', path: ['from'], message });
      }
    });
}

function problemOn(
  weekday: number,
  time: CollectionTime,
  hours: OpenDay | undefined,
  times: TimeWindow[],
): string | undefined {
  const days = `${weekdayName(weekday)}s`;
  if (!hours) return `On ${days} you are closed.`;
  if (!isWithinHours(time, hours)) return `On ${days} you open ${hoursInWords(hours)}.`;
  const others = times.filter((each) => each.weekdays.includes(weekday) && each.time !== time);
  const other = others.find((each) => overlap(each.time, time));
  if (other)
    return `On ${days} it overlaps ${timeInWords(other.time)}. Remove that first, or choose another time.`;
  return others.length < MOST_TIMES ? undefined : `There are ${MOST_TIMES} on ${days} already.`;
}
