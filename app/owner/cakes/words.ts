import { href } from 'react-router';
import type { CakeContent, CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import type { Saved } from '#server/content/cakes.ts';
import type { PricesUndone } from '#server/content/change-prices.ts';

/** Whether a cake is for sale now. */
export function stateInWords({ cake, hidden, archived }: CatalogueEntry): string {
  if (archived) return 'Archived. Orders of it stay as they are.';
  return hidden
    ? `${cake.title} is hidden. Nobody can order it.`
    : `${cake.title} is for sale again.`;
}

/** What the editor's form has done. */
export function savedInWords({ hidden }: CakeContent, { unpriced }: Saved): string {
  if (unpriced.length > 0) return UNPRICED;
  return hidden ? 'Saved. It is hidden: visitors do not see it.' : 'Saved. Visitors see it now.';
}

const UNPRICED =
  'Saved, except the marked prices: Stripe does not answer. They follow by themselves.';

export const NOT_SAVED = 'Not saved yet. Look at what is marked.';

export const NOT_SAVED_BECAUSE = {
  'address-taken': { slug: 'Another cake has this address, or had it. Choose another.' },
  'photo-deleted': { photo: 'Somebody has just deleted one of these photos. Choose again.' },
};

/** What became of taking prices back. */
export function pricesUndoneInWords({ back, kept, unpriced }: PricesUndone): string {
  const changed = kept.length > 0 && `Somebody has changed ${kept.join(', ')} since`;
  if (back === 0) return changed ? `Not taken back. ${changed}.` : '';
  const words = [
    'Taken back: the earlier prices are there again.',
    changed && `${changed}, so that stays.`,
    unpriced > 0 && 'Stripe does not have all of them yet: they follow by themselves.',
  ];
  return words.filter(Boolean).join(' ');
}

/** The list with the buttons that move a cake. */
export const SORTED_CAKES = `${href('/owner/cakes')}?sort=yes`;

/** The screen above those of one cake. */
export const ALL_CAKES = { path: href('/owner/cakes'), title: 'All cakes' };
