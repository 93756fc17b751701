import { createContext, use } from 'react';
import type { TimeRules } from '#domain/calendar/times.ts';
import type { OpeningHours, SpecialDays } from '#domain/words/hours.ts';
import type { Cafe } from '#domain/words/words.ts';
import type { PhotoDelivery } from './photo-url.ts';

/** What every component may need of the root's data. */
export interface SiteData {
  photoDelivery: PhotoDelivery;
  calendarRules: OpeningHours['rules'] & TimeRules;
  /** The catalogue's version at which, or after which, the page's data were read. */
  version: number;
  cafe: Cafe;
  /** Soon, in the order of the days. */
  specialDays?: (SpecialDays & { words: string })[];
  /** Days can be full. */
  hasLimits?: boolean;
}

/** Provided by the root. Undefined on the error page of a root without loader data. */
export const SiteDataContext = createContext<SiteData | undefined>(undefined);

export function useSiteData(): SiteData {
  const site = use(SiteDataContext);
  if (!site) throw new Error('The root provides the data of the site.');
  return site;
}
