import type {
  CloseDaysResult,
  DayRange,
  DaysChanged,
  DaysRejected,
  OpenDaysResult,
} from '#domain/calendar/close-days.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { Answer } from './answer.ts';

export function aboutClosing(outcome: CloseDaysResult, stretch: DayRange): Answer {
  if (!outcome.ok) return { done: false, text: whyNot(outcome, stretch) };
  const text = [
    `Closed: ${inWords(stretch, outcome)}.${already(outcome, 'closed')}`,
    'New orders cannot be collected then. Baskets with such a day are asked for another.',
    'Orders already placed stay as they are: whoever collects then has to be rung.',
  ].join('\n');
  return { done: true, text };
}

export function aboutOpening(outcome: OpenDaysResult, stretch: DayRange): Answer {
  if (!outcome.ok) return { done: false, text: whyNot(outcome, stretch) };
  const { stillClosed } = outcome;
  const text = [
    `No longer closed by you: ${inWords(stretch, outcome)}.${already(outcome, 'not closed')}`,
    ...(stillClosed.length === 0 ? ['New orders can be collected then.'] : []),
    ...(stillClosed.length > 0 ? ['Other rules still keep closed:'] : []),
    ...stillClosed.map(({ day, why }) => `  ${dayInWords(day)}: ${why}`),
  ].join('\n');
  return { done: true, text };
}

function inWords({ first, last }: DayRange, { days }: DaysChanged): string {
  if (first === last) return dayInWords(first);
  return `${dayInWords(first)} to ${dayInWords(last)}, ${days} days`;
}

function already({ days, changed }: DaysChanged, what: 'closed' | 'not closed'): string {
  const before = days - changed.length;
  if (before === 0) return '';
  if (days === 1) return ` It was ${what} before.`;
  return before === days
    ? ` They were ${what} before.`
    : ` Of these ${before} were ${what} before.`;
}

function whyNot({ reason, today }: DaysRejected, { first, last }: DayRange): string {
  switch (reason) {
    case 'past':
      return `${dayInWords(first)} is in the past: today is ${dayInWords(today)}.`;
    case 'backwards':
      return `${dayInWords(last)} comes before ${dayInWords(first)}: say the first day first.`;
    case 'too-far':
      return `${dayInWords(last)} is more than two years ahead: is there a slip in the year?`;
  }
}
