import type { Day } from './day.ts';
import { addDays, dayInWords } from './days.ts';
import { MAX_DAYS_AHEAD } from './rules.ts';

/** Both ends are included; a single day has equal ends. */
export interface DayRange {
  first: Day;
  last: Day;
}

/** @returns why these days cannot be changed, for the owner; undefined if they can. */
export function rangeProblem({ first, last }: DayRange, today: Day): string | undefined {
  if (first < today) return `${dayInWords(first)} is in the past: today is ${dayInWords(today)}.`;
  if (last < first)
    return `${dayInWords(last)} comes before ${dayInWords(first)}. Please choose the first day first.`;
  return whyOutOfReach(last, today) && `${dayInWords(last)} is ${TOO_FAR}`;
}

/** Of a day that is typed. */
export const TOO_FAR = 'more than two years ahead. Is there a slip in the year?';

/** Why not even the owner can choose a day. */
export function whyOutOfReach(day: Day, today: Day): 'past' | 'too-far' | undefined {
  if (day < today) return 'past';
  return day > addDays(today, MAX_DAYS_AHEAD) ? 'too-far' : undefined;
}
