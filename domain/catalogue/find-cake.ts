import type { Cake, CatalogueEntry, Size } from './catalogue.ts';
import { closest } from '../../server/commands/closest.ts';

export interface NoSuchCake {
  ok: false;
  reason: 'no-such-cake';
  /** Ids that may have been meant. */
  closest: string[];
}
export type FoundCake = ({ ok: true } & CatalogueEntry) | NoSuchCake;

/** The cake that somebody types the id or the title of. */
export function findCake(entries: CatalogueEntry[], name: string): FoundCake {
  const typed = folded(name);
  const byId = entries.find(({ cake }) => folded(cake.id) === typed);
  const byTitle = entries.filter(({ cake }) => folded(cake.title) === typed);
  // Of two that share a title neither is meant for certain.
  const found = byId ?? (byTitle.length === 1 ? byTitle[0] : undefined);
  if (found) return { ok: true, ...found };
  const ids = entries.map(({ cake }) => cake.id);
  return { ok: false, reason: 'no-such-cake', closest: closest(typed.replaceAll(' ', '-'), ids) };
}

/** The size that somebody types as the page shows it: `8`, `8 inches`, `Box of 6`. */
export function findSize(cake: Cake, name: string): Size | undefined {
  const typed = folded(name).replace(/ ?("|″|in|inch|inches)$/, '');
  return cake.sizes.find(({ id, size }) => folded(size) === typed || folded(id) === folded(name));
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
