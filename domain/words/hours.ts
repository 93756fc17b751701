import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, WEEKDAYS, weekdayName, weekday as weekdayOf } from '#domain/calendar/days.ts';

export interface OpenDay {
  /** ISO: Monday 1 to Sunday 7. */
  weekday: number;
  /** London time, `08:00`. */
  opens: string;
  closes: string;
}

/** `08:00` → "8am", `17:30` → "5.30pm" */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = minute === 0 ? '' : `.${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes}${hour < 12 ? 'am' : 'pm'}`;
}

/** `Monday to Saturday, 8am to 6pm`; `Closed on Sundays`. */
export function describeWeek(week: OpenDay[]): string[] {
  const runs: { first: number; last: number; hours: string }[] = [];
  for (const { weekday, opens, closes } of week.toSorted((a, b) => a.weekday - b.weekday)) {
    const hours = `${clockTime(opens)} to ${clockTime(closes)}`;
    const run = runs.at(-1);
    if (run?.hours === hours && run.last === weekday - 1) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, hours });
  }
  const closed = WEEKDAYS.filter((weekday) => !week.some((open) => open.weekday === weekday)).map(
    (weekday) => `${weekdayName(weekday)}s`,
  );
  return [
    ...runs.map(({ first, last, hours }) => `${daysInWords(first, last)}, ${hours}`),
    ...(closed.length > 0 ? [`Closed on ${inWords(closed)}`] : []),
  ];
}

/** The week in words for who collects on these days: the cafe may open on one on which it is closed otherwise. */
export function hoursForDays(
  { readable, week }: { readable: string[]; week: OpenDay[] },
  days: Day[],
): string {
  const extra = days.filter((day) => !week.some(({ weekday }) => weekday === weekdayOf(day)));
  const open = extra.map((day) => `On ${dayInWords(day)} we open for you: ring us for the time`);
  return [...readable, ...open].map((line) => `${line}.`).join(' ');
}

/** `Monday to Saturday`, of ISO weekdays. */
export function daysInWords(first: number, last: number): string {
  if (first === 1 && last === 7) return 'Every day';
  if (first === last) return weekdayName(first);
  return `${weekdayName(first)} ${last === first + 1 ? 'and' : 'to'} ${weekdayName(last)}`;
}

/** `a, b and c` */
function inWords(list: string[]): string {
  return [list.slice(0, -1).join(', '), ...list.slice(-1)].filter(Boolean).join(' and ');
}
