import type { Day } from './day.ts';
import { addDays, isDay, monthName, weekday, weekdayName } from './days.ts';

const RELATIVE = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

const WEEKDAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.? /;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)? ?([a-z]+)\.?(?: (\d{4}|\d\d))?$/;
const MONTH_FIRST = /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}|\d\d))?$/;
const IN_NUMBERS = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d\d))?$/;

const DAY_OF_MONTH = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/;

/** So that 29 February has a year. */
const YEARS = [-4, -3, -2, -1, 0, 1, 2, 3, 4];

/**
 * Reads a day as people type it: `28 nov`, `Sat 28 November`, `28/11`, `28.11.2026`, `2026-11-28`, `tomorrow`, `28th`,
 * `Saturday`. Without a year or a month it is the nearest such day, whatever its weekday; a weekday is the next one.
 * @returns undefined if the text is anything else.
 */
export function readTypedDay(typed: string, today: Day): Day | undefined {
  const text = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim();
  const relative = RELATIVE.get(text);
  if (relative !== undefined) return addDays(today, relative);
  if (isDay(text)) return text;
  const [, ofMonth] = DAY_OF_MONTH.exec(text) ?? [];
  if (ofMonth) {
    const around = Array.from({ length: 63 }, (_, place) => addDays(today, place - 31));
    return nearest(
      around.filter((day) => Number(day.slice(-2)) === Number(ofMonth)),
      today,
    );
  }
  const week = Array.from({ length: 7 }, (_, ahead) => addDays(today, ahead));
  const next = week.find((day) => weekdayName(weekday(day)).toLowerCase() === text);
  if (next) return next;
  const date = readDate(text.replace(WEEKDAY, ''));
  if (!date) return undefined;
  const { year, monthAndDay } = date;
  const days = year
    ? [`${year.padStart(4, '20')}-${monthAndDay}`]
    : YEARS.map((years) => `${Number(today.slice(0, 4)) + years}-${monthAndDay}`);
  return nearest(days.filter(isDay), today);
}

function readDate(text: string): { monthAndDay: string; year: string | undefined } | undefined {
  const [, day, month, year] =
    IN_NUMBERS.exec(text) ?? DAY_FIRST.exec(text) ?? swapped(MONTH_FIRST.exec(text)) ?? [];
  const number = month && (monthNumber(month) ?? month);
  if (!day || !number) return undefined;
  return { monthAndDay: `${number.padStart(2, '0')}-${day.padStart(2, '0')}`, year };
}

function swapped(match: RegExpExecArray | null) {
  return match && [match[0], match[2], match[1], match[3]];
}

/** @returns undefined for a word that is no month, and for a number. */
function monthNumber(word: string): string | undefined {
  for (let month = 1; month <= 12; month += 1) {
    if (word.length >= 3 && monthName(month).toLowerCase().startsWith(word)) return String(month);
  }
  return undefined;
}

function nearest(days: Day[], today: Day): Day | undefined {
  const distance = (day: Day) => Math.abs(Date.parse(day) - Date.parse(today));
  const [first] = days.toSorted((one, other) => distance(one) - distance(other));
  return first;
}
