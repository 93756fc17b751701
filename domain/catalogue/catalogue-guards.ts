import type { CakeInBasket } from '#domain/basket/basket.ts';
import { isDay } from '#domain/calendar/days.ts';
import {
  arrayOf,
  isBoolean,
  isInteger,
  isNonEmpty,
  isString,
  matching,
  nullable,
  objectOf,
  oneOf,
  optional,
} from '#domain/guard.ts';
import type { OrderedOption } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import type { OptionChoice, OptionGroup, PreciseAllergen, Size } from './catalogue.ts';

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
  groupId: isString,
  choiceId: isString,
  group: isString,
  name: isString,
  text: optional(isString),
  price: isPence,
  api: nullable(isString),
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

/** Any name: the shop may have named more since the page was loaded. */
const isPreciseAllergen = (value: unknown): value is PreciseAllergen => isNonEmpty(value);

const named = {
  id: isCategorySlug,
  name: isNonEmpty,
  choices: arrayOf(
    objectOf<OptionChoice>({
      id: isCategorySlug,
      name: isNonEmpty,
      price: isPence,
      contains: optional(arrayOf(isPreciseAllergen)),
      mayContain: optional(arrayOf(isPreciseAllergen)),
      vegan: isBoolean,
      soldOutUntil: optional(isDay),
      api: nullable(isNonEmpty),
    }),
  ),
};

type GroupOf<Kind> = Extract<OptionGroup, { kind: Kind }>;

const isOneOf = objectOf<GroupOf<'one'>>({ ...named, kind: oneOf(['one']) });
const isSeveral = objectOf<GroupOf<'several'>>({
  ...named,
  kind: oneOf(['several']),
  most: isInteger,
});
const isText = objectOf<GroupOf<'text'>>({ ...named, kind: oneOf(['text']), limit: isInteger });

export function isOptionGroup(value: unknown): value is OptionGroup {
  return isOneOf(value) || isSeveral(value) || isText(value);
}

export function isPence(value: unknown): value is Pence {
  return isInteger(value) && value >= 0 && value <= MAX_PENCE;
}
