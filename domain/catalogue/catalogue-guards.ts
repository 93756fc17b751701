import type { CakeInBasket } from '#domain/basket/basket.ts';
import {
  arrayOf,
  isInteger,
  isNonEmpty,
  isString,
  matching,
  nullable,
  objectOf,
  optional,
} from '#domain/guard.ts';
import type { OrderedOption } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import type { Size } from './catalogue.ts';

// Agree with the schemas in catalogue.ts and pence.ts (guards.test.ts).

const MAX_PENCE = 10_000_000;

const isCategorySlug = matching(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const isSize = objectOf<Size>({
  id: isNonEmpty,
  size: matching(/^(\d{1,2}|Box( of \d+)?)$/),
  slices: nullable(isNonEmpty),
  price: (value): value is Pence => isPence(value) && value > 0,
  api: nullable(isNonEmpty),
});

export const isOrderedOption = objectOf<OrderedOption>({
  groupId: isNonEmpty,
  choiceId: isNonEmpty,
  group: isString,
  name: isString,
  text: optional(isString),
  price: isPence,
  api: nullable(isNonEmpty),
  contains: optional(arrayOf(isString)),
  mayContain: optional(arrayOf(isString)),
});

export const isCakeInBasket = objectOf<CakeInBasket>({
  id: isNonEmpty,
  title: isNonEmpty,
  img: isNonEmpty,
  category: arrayOf(isCategorySlug),
  allergens: arrayOf(isNonEmpty),
  contains: optional(arrayOf(isNonEmpty)),
  mayContain: optional(arrayOf(isNonEmpty)),
});

export function isPence(value: unknown): value is Pence {
  return isInteger(value) && value >= 0 && value <= MAX_PENCE;
}
