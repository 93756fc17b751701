import { createContext, use } from 'react';
import { cafe } from '#cafe/cafe.ts';
import type { Cafe } from '#domain/words/words.ts';

/** The cafe with what the owner has edited. @param words of the root's loader. */
export function currentCafe(words: Partial<Cafe> | undefined): Cafe {
  return { ...cafe, ...words };
}

/** Provided by the root. The default serves the error page, which has no loader data. */
export const CafeContext = createContext<Cafe>(cafe);

export function useCafe(): Cafe {
  return use(CafeContext);
}
