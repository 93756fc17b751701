import { isDay } from '#domain/calendar/days.ts';
import { isCollectionTime } from '#domain/calendar/times.ts';
import { isPence } from '#domain/catalogue/catalogue-guards.ts';
import {
  arrayOf,
  isBoolean,
  isInteger,
  isNull,
  isString,
  matching,
  nullable,
  objectOf,
  oneOf,
  optional,
} from '#domain/guard.ts';
import type { PaymentStatus } from './order.ts';
import type { PublicOrder, PublicState } from './public-order.ts';

/** A UUID of version 4, in either case. */
export const isOrderId = matching(
  /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
);

type PublicItem = PublicOrder['items'][number];

type FreeLine = Extract<PublicItem, { cakeId: null }>;

const isOption = objectOf<NonNullable<PublicItem['options']>[number]>({
  groupId: isString,
  choiceId: isString,
  group: isString,
  name: isString,
  text: optional(isString),
  price: isPence,
  contains: optional(arrayOf(isString)),
  mayContain: optional(arrayOf(isString)),
});

const LINE = {
  position: optional(isInteger),
  isAddOn: isBoolean,
  title: isString,
  options: optional(arrayOf(isOption)),
  price: isPence,
  message: isString,
  day: isDay,
  time: optional(isCollectionTime),
  allergens: arrayOf(isString),
  mayContain: optional(arrayOf(isString)),
  units: (value: unknown): value is number => isInteger(value) && value >= 0,
  moved: optional(
    objectOf<NonNullable<PublicItem['moved']>>({ firstDay: isDay, times: isInteger }),
  ),
};

const isCatalogueLine = objectOf<Exclude<PublicItem, FreeLine>>({
  ...LINE,
  cakeId: isString,
  sizeId: isString,
  img: isString,
  size: isString,
  slices: nullable(isString),
});

const isFreeLine = objectOf<FreeLine>({
  ...LINE,
  cakeId: isNull,
  sizeId: isNull,
  img: isNull,
  size: oneOf(['']),
  slices: isNull,
});

/** Agrees with the schema `PublicOrder`. */
export const isPublicOrder = objectOf<PublicOrder>({
  id: isOrderId,
  number: isString,
  state: oneOf<PublicState>(['placed', 'funded', 'paid', 'expired']),
  paid: isBoolean,
  items: arrayOf((value): value is PublicItem => isCatalogueLine(value) || isFreeLine(value)),
  note: optional(isString),
  total: isPence,
  payment: oneOf<PaymentStatus>(['none', 'processing', 'failed', 'unknown']),
  refunded: isPence,
  cancelled: optional(isBoolean),
  agreed: optional(isBoolean),
  quoted: optional(isBoolean),
  parts: optional(
    objectOf<NonNullable<PublicOrder['parts']>>({
      deposit: nullable(isPence),
      paid: isPence,
      restBy: optional(isDay),
    }),
  ),
  noEmail: optional(isBoolean),
  emailDetour: optional(oneOf<NonNullable<PublicOrder['emailDetour']>>(['at-payment', 'nowhere'])),
  heldUntil: optional(isString),
});
