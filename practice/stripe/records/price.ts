import { z } from 'zod';
import type { JsonObject } from '../api/json.ts';

export const priceRecord = z.object({
  id: z.string(),
  product: z.string(),
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.number().int(),
  lookup_key: z.string().nullable(),
  nickname: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  created: z.number(),
});

export type PriceRecord = z.infer<typeof priceRecord>;

/** The price as the API shows it. */
export function priceObject(price: PriceRecord): JsonObject {
  return {
    ...price,
    object: 'price',
    billing_scheme: 'per_unit',
    custom_unit_amount: null,
    livemode: false,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount_decimal: String(price.unit_amount),
  };
}
