import { isFound, readSearch, searchTexts } from '#domain/book/search-text.ts';
import { Day } from '#domain/calendar/day.ts';
import { type Shop, todayAt } from '#server/shop.ts';

/** A search that finds more is for orders. */
const MOST = 10;

/**
 * The requests that a search of orders finds too, the newest first: by day, number, customer, occasion or ideas. None that
 * was anonymised.
 */
export async function findRequests({ db, clock }: Pick<Shop, 'db' | 'clock'>, text: string) {
  const search = readSearch(text, todayAt({ clock }));
  if (!search) return [];
  const rows = await db
    .selectFrom('requests')
    .select(['number', 'occasion', 'people', 'day', 'ideas', 'name', 'email', 'phone'])
    .where('anonymised_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows
    .map((row) => ({ ...row, day: Day.parse(row.day) }))
    .filter(({ number, day, occasion, ideas, ...customer }) => {
      const texts = searchTexts({ number, customer, note: occasion, staffNote: ideas, items: [] });
      return isFound(search, { ...texts, number, day });
    })
    .slice(0, MOST);
}
