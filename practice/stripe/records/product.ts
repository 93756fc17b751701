import { z } from 'zod';
import type { JsonObject } from '../api/json.ts';

export const productRecord = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  description: z.string().nullable(),
  images: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  url: z.string().nullable(),
  created: z.number(),
  updated: z.number(),
});

export type ProductRecord = z.infer<typeof productRecord>;

/** The product as the API shows it. */
export function productObject(product: ProductRecord): JsonObject {
  return {
    ...product,
    object: 'product',
    default_price: null,
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
  };
}
