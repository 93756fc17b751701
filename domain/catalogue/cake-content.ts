import * as z from 'zod';
import { Cake, Size } from './catalogue.ts';

/** How much of a day's capacity a size takes; missing for the usual (`usualUnits`). */
export const SizeUnits = z.int().min(0).max(100);

/** Without the payment provider's price id. Within a cake, its label (`8`, `Box of 6`) identifies it. */
const SizeContent = Size.omit({ api: true }).extend({ units: SizeUnits.optional() });

/** All that the owner edits of a cake or an add-on. A version of a cake stores it as JSON. */
export const CakeContent = Cake.omit({ id: true, sizes: true }).extend({
  slug: Cake.shape.slug.unwrap(),
  sizes: z.array(SizeContent).min(1),
  hidden: z.boolean(),
  archived: z.boolean(),
});
export type CakeContent = z.infer<typeof CakeContent>;

/** A cake as the owner sees it. Visitors see and order only visible ones. */
export interface CatalogueEntry {
  /** As it is sold: a new price counts once the payment provider has it. */
  cake: Cake;
  /** As it was saved. */
  content: CakeContent;
  hidden: boolean;
  /** Hidden for good, apart from the others. */
  archived: boolean;
  /** Counted from 1; without what only the payment provider has changed. */
  version: number;
  /** Nobody has saved it since the shop was filled from `cafe/`. */
  isFirst: boolean;
}
