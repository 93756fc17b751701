import type { Day } from './day.ts';
import { addDays, asDay, weekday } from './days.ts';
import type { DayRange } from './reach.ts';

export interface BankHoliday {
  day: Day;
  name: string;
}

/**
 * The bank holidays of England from `first` to `last`, soonest first, by the Banking and Financial Dealings Act 1971
 * (schedule 1) and the yearly proclamations as https://www.gov.uk/bank-holidays lists them. One at a weekend is in the
 * list beside its substitute day, because a cafe may be open on both. Extra ones, such as for a coronation, are not known.
 */
export function bankHolidays({ first, last }: DayRange): BankHoliday[] {
  const found: BankHoliday[] = [];
  for (let year = yearOf(first); year <= yearOf(last); year += 1) found.push(...ofYear(year));
  return found.filter(({ day }) => first <= day && day <= last);
}

function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

function ofYear(year: number): BankHoliday[] {
  const easter = easterSunday(year);
  const dates = [
    { day: dayOf(year, 1, 1), name: 'New Year’s Day' },
    { day: addDays(easter, -2), name: 'Good Friday' },
    { day: addDays(easter, 1), name: 'Easter Monday' },
    { day: mondayFrom(dayOf(year, 5, 1)), name: 'Early May bank holiday' },
    // The last Monday is within the last seven days.
    { day: mondayFrom(dayOf(year, 5, 25)), name: 'Spring bank holiday' },
    { day: mondayFrom(dayOf(year, 8, 25)), name: 'Summer bank holiday' },
    { day: dayOf(year, 12, 25), name: 'Christmas Day' },
    { day: dayOf(year, 12, 26), name: 'Boxing Day' },
  ];
  const taken = new Set(dates.map(({ day }) => day));
  const substitutes = dates.flatMap(({ day, name }) => {
    if (!isWeekend(day)) return [];
    let substitute = day;
    while (isWeekend(substitute) || taken.has(substitute)) substitute = addDays(substitute, 1);
    taken.add(substitute);
    return { day: substitute, name: `${name} (substitute day)` };
  });
  return [...dates, ...substitutes].sort((one, other) => (one.day < other.day ? -1 : 1));
}

function isWeekend(day: Day): boolean {
  return weekday(day) > 5;
}

/** The first Monday on or after a day. */
function mondayFrom(day: Day): Day {
  return addDays(day, (8 - weekday(day)) % 7);
}

function dayOf(year: number, month: number, date: number): Day {
  return asDay(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`);
}

/** By the Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): Day {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * a + century - leapCenturies - correction + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((a + 11 * epact + 22 * sunday) / 451);
  const days = epact + sunday - 7 * late + 114;
  return dayOf(year, Math.floor(days / 31), (days % 31) + 1);
}
