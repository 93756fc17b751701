import { type ClosedReason, closedPeriodOf } from './collection-days.ts';
import type { Day } from './day.ts';
import { monthName, weekdayName } from './names.ts';
import type { CalendarRules, ClosedPeriod } from './rules.ts';

/** Why a day is closed, in the words that people see and hear. */
export function reasonText(reason: ClosedReason, day: Day, rules: CalendarRules): string {
  switch (reason) {
    case 'too-soon':
      return `We need ${rules.leadDays} ${rules.leadDays === 1 ? 'day' : 'days'}`;
    case 'sunday':
      return `Closed on ${rules.closedWeekdays.map((day) => `${weekdayName(day)}s`).join(' and ')}`;
    case 'closed-period': {
      const period = closedPeriodOf(day, rules);
      return period ? `Closed ${periodText(period)}` : 'Closed that day';
    }
    case 'forbidden-day':
      return 'Fully booked or closed that day';
  }
}

/** `{ from: '04-14', to: '04-16' }` → `14–16 April`. */
function periodText({ from, to }: ClosedPeriod): string {
  const start = dayAndMonth(from);
  const end = dayAndMonth(to);
  if (from === to) return `${start.day} ${start.month}`;
  if (start.month === end.month) return `${start.day}–${end.day} ${end.month}`;
  return `${start.day} ${start.month} – ${end.day} ${end.month}`;
}

function dayAndMonth(monthAndDay: string): { day: number; month: string } {
  const [month = 0, day = 0] = monthAndDay.split('-').map(Number);
  return { day, month: monthName(month) };
}
