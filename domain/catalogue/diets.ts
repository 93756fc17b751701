import type { Day } from '#domain/calendar/day.ts';
import { wordOf } from './allergens.ts';
import type { Allergen, Cake, OptionChoice, ServingInfo } from './catalogue.ts';
import { isSoldOut, type NamedOption } from './options.ts';

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

type Filtered = Pick<Cake, 'allergens' | 'servingInfo' | 'options'>;

/** Whether a visitor can have the cake so that it suits: of each required group some choice does. */
export function suits(cake: Filtered, filter: CakeFilter, today: Day): boolean {
  const { without, servingInfo } = filter;
  return (
    without.every((allergen) => !cake.allergens.includes(allergen)) &&
    servingInfo.every((info) => cake.servingInfo.includes(info)) &&
    choicesToSuit(cake, filter, today).every((choice) => choice !== undefined)
  );
}

/**
 * What has to be chosen for a cake to suit, where it is not chosen at first; undefined for a group of which no choice
 * suits.
 */
export function choicesToSuit(
  { options = [] }: Pick<Cake, 'options'>,
  filter: CakeFilter,
  today: Day,
): (NamedOption | undefined)[] {
  return options.flatMap(({ kind, name: group, choices }) => {
    if (kind !== 'one') return [];
    const sold = choices.filter((choice) => !isSoldOut(choice, today));
    const suitable = sold.find((choice) => choiceSuits(choice, filter));
    if (suitable && suitable === sold[0]) return [];
    return [suitable && { group, name: suitable.name }];
  });
}

/** All that choices say of `servingInfo` is whether they suit vegans. */
export function choiceSuits(
  { contains = [], vegan }: OptionChoice,
  { without, servingInfo }: CakeFilter,
): boolean {
  const suitsFilter = contains.every((name) => without.every((word) => word !== wordOf(name)));
  return suitsFilter && (vegan || servingInfo.length === 0);
}
