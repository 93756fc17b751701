import * as z from 'zod';
import { MAX_ITEMS } from '#domain/basket/basket.ts';
import { Day } from '#domain/calendar/day.ts';
import { CollectionTime } from '#domain/calendar/rules.ts';
import { timeOf } from '#domain/calendar/times.ts';
import { isUrlToken } from '#domain/url-token.ts';
import {
  CUSTOMER_FIELDS,
  type CustomerField,
  inOneLine,
  missingText,
  NOTE_MAX,
  noteProblem,
  tooLongText,
} from './customer-details.ts';
import { OrderId } from './order.ts';
import { MessageOnCake, OptionText, PlainLine, refineBy } from './text-schemas.ts';

function detail(field: CustomerField) {
  const { max } = CUSTOMER_FIELDS[field];
  return PlainLine.trim().min(1, missingText(field)).max(max, tooLongText(field));
}

/** What a customer or staff tell about an order. May be empty. */
export const Note = z.string().overwrite(inOneLine).superRefine(refineBy(noteProblem));

export const CustomerDetails = z.strictObject({
  name: detail('name'),
  email: detail('email'),
  phone: detail('phone'),
  note: Note.describe(
    `Anything that the cafe should know, in at most ${NOTE_MAX} letters. It cannot make a cake free of an allergen.`,
  ),
});

export const Id = z.string().min(1).max(100);

/** The law names 14; the limit prevents abuse. */
const MAX_ALLERGENS = 30;
const PAGE_TOO_OLD = 'Please reload this page: the shop has changed since you opened it.';

/** More than a cake has groups and choices; the limit prevents abuse. */
export const MAX_OPTIONS = 50;

/** An option as it was chosen, by the ids of its group and choice. */
export const RequestedOption = z.strictObject({
  group: Id,
  choice: Id,
  /** Of an option that asks for it. */
  text: OptionText.optional(),
  /** The id of the price that was shown; null if it was free. */
  api: Id.nullable(),
});
export type RequestedOption = z.infer<typeof RequestedOption>;

/**
 * What the browser sends. Never an amount: `api` is the id of the price that was shown, so that the
 * server can tell when it has changed.
 */
export const OrderRequest = z.strictObject({
  ...CustomerDetails.partial({ note: true }).shape,
  items: z
    .array(
      z.strictObject({
        cakeId: Id,
        sizeId: Id,
        api: Id,
        /** Of a cake that has some. Of a group that needs one, a missing choice is a difference. */
        options: z.array(RequestedOption, PAGE_TOO_OLD).max(MAX_OPTIONS).optional(),
        message: MessageOnCake,
        day: Day,
        /** The same for all items of a day. Missing: none was asked for. */
        time: CollectionTime.optional(),
        /**
         * As shown to the visitor: an allergen that the catalogue no longer has is a difference, not an
         * error.
         */
        allergens: z.array(Id, PAGE_TOO_OLD).max(MAX_ALLERGENS),
        /** As shown. Missing: none were. */
        mayContain: z.array(Id).max(MAX_ALLERGENS).optional(),
      }),
    )
    .min(1, 'Please put something into your basket first.')
    .max(MAX_ITEMS, `Please order at most ${MAX_ITEMS} items at a time.`)
    .refine(
      (items) => items.every(({ day, time }) => time === timeOf(items, day)),
      'Please choose one collection time for each day.',
    ),
  /** The order that this browser placed before this one; it must not be paid as well. */
  replaces: OrderId.optional(),
  /** The token of an offer of the waiting list: the order takes the place that it holds. */
  offer: z.string().max(100).optional(),
  /** Made by the browser: opens the customer's page of the order once it is paid. */
  linkToken: z.string().refine(isUrlToken).optional(),
});
export type OrderRequest = z.infer<typeof OrderRequest>;
export type RequestedItem = OrderRequest['items'][number];
