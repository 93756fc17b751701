import type { Allergen, Cake, ServingInfo } from './catalogue.ts';

export type Diet = 'vegan' | 'no-gluten' | 'no-nuts';

/** What a cake must declare and must not contain. */
export interface CakeFilter {
  without: Allergen[];
  servingInfo: ServingInfo[];
}

interface DietRule extends CakeFilter {
  diet: Diet;
  /** About the recipe: nothing from the shared kitchen is free of an allergen (spec §9). */
  name: string;
}

/**
 * In the order of the URL. A cake is vegan by its declared allergens and `vege`: one with honey must not
 * declare `vege`.
 */
export const diets: DietRule[] = [
  { diet: 'vegan', name: 'Vegan', without: ['Eggs', 'Dairy'], servingInfo: ['vege'] },
  { diet: 'no-gluten', name: 'No gluten ingredients', without: ['Gluten'], servingInfo: [] },
  { diet: 'no-nuts', name: 'Without nuts', without: ['Nuts'], servingInfo: [] },
];

/** The filter for all of the diets at once. */
export function filterFor(chosen: Diet[]): CakeFilter {
  const rules = diets.filter(({ diet }) => chosen.includes(diet));
  return {
    without: rules.flatMap(({ without }) => without),
    servingInfo: rules.flatMap(({ servingInfo }) => servingInfo),
  };
}

export function suits(
  cake: Pick<Cake, 'allergens' | 'servingInfo'>,
  { without, servingInfo }: CakeFilter,
): boolean {
  return (
    without.every((allergen) => !cake.allergens.includes(allergen)) &&
    servingInfo.every((info) => cake.servingInfo.includes(info))
  );
}
