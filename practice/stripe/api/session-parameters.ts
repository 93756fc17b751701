import { z } from 'zod';
import { metadata } from './metadata.ts';
import {
  currency,
  email,
  flag,
  integer,
  list,
  oneOf,
  text,
  unsettable,
  webUrl,
} from './parameter-types.ts';
import { unitAmount } from './prices.ts';
import { productData } from './products.ts';

const MOST_LINE_ITEMS = 100;

const lineItem = z.strictObject({
  price: text().optional(),
  price_data: z
    .strictObject({
      currency,
      product: text().optional(),
      product_data: z.strictObject(productData).optional(),
      unit_amount: unitAmount,
    })
    .optional(),
  quantity: integer({ minimum: 1, maximum: 999_999 }),
});

const customMessage = unsettable(z.strictObject({ message: text(1_200) })).optional();

/** What may be asked for when a checkout is opened: a one-time payment on the hosted page. */
export const sessionParameters = z.strictObject({
  mode: oneOf(['payment']),
  ui_mode: oneOf(['hosted_page']).optional(),
  line_items: list(lineItem, MOST_LINE_ITEMS),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
  client_reference_id: text(200).optional(),
  customer_email: email.optional(),
  expires_at: integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }).optional(),
  locale: text().optional(),
  metadata: metadata.optional(),
  submit_type: oneOf(['auto', 'book', 'donate', 'pay']).optional(),
  custom_text: z
    .strictObject({
      after_submit: customMessage,
      shipping_address: customMessage,
      submit: customMessage,
      terms_of_service_acceptance: customMessage,
    })
    .optional(),
  payment_intent_data: z
    .strictObject({
      description: text(1_000).optional(),
      metadata: metadata.optional(),
      receipt_email: email.optional(),
      statement_descriptor_suffix: text(22).optional(),
    })
    .optional(),
  phone_number_collection: z.strictObject({ enabled: flag }).optional(),
});

export type SessionParameters = z.infer<typeof sessionParameters>;
export type LineItemParameters = SessionParameters['line_items'][number];
