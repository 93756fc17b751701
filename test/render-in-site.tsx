import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type SiteData, SiteDataContext } from '#app/ui/site-data.ts';
import { words } from '#cafe/words.ts';
import { cafeOf } from '#domain/words/words.ts';

const SITE: SiteData = {
  photoDelivery: { cdn: 'ipx', url: '{file}' },
  version: 0,
  calendarRules: { closedPeriods: [], days: {} },
  cafe: cafeOf(words),
};

/** The HTML of a part of a page of the demo cafe. */
export function renderInSite(part: ReactNode): string {
  return renderToStaticMarkup(<SiteDataContext value={SITE}>{part}</SiteDataContext>);
}
