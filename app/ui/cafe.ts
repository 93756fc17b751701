import { use } from 'react';
import { cafe } from '#cafe/cafe.ts';
import type { OpeningHours } from '#domain/words/hours.ts';
import type { Cafe } from '#domain/words/words.ts';
import { SiteDataContext } from './site-data.ts';

/** The cafe with what the owner has edited. @param words of the root's loader. */
export function currentCafe(words: Partial<Cafe> | undefined): Cafe {
  return { ...cafe, ...words };
}

/** The hours of the week, then the days that differ soon, line by line. */
export function useHoursInWords(): string[] {
  const { words, specialDays = [] } = use(SiteDataContext);
  return [...currentCafe(words).hours.readable, ...specialDays.map((days) => days.words)];
}

export function useCafe(): Cafe {
  return currentCafe(use(SiteDataContext).words);
}

/** When the cafe is open, for `hoursOn`. */
export function useOpeningHours(): OpeningHours {
  const { words, calendarRules: rules } = use(SiteDataContext);
  return { week: currentCafe(words).hours.week, rules };
}
