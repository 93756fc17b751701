import type { Cake } from './catalogue.ts';
import { isBox, servingsOf } from './sizes.ts';

/** `Serves 8–28`, or `Box of 6–24`: from the smallest size to the largest. */
export function describeServings(cake: Pick<Cake, 'sizes'>): string {
  const numbers = numbersOf(cake);
  if (numbers.length === 0) return '';
  const [fewest, most] = [Math.min(...numbers), Math.max(...numbers)];
  const word = cake.sizes.every(isBox) ? 'Box of' : 'Serves';
  return `${word} ${fewest === most ? most : `${fewest}–${most}`}`;
}

/** How many its largest size serves, or are in its largest box; 0 if no size says so. */
export function mostServings(cake: Pick<Cake, 'sizes'>): number {
  return Math.max(0, ...numbersOf(cake));
}

/** Boxes count only if there is nothing else. */
function numbersOf({ sizes }: Pick<Cake, 'sizes'>): number[] {
  const boxed = sizes.every(isBox);
  return sizes.flatMap((size) => {
    const servings = boxed || !isBox(size) ? servingsOf(size) : undefined;
    return servings ? [servings.fewest, servings.most] : [];
  });
}
