import {
  closedPeriodOf,
  isPaused,
  isWithoutCollections,
} from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, weekday, weekdayName } from '#domain/calendar/days.ts';
import type { DayRange } from '#domain/calendar/reach.ts';
import { periodText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules, GeneralRules, OwnDay, TimeWindow } from '#domain/calendar/rules.ts';
import type { CalendarChange } from '#domain/calendar/stored-calendar.ts';
import { timeInWords } from '#domain/calendar/times.ts';
import type { FieldChange } from '#domain/catalogue/cake-fields.ts';
import { clockTime, hoursInWords } from '#domain/words/hours.ts';

// On the server: words for the owner's screens.

/** `3 wait for a place`; undefined for nobody. */
export function waitingInWords(count = 0): string | undefined {
  return count === 0 ? undefined : `${count} ${count === 1 ? 'waits' : 'wait'} for a place`;
}

export function rangeInWords({ first, last }: DayRange): string {
  const from = dayInWords(first, 'short');
  return first === last ? from : `${from} to ${dayInWords(last, 'short')}`;
}

/** Why customers cannot choose the day when its time comes; undefined if they can. */
export function closedWords(day: Day, rules: CalendarRules): string | undefined {
  if (isPaused(day, rules)) return `Paused: ${rules.pause?.words}`;
  const own = rules.days[day];
  if (own?.is === 'open') return undefined;
  if (own && isWithoutCollections(own)) {
    const what = own.is === 'closed' ? 'Closed' : 'No collections';
    return own.reason ? `${what}: ${own.reason}` : what;
  }
  const period = closedPeriodOf(day, rules);
  if (period) return period.reason ? `Closed: ${period.reason}` : 'Closed every year';
  if (!rules.closedWeekdays.includes(weekday(day))) return undefined;
  const isOpen = rules.openWithoutCollection?.includes(weekday(day));
  return `${isOpen ? 'No collections' : 'Closed'} on ${weekdayName(weekday(day))}s`;
}

/** `open 8am to 1pm`; empty for the hours of the weekday. */
export function ownHoursInWords(day: Day, { days }: CalendarRules): string {
  const { is, hours } = days[day] ?? {};
  return hours && is !== 'closed' ? `open ${hoursInWords(hours)}` : '';
}

/** Days in a row with the same words are one range. @param wordsOf undefined leaves the day out. */
export function rangesOf(
  days: Day[],
  wordsOf: (day: Day) => string | undefined,
): (DayRange & { words: string })[] {
  const ranges: (DayRange & { words: string })[] = [];
  for (const day of days) {
    const words = wordsOf(day);
    const last = ranges.at(-1);
    if (words === undefined) continue;
    if (last?.words === words && addDays(last.last, 1) === day) last.last = day;
    else ranges.push({ first: day, last: day, words });
  }
  return ranges;
}

/** What a change has made of the rules and of single days. */
export function changeInWords(change: CalendarChange): FieldChange[] {
  return [
    ...rulesInWords(change),
    ...daysInWords('', change.days, ownDayInWords),
    ...daysInWords('Points on ', change.capacities, (own) => `${own ?? AS_USUAL}`),
  ];
}

const AS_USUAL = 'as every week';

/** `open, 8am to 1pm`; `closed: Christmas` */
export function ownDayInWords(own: OwnDay | undefined): string {
  switch (own?.is) {
    case 'open':
      return own.hours ? `open, ${hoursInWords(own.hours)}` : 'open';
    case 'closed':
      return ['closed', own.reason].filter(Boolean).join(': ');
    case 'no-collections': {
      const what = ['no collections', own.reason].filter(Boolean).join(': ');
      return own.hours ? `${what}, open ${hoursInWords(own.hours)}` : what;
    }
    default:
      return own ? `left ${AS_USUAL}` : AS_USUAL;
  }
}

/** What a change has made of the rules that count every day. */
function rulesInWords({ rules: { fields, was, is } }: CalendarChange): FieldChange[] {
  return fields.map((field) => ({
    field,
    label: RULE_NAMES[field],
    before: valueInWords(was, field),
    after: valueInWords(is, field),
  }));
}

/** Days in a row with the same change are one. */
function daysInWords<Value>(
  prefix: string,
  days: { day: Day; was: Value; is: Value }[],
  inWords: (value: Value) => string,
): FieldChange[] {
  const ranges: (DayRange & { before: string; after: string })[] = [];
  for (const { day, was, is } of days) {
    const [before, after] = [inWords(was), inWords(is)];
    const last = ranges.at(-1);
    if (last?.before === before && last.after === after && addDays(last.last, 1) === day)
      last.last = day;
    else ranges.push({ first: day, last: day, before, after });
  }
  return ranges.map((range) => ({
    ...range,
    field: `${prefix}${range.first}`,
    label: `${prefix}${rangeInWords(range)}`,
  }));
}

const RULE_NAMES: Record<keyof GeneralRules, string> = {
  leadDays: 'Notice',
  cutOff: 'Last orders of the day',
  noticeInBakingDays: 'Closed days',
  daysAhead: 'How far ahead',
  closedWeekdays: 'No collections',
  closedPeriods: 'Closed every year',
  pause: 'Pause',
  capacity: 'Points a day',
  times: 'Collection times',
};

function valueInWords(rules: GeneralRules, field: keyof GeneralRules): string {
  switch (field) {
    case 'leadDays':
    case 'daysAhead':
      return `${rules[field]} ${rules[field] === 1 ? 'day' : 'days'}`;
    case 'cutOff':
      return rules.cutOff ? clockTime(rules.cutOff) : 'midnight';
    case 'noticeInBakingDays':
      return rules.noticeInBakingDays ? 'do not count as notice' : 'count as notice';
    case 'closedWeekdays':
      return rules.closedWeekdays.map((day) => `${weekdayName(day)}s`).join(' and ') || 'no day';
    case 'closedPeriods':
      return (
        rules.closedPeriods
          .map((period) => [periodText(period), period.reason].filter(Boolean).join(': '))
          .join('; ') || 'no days'
      );
    case 'pause':
      return rules.pause
        ? `“${rules.pause.words}” until ${dayInWords(rules.pause.until)}`
        : 'no pause';
    case 'capacity':
      return rules.capacity
        ? rules.capacity
            .flatMap((units, index) =>
              units === null ? [] : `${weekdayName(index + 1).slice(0, 3)} ${units}`,
            )
            .join(', ')
        : 'no limits';
    case 'times':
      return rules.times?.map(windowInWords).join('; ') ?? 'none';
  }
}

function windowInWords({ time, most, weekdays }: TimeWindow): string {
  const days = weekdays.map((day) => weekdayName(day).slice(0, 3)).join(', ');
  return `${timeInWords(time)} ${days}${most === null ? '' : ` (${most})`}`;
}
