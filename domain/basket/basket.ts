import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { Pence, sumPence } from '#domain/money.ts';
import { MessageOnCake } from '#domain/orders/message.ts';

/** One thing to collect on one day (spec §3). Prices here are what was shown, never what is charged. */
export const BasketItem = z.object({
  /** Random; tells apart two cakes that are otherwise alike. */
  id: z.int().nonnegative(),
  cake: Cake.pick({ id: true, title: true, img: true, category: true, allergens: true }),
  size: Size,
  messageOnCake: MessageOnCake,
  selectedDay: Day,
  /** An extra amount on top of the size's price. */
  price: Pence,
});
export type BasketItem = z.infer<typeof BasketItem>;

export type Basket = readonly BasketItem[];

/** As many as one order takes; the card checkout itself allows 100 lines. */
export const MAX_ITEMS = 50;

export interface Choice {
  cake: Cake;
  size: Size;
  messageOnCake: string;
  selectedDay: Day;
}

/** A cake, or a personal touch as an item of its own, as it goes into the basket. */
export function newItem(
  { cake, size, messageOnCake, selectedDay }: Choice,
  id: number,
): BasketItem {
  return BasketItem.parse({
    id,
    cake,
    size,
    messageOnCake: cake.offMessage ? '' : messageOnCake.trim(),
    selectedDay,
    price: 0,
  });
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
