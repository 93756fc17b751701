import * as z from 'zod';
import { Cake, type CatalogueEntry, Size } from './catalogue.ts';

/** How much of a day's capacity a size takes; missing for the usual (`usualPoints`). */
export const SizePoints = z.int().min(0).max(100);

/** Without the payment provider's price id. Within a cake, its label (`8`, `Box of 6`) identifies it. */
const SizeContent = Size.omit({ api: true }).extend({ points: SizePoints.optional() });
export type SizeContent = z.infer<typeof SizeContent>;

/** All that the owner edits of a cake or a personal touch. A version of a cake stores it as JSON. */
export const CakeContent = Cake.omit({ id: true, sizes: true }).extend({
  slug: Cake.shape.slug.unwrap(),
  sizes: z.array(SizeContent).min(1),
  hidden: z.boolean(),
  archived: z.boolean(),
});
export type CakeContent = z.infer<typeof CakeContent>;

/** Always with its properties in the same order, so that equal contents are equal as JSON. */
export function contentOf({ cake, hidden, archived, points }: CatalogueEntry): CakeContent {
  return CakeContent.parse({
    ...cake,
    slug: cake.slug ?? cake.id,
    sizes: cake.sizes.map((size) => ({ ...size, points: points[size.id] })),
    hidden,
    archived,
  });
}
