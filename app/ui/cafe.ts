import { use } from 'react';
import { cafe } from '#cafe/cafe.ts';
import type { Cafe } from '#domain/words/words.ts';
import { SiteDataContext } from './site-data.ts';

/** The cafe with what the owner has edited. @param words of the root's loader. */
export function currentCafe(words: Partial<Cafe> | undefined): Cafe {
  return { ...cafe, ...words };
}

export function useCafe(): Cafe {
  return currentCafe(use(SiteDataContext).words);
}
