import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { CollectionTime } from '#domain/calendar/rules.ts';
import { Units, Vat } from '#domain/catalogue/cake-content.ts';
import { Cake, PreciseAllergen } from '#domain/catalogue/catalogue.ts';
import { Pence } from '#domain/pence.ts';
import { OrderRequest } from './order-request.ts';
import { MessageOnCake, PlainLine } from './text-schemas.ts';

// What staff sell on the phone. Unlike a visitor's request, it has the price that was agreed.

const MAX_TITLE = 80;

/** Of the catalogue, for its price or another one. */
const PhoneCatalogueItem = OrderRequest.shape.items.element.extend({ price: Pence.positive() });

/** Not of the catalogue: `FreeLine` is made of it. */
const PhoneFreeItem = z.strictObject({
  cakeId: z.null(),
  title: PlainLine.trim()
    .min(1, 'Please say what it is.')
    .max(MAX_TITLE, `Please use at most ${MAX_TITLE} characters.`),
  price: Pence.positive(),
  /** Like a cake or an add-on of the catalogue. */
  kind: Cake.shape.kind,
  /** Missing for the usual of its kind. */
  vat: Vat.optional(),
  units: Units,
  message: MessageOnCake,
  day: Day,
  time: CollectionTime.optional(),
  allergens: z.array(PreciseAllergen),
  mayContain: z.array(PreciseAllergen).optional(),
});

export const PhoneItem = z.union([PhoneCatalogueItem, PhoneFreeItem]);
export type PhoneItem = z.infer<typeof PhoneItem>;
