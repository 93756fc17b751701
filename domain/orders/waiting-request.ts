import * as z from 'zod';
import { MAX_ITEMS } from '#domain/basket/basket.ts';
import { Day } from '#domain/calendar/day.ts';
import { CUSTOMER_FIELDS, tooLongText } from './customer-details.ts';
import { Id, MAX_OPTIONS } from './order-request.ts';
import { emailSchema, MISTYPED_EMAIL } from './text-schemas.ts';

/** Who wants an e-mail if a place comes free, and for what. Unlike that of an order, the address must be one. */
export const WaitingRequest = z.strictObject({
  day: Day,
  items: z
    .array(
      z.strictObject({
        cakeId: Id,
        sizeId: Id,
        /** Those that are chosen: they may take room too. */
        options: z
          .array(z.strictObject({ groupId: Id, choiceId: Id }))
          .max(MAX_OPTIONS)
          .optional(),
      }),
    )
    .min(1)
    .max(MAX_ITEMS),
  email: z
    .string()
    .trim()
    .max(CUSTOMER_FIELDS.email.max, tooLongText('email'))
    .pipe(emailSchema(MISTYPED_EMAIL)),
});
export type WaitingRequest = z.infer<typeof WaitingRequest>;
