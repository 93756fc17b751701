import type { Day } from '#domain/calendar/day.ts';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { sumPence } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';
import type { BasketItem } from './basket-item.ts';

export type Basket = readonly BasketItem[];

export interface LoadedBasket {
  basket: Basket;
  /** Stored items that could not be read and were left out; the visitor is told. */
  dropped: number;
}

export const EMPTY_BASKET: LoadedBasket = { basket: [], dropped: 0 };

/** The limit of one order; the card checkout itself allows 100 line items. */
export const MAX_ITEMS = 50;

export interface Choice {
  cake: Cake;
  size: Size;
  messageOnCake: string;
  selectedDay: Day;
}

/** Creates the basket item for a cake or a personal touch. */
export function newItem(
  { cake, size, messageOnCake, selectedDay }: Choice,
  id: number,
): BasketItem {
  const { id: cakeId, title, img, category, allergens, offMessage } = cake;
  return {
    id,
    cake: { id: cakeId, title, img, category, allergens },
    size,
    messageOnCake: offMessage ? '' : messageOnCake.trim(),
    selectedDay,
    price: 0,
  };
}

export function addItem(basket: Basket, item: BasketItem): Basket {
  return [...basket, item];
}

export function removeItems(basket: Basket, ids: readonly number[]): Basket {
  return basket.filter(({ id }) => !ids.includes(id));
}

export function itemTotal(item: BasketItem): Pence {
  return item.size.price + item.price;
}

/** The sum over items of size price plus extra price (spec §9), in pence. */
export function basketTotal(basket: Basket): Pence {
  return sumPence(basket.map(itemTotal));
}
