import type { OpeningHours } from '#domain/words/hours.ts';
import type { Cafe } from '#domain/words/words.ts';
import { useSiteData } from './site-data.ts';

export function useCafe(): Cafe {
  return useSiteData().cafe;
}

/** The hours of the week, then the days that differ soon, line by line. */
export function useHoursInWords(): string[] {
  const { cafe, specialDays = [] } = useSiteData();
  return [...cafe.hours.readable, ...specialDays.map((days) => days.words)];
}

/** When the cafe is open, for `hoursOn`. */
export function useOpeningHours(): OpeningHours {
  const { cafe, calendarRules: rules } = useSiteData();
  return { week: cafe.hours.week, rules };
}
