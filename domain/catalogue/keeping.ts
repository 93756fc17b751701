import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords } from '#domain/calendar/days.ts';
import type { Cake } from './catalogue.ts';

type Kept = Pick<Cake, 'keeping' | 'ingredients'>;

export interface KeepingLine {
  word: 'Carry' | 'Keep' | 'Cut' | 'Eat by' | 'Ingredients';
  text: string;
}

/**
 * What the cafe says of a cake after its collection.
 * @param day that of its collection, if it is known.
 */
export function keepingLines({ keeping = {}, ingredients }: Kept, day?: Day): KeepingLine[] {
  const { carry, keep, cut, days } = keeping;
  const last = day ? lastDay({ keeping }, day) : undefined;
  const lines: [KeepingLine['word'], string | undefined][] = [
    ['Carry', carry],
    ['Keep', keep],
    ['Cut', cut],
    ['Eat by', last ? dayInWords(last) : daysInWords(days)],
    ['Ingredients', ingredients],
  ];
  return lines.flatMap(([word, text]) => (text === undefined ? [] : { word, text }));
}

/** The last day on which a cake is good that is collected on a day; undefined if the cafe does not say so. */
export function lastDay({ keeping }: Pick<Cake, 'keeping'>, day: Day): Day | undefined {
  return keeping?.days === undefined ? undefined : addDays(day, keeping.days);
}

function daysInWords(days: number | undefined): string | undefined {
  if (days === undefined) return undefined;
  if (days === 0) return 'the day you collect it';
  return days === 1 ? 'the day after you collect it' : `${days} days after you collect it`;
}
