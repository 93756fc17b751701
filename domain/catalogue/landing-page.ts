import type { Category } from './catalogue.ts';

const LANDING_PAGE_IDS = { first: 1, last: 7 };

/** The categories of the landing page: ids 1 to 7, by id (spec §3). */
export function onLandingPage(categories: Category[]): Category[] {
  return categories
    .filter(({ id }) => id >= LANDING_PAGE_IDS.first && id <= LANDING_PAGE_IDS.last)
    .sort((a, b) => a.id - b.id);
}

/** Cards leave the word Delight out of a category's title (spec §2). */
export function cardTitle(title: string): string {
  return title.replace(/\s*\bDelight\b/g, '').trim();
}
