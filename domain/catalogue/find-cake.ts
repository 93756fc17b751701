import type { Cake, CatalogueEntry, Size } from './catalogue.ts';

export interface NoSuchCake {
  ok: false;
  reason: 'no-such-cake';
  /** The ids of all cakes, for suggestions. */
  cakeIds: string[];
}
type FindCakeResult = ({ ok: true } & CatalogueEntry) | NoSuchCake;

/** Finds a cake by the id or title that the owner types. A title that two cakes share finds neither. */
export function findCake(entries: CatalogueEntry[], name: string): FindCakeResult {
  const typed = normalise(name);
  const byId = entries.find(({ cake }) => normalise(cake.id) === typed);
  const byTitle = entries.filter(({ cake }) => normalise(cake.title) === typed);
  const found = byId ?? (byTitle.length === 1 ? byTitle[0] : undefined);
  if (found) return { ok: true, ...found };
  return { ok: false, reason: 'no-such-cake', cakeIds: entries.map(({ cake }) => cake.id) };
}

/** Finds a size by its id or its label as the page shows it: `8`, `8 inches`, `Box of 6`. */
export function findSize(cake: Cake, name: string): Size | undefined {
  const typed = normalise(name).replace(/ ?("|″|in|inch|inches)$/, '');
  return cake.sizes.find(
    ({ id, size }) => normalise(size) === typed || normalise(id) === normalise(name),
  );
}

function normalise(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
