import type { Day } from './day.ts';
import { addDays } from './days.ts';
import { MAX_DAYS_AHEAD } from './rules.ts';

/** Both ends are included; a single day has equal ends. */
export interface DayRange {
  first: Day;
  last: Day;
}

/** @returns why these days cannot be changed; undefined if they can. */
export function rangeProblem(
  { first, last }: DayRange,
  today: Day,
): 'past' | 'backwards' | 'too-far' | undefined {
  if (first < today) return 'past';
  if (last < first) return 'backwards';
  return whyOutOfReach(last, today);
}

/** Why not even the owner can choose a day. */
export function whyOutOfReach(day: Day, today: Day): 'past' | 'too-far' | undefined {
  if (day < today) return 'past';
  return day > addDays(today, MAX_DAYS_AHEAD) ? 'too-far' : undefined;
}
