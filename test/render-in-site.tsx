import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type SiteData, SiteDataContext } from '#app/ui/site-data.ts';
import { cafe } from '#cafe/cafe.ts';

const SITE: SiteData = {
  photoDelivery: { cdn: 'ipx', url: '{file}' },
  version: 0,
  calendarRules: { closedPeriods: [], days: {} },
  cafe,
};

/** The HTML of a part of a page of the demo cafe. */
export function renderInSite(part: ReactNode): string {
  return renderToStaticMarkup(<SiteDataContext value={SITE}>{part}</SiteDataContext>);
}
