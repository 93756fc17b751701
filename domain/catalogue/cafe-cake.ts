import * as z from 'zod';
import { SizePoints } from './cake-content.ts';
import { Cake, CategorySlug } from './catalogue.ts';

/** A cake of `cafe/`: with what visitors do not see of it. */
export const CafeCake = Cake.extend({
  sizes: z.array(Cake.shape.sizes.element.extend({ points: SizePoints })).min(1),
  hidden: z.boolean().optional(),
  /** When it was hidden for good. */
  archivedAt: z.iso.datetime().optional(),
  /** Where it was: these addresses lead to the present one. */
  formerSlugs: z.array(CategorySlug).optional(),
  formerCategories: z.array(CategorySlug).optional(),
});
export type CafeCake = z.infer<typeof CafeCake>;
