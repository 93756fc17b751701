import type { Cake } from './catalogue.ts';
import { mostServings } from './servings.ts';
import { fromPrice } from './sizes.ts';

export type Sort = 'price' | 'servings';

export const sorts: { sort: Sort; name: string }[] = [
  { sort: 'price', name: 'Lowest price' },
  { sort: 'servings', name: 'Largest' },
];

/** Equal ones stay in the cafe's order, and without a sort all do. */
export function sortCakes(cakes: Cake[], sort: Sort | undefined): Cake[] {
  if (sort === 'price') return cakes.toSorted((one, other) => fromPrice(one) - fromPrice(other));
  if (sort === 'servings') {
    return cakes.toSorted((one, other) => mostServings(other) - mostServings(one));
  }
  return cakes;
}
