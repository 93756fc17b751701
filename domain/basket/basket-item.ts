import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { MessageOnCake } from '#domain/orders/text-schemas.ts';
import { Pence } from '#domain/pence.ts';

/** The part of a cake that the basket remembers. */
export const CakeInBasket = Cake.pick({ id: true, title: true, img: true, category: true }).extend({
  allergens: z.array(z.string().min(1)),
  /** The precise allergens as shown, if the cafe has named them. */
  contains: z.array(z.string().min(1)).optional(),
  mayContain: z.array(z.string().min(1)).optional(),
});
export type CakeInBasket = z.infer<typeof CakeInBasket>;

/** One item to collect on one day (spec §3). Prices are what was shown, never what is charged. */
export const BasketItem = z.object({
  /** Random; distinguishes two otherwise equal items. */
  id: z.int().nonnegative(),
  cake: CakeInBasket,
  size: Size,
  messageOnCake: MessageOnCake,
  selectedDay: Day,
  /** An extra amount on top of the size's price. */
  price: Pence,
  /** For a personal touch: the id of the cake that it was chosen with. */
  touchFor: z.string().min(1).optional(),
});
export type BasketItem = z.infer<typeof BasketItem>;
