import * as z from 'zod';
import { type Basket, BasketItem, MAX_ITEMS } from './basket.ts';

export interface LoadedBasket {
  basket: Basket;
  /** How many stored items could not be read and were left out, so that the visitor can be told. */
  dropped: number;
}

/**
 * Reads what the browser kept. Anything may stand there: an older version of the site, an extension,
 * half a write. What is whole is kept, what is broken is dropped and counted; it never throws.
 */
export function readStoredBasket(stored: string | null): LoadedBasket {
  if (stored === null) return { basket: [], dropped: 0 };
  const items = z.array(z.unknown()).safeParse(parseJson(stored));
  if (!items.success) return { basket: [], dropped: 1 };
  const basket = items.data
    .flatMap((item) => BasketItem.safeParse(item).data ?? [])
    .slice(0, MAX_ITEMS);
  return { basket, dropped: items.data.length - basket.length };
}

export function storeBasket(basket: Basket): string {
  return JSON.stringify(basket);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
