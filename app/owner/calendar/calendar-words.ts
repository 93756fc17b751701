import { instantInWords } from '#app/owner/london-time.ts';
import { closedPeriodOf, isPaused } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, weekday, weekdayName } from '#domain/calendar/days.ts';
import type { DayRange } from '#domain/calendar/reach.ts';
import { periodText } from '#domain/calendar/reason-text.ts';
import type { CalendarChange, CalendarRules, RulesWanted } from '#domain/calendar/rules.ts';
import { nameOf } from '#domain/staff/name-of.ts';
import type { DaysRejected } from '#server/content/close-days.ts';

// On the server: words for the owner's screens.

export function rangeInWords({ first, last }: DayRange): string {
  const from = dayInWords(first, 'short');
  return first === last ? from : `${from} to ${dayInWords(last, 'short')}`;
}

/** Why days cannot be closed or opened. */
export function rangeProblemInWords(
  reason: DaysRejected['reason'],
  { first, last }: DayRange,
  today: Day,
): string {
  switch (reason) {
    case 'past':
      return `${dayInWords(first)} is in the past: today is ${dayInWords(today)}.`;
    case 'backwards':
      return `${dayInWords(last)} comes before ${dayInWords(first)}. Please choose the first day first.`;
    case 'too-far':
      return `${dayInWords(last)} is more than two years ahead. Is there a slip in the year?`;
  }
}

/** Why customers cannot choose the day when its time comes; undefined if they can. */
export function closedWords(day: Day, rules: CalendarRules): string | undefined {
  if (isPaused(day, rules)) return `Paused: ${rules.pause?.words}`;
  if (rules.extraDays?.includes(day)) return undefined;
  if (rules.forbiddenDays.includes(day)) {
    const reason = rules.closedReasons?.[day];
    return reason ? `Closed: ${reason}` : 'Closed';
  }
  const period = closedPeriodOf(day, rules);
  if (period) return period.reason ? `Closed: ${period.reason}` : `Closed ${periodText(period)}`;
  const isClosed = rules.closedWeekdays.includes(weekday(day));
  return isClosed ? `Closed on ${weekdayName(weekday(day))}s` : undefined;
}

/** `Anna changed this on Sat 5 Dec, 14:02: notice from 3 days to 4 days.` */
export function otherChangeInWords(
  change: CalendarChange,
  names: ReadonlyMap<string, string>,
): string {
  const { was = {}, is = {} } = change.rules ?? {};
  const fields = RULE_NAMES.flatMap(([field, title]) => {
    if (is[field] === undefined) return [];
    return `${title} from ${valueInWords(was, field)} to ${valueInWords(is, field)}`;
  });
  return `${nameOf(names, change.by)} changed this, ${instantInWords(change.at)}: ${fields.join('; ')}.`;
}

const RULE_NAMES = [
  ['leadDays', 'notice'],
  ['daysAhead', 'how far ahead'],
  ['closedWeekdays', 'closed'],
  ['pause', 'pause'],
  ['capacity', 'points a day'],
] as const;

function valueInWords(rules: RulesWanted, field: (typeof RULE_NAMES)[number][0]): string {
  switch (field) {
    case 'leadDays':
    case 'daysAhead':
      return `${rules[field]} ${rules[field] === 1 ? 'day' : 'days'}`;
    case 'closedWeekdays':
      return rules.closedWeekdays?.map((day) => `${weekdayName(day)}s`).join(' and ') || 'no day';
    case 'pause':
      return rules.pause
        ? `“${rules.pause.words}” until ${dayInWords(rules.pause.until)}`
        : 'no pause';
    case 'capacity':
      return rules.capacity
        ? rules.capacity
            .flatMap((points, index) =>
              points === null ? [] : `${weekdayName(index + 1).slice(0, 3)} ${points}`,
            )
            .join(', ')
        : 'no limits';
  }
}
