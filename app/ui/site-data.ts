import { createContext } from 'react';
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
  /** The pieces that the owner has edited. */
  words?: Partial<Cafe>;
  /** Soon, in the order of the days. */
  specialDays?: (SpecialDays & { words: string })[];
  /** Days can be full. */
  hasLimits?: boolean;
}

/** Provided by the root. The default serves the error page, which has no loader data. */
export const SiteDataContext = createContext<SiteData>({
  photoDelivery: { cdn: 'ipx', url: '{file}' },
  version: 0,
  calendarRules: { closedPeriods: [] },
});
