import { displayDay, isDay } from '#domain/calendar/days.ts';
import { isCollectionTime } from '#domain/calendar/times.ts';
import {
  isCakeInBasket,
  isOrderedOption,
  isPence,
  isSize,
} from '#domain/catalogue/catalogue-guards.ts';
import { arrayOf, isInteger, isNonEmpty, isString, objectOf, optional } from '#domain/guard.ts';
import { messageProblem } from '#domain/orders/plain-text.ts';
import { type BasketItem, EMPTY_BASKET, type LoadedBasket, MAX_ITEMS } from './basket.ts';

const isBasketItem = objectOf<BasketItem>({
  id: (value): value is number => isInteger(value) && value >= 0,
  cake: isCakeInBasket,
  size: isSize,
  messageOnCake: (value): value is string => isString(value) && messageProblem(value) === undefined,
  selectedDay: isDay,
  time: optional(isCollectionTime),
  price: isPence,
  options: optional(arrayOf(isOrderedOption)),
  addOnFor: optional(isNonEmpty),
});

/**
 * Reads the basket from the browser's storage, which may hold anything: an extension's data, a
 * partial write. Invalid items are dropped and counted. Never throws.
 * @param report gets the error of each date that cannot be displayed (spec §8).
 */
export function readStoredBasket(
  stored: unknown,
  report: (error: unknown) => void = () => {},
): LoadedBasket {
  if (stored === undefined) return EMPTY_BASKET;
  if (!Array.isArray(stored)) return { basket: [], dropped: 1 };
  for (const item of stored) {
    try {
      if (hasDate(item)) displayDay(item.selectedDay);
    } catch (error) {
      report(error);
    }
  }
  const basket = stored.filter((item) => isBasketItem(item)).slice(0, MAX_ITEMS);
  return { basket, dropped: stored.length - basket.length };
}

const hasDate = objectOf<{ selectedDay: string }>({ selectedDay: isString });
