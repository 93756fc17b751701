import { closedPeriodOf } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import {
  addDays,
  dayInWords,
  WEEKDAYS,
  weekdayName,
  weekday as weekdayOf,
} from '#domain/calendar/days.ts';
import type { DayRange } from '#domain/calendar/reach.ts';
import type { CalendarRules, Hours } from '#domain/calendar/rules.ts';

export interface OpenDay extends Hours {
  /** ISO: Monday 1 to Sunday 7. */
  weekday: number;
}

/** All that decides when the cafe is open. */
export interface OpeningHours {
  week: OpenDay[];
  rules: Pick<CalendarRules, 'closedPeriods' | 'days'>;
}

/**
 * The hours of a day: its own, none in a closed period, or else its weekday's. What is fully booked or paused is open all
 * the same.
 * @returns undefined if the cafe is closed.
 */
export function hoursOn(day: Day, { week, rules }: OpeningHours): Hours | undefined {
  const { is, hours } = rules.days[day] ?? {};
  if (is === 'closed') return undefined;
  if (hours) return hours;
  if (is !== 'open' && closedPeriodOf(day, rules)) return undefined;
  return usualHours(day, week);
}

/** The hours of a day's weekday; undefined if the cafe is closed on it. */
export function usualHours(day: Day, week: OpenDay[]): Hours | undefined {
  return week.find(({ weekday }) => weekday === weekdayOf(day));
}

export function isSameHours(one: Hours | undefined, other: Hours | undefined): boolean {
  return one?.opens === other?.opens && one?.closes === other?.closes;
}

/** Days with the same hours, which are not those of their weekdays. */
export interface SpecialDays extends DayRange {
  /** Undefined: the cafe is closed. */
  hours: Hours | undefined;
}

/** The days from `first` to `last` that differ from their weekday. A closed weekday does not divide closed days. */
export function specialDays({ first, last }: DayRange, opening: OpeningHours): SpecialDays[] {
  const found: SpecialDays[] = [];
  /** The days that may still grow. */
  let run: SpecialDays | undefined;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const hours = hoursOn(day, opening);
    if (isSameHours(hours, usualHours(day, opening.week))) {
      if (hours || run?.hours) run = undefined;
    } else if (run && isSameHours(run.hours, hours)) run.last = day;
    else {
      run = { first: day, last: day, hours };
      found.push(run);
    }
  }
  return found;
}

/** `Thu 24 Dec, 8am to 1pm`; `Fri 25 Dec to Sat 2 Jan, closed` */
export function specialDaysInWords({ first, last, hours }: SpecialDays): string {
  const from = dayInWords(first, 'short');
  const days = first === last ? from : `${from} to ${dayInWords(last, 'short')}`;
  return `${days}, ${hours ? hoursInWords(hours) : 'closed'}`;
}

/** `08:00` → "8am", `17:30` → "5.30pm" */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = minute === 0 ? '' : `.${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes}${hour < 12 ? 'am' : 'pm'}`;
}

/** `8am to 6pm` */
export function hoursInWords({ opens, closes }: Hours): string {
  return `${clockTime(opens)} to ${clockTime(closes)}`;
}

/** "8am–6pm", in one piece. */
export function shortHours({ opens, closes }: Hours): string {
  return `${clockTime(opens)}\u2060–\u2060${clockTime(closes)}`;
}

/** `Monday to Saturday, 8am to 6pm`; `Closed on Sundays`. */
export function describeWeek(week: OpenDay[]): string[] {
  const runs: { first: number; last: number; hours: string }[] = [];
  for (const { weekday, ...open } of week.toSorted((a, b) => a.weekday - b.weekday)) {
    const hours = hoursInWords(open);
    const run = runs.at(-1);
    if (run?.hours === hours && run.last === weekday - 1) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, hours });
  }
  const closed = WEEKDAYS.filter((weekday) => !week.some((open) => open.weekday === weekday)).map(
    (weekday) => `${weekdayName(weekday)}s`,
  );
  return [
    ...runs.map(({ first, last, hours }) => `${weekdaysInWords(first, last)}, ${hours}`),
    ...(closed.length > 0 ? [`Closed on ${inWords(closed)}`] : []),
  ];
}

/** `Monday to Saturday`, of ISO weekdays. */
export function weekdaysInWords(first: number, last: number): string {
  if (first === 1 && last === 7) return 'Every day';
  if (first === last) return weekdayName(first);
  return `${weekdayName(first)} ${last === first + 1 ? 'and' : 'to'} ${weekdayName(last)}`;
}

/** `a, b and c` */
export function inWords(list: string[]): string {
  return [list.slice(0, -1).join(', '), ...list.slice(-1)].filter(Boolean).join(' and ');
}
