import { clockTime } from '#domain/words/hours.ts';
import { closedPeriodOf, firstDay, isPaused, lastOpenDay } from './collection-days.ts';
import type { Day } from './day.ts';
import { addDays, dayInWords, monthName, weekday, weekdayName } from './days.ts';
import type { ClosedReason, DayRules, YearlyPeriod } from './rules.ts';

/** `We need 3 days’ notice · Closed on Sundays · After 6pm we start tomorrow`, after the words of a pause. */
export function generalRulesText(today: Day, rules: DayRules): string {
  return [
    isPaused(today, rules) && rules.pause?.words,
    needText(rules),
    ...closedWeekdaysText(rules),
    cutOffText(rules),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** `3 days’ notice` */
export function noticeInWords({ leadDays, noticeInBakingDays }: Notice): string {
  const days = noticeInBakingDays ? 'baking day' : 'day';
  return `${leadDays} ${days}${leadDays === 1 ? '’s' : 's’'} notice`;
}

type Notice = Pick<DayRules, 'leadDays' | 'noticeInBakingDays'>;

/** `We need 3 days’ notice for this cake` */
export function noticeText(rules: Notice, what = ''): string {
  const need = `We need ${noticeInWords(rules)}${what}`;
  return rules.noticeInBakingDays && rules.leadDays > 0
    ? `${need}: closed days do not count`
    : need;
}

/** Undefined if an order for today is in time. */
function needText(rules: DayRules): string | undefined {
  if (rules.leadDays === 0 && rules.notBefore === undefined) return undefined;
  return rules.notice ?? noticeText(rules);
}

function cutOffText({ cutOff }: DayRules): string | undefined {
  return cutOff && `After ${clockTime(cutOff)} we start tomorrow`;
}

/** Describes for visitors why a day is closed. */
export function reasonText(reason: ClosedReason, day: Day, today: Day, rules: DayRules): string {
  switch (reason) {
    case 'too-soon': {
      if (day < today) return 'In the past';
      const { startsOn: _, ...before } = rules;
      const isLate = firstDay(today, before) < firstDay(today, rules);
      const why = [needText(rules), isLate && cutOffText(rules)].filter(Boolean).join('. ');
      return why || noticeText(rules);
    }
    case 'too-far': {
      const last = lastOpenDay(today, rules) ?? addDays(today, rules.daysAhead);
      return `You can order up to ${inDays(rules.daysAhead)} ahead, until ${dayInWords(last, 'short')}`;
    }
    case 'closed-weekday': {
      const [shut = '', open = shut] = closedWeekdaysText(rules);
      return rules.openWithoutCollection?.includes(weekday(day)) ? open : shut;
    }
    case 'closed-period': {
      const period = closedPeriodOf(day, rules);
      if (!period) return 'Closed that day';
      return `Closed ${periodText(period)}${period.reason ? ` (${period.reason})` : ''}`;
    }
    case 'forbidden-day':
      // The pause counts first: it closes days that are closed otherwise too.
      return (
        (isPaused(day, rules)
          ? rules.pause?.words
          : (rules.days[day]?.reason ?? rules.fullDays?.[day])) ?? 'Fully booked or closed that day'
      );
  }
}

/** `Closed on Sundays`, then `No collections on Mondays`, when the cafe is open; without those that there are not. */
function closedWeekdaysText({ closedWeekdays, openWithoutCollection: open = [] }: DayRules) {
  const shut = closedWeekdays.filter((day) => !open.includes(day));
  return [
    ...(shut.length > 0 ? [`Closed on ${weekdaysText(shut)}`] : []),
    ...(open.length > 0 ? [`No collections on ${weekdaysText(open)}`] : []),
  ];
}

/** `Sundays and Mondays` */
function weekdaysText(days: number[]): string {
  return days.map((day) => `${weekdayName(day)}s`).join(' and ');
}

function inDays(count: number): string {
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}

/** `{ from: '04-14', to: '04-16' }` → `14–16 April`. */
export function periodText({ from, to }: YearlyPeriod): string {
  const [first, month] = dayAndMonth(from);
  const [last, lastMonth] = dayAndMonth(to);
  if (from === to) return `${first} ${month}`;
  if (month === lastMonth) return `${first}–${last} ${month}`;
  return `${first} ${month} – ${last} ${lastMonth}`;
}

function dayAndMonth(monthAndDay: string): [day: number, month: string] {
  const [month = 0, day = 0] = monthAndDay.split('-').map(Number);
  return [day, monthName(month)];
}
