import { type Cake, type PreciseAllergen, wordsOf } from '#domain/catalogue/catalogue.ts';

/** The allergens of a recipe: `containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)')`. */
export function containing(
  ...contains: PreciseAllergen[]
): Pick<Cake, 'allergens'> & { contains: PreciseAllergen[] } {
  return { allergens: wordsOf(contains), contains };
}
