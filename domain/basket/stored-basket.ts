import * as z from 'zod';
import { EMPTY_BASKET, type LoadedBasket, MAX_ITEMS } from './basket.ts';
import { BasketItem } from './basket-item.ts';

/**
 * Reads the basket that the browser stored, possibly by an older version of the site or with a write cut
 * off. Keeps valid items, drops and counts invalid ones, and never throws.
 */
export function readStoredBasket(stored: string | null): LoadedBasket {
  if (stored === null) return EMPTY_BASKET;
  const items = z.array(z.unknown()).safeParse(parseJson(stored));
  if (!items.success) return { basket: [], dropped: 1 };
  const basket = items.data
    .flatMap((item) => BasketItem.safeParse(item).data ?? [])
    .slice(0, MAX_ITEMS);
  return { basket, dropped: items.data.length - basket.length };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
