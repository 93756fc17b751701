import type { Cake } from '#domain/catalogue/catalogue.ts';
import { isBox, servingsOf } from '#domain/catalogue/sizes.ts';

/** `Serves 8–28`, or `Box of 6–24`: from the smallest size to the largest. */
export function describeServings({ sizes }: Pick<Cake, 'sizes'>): string {
  const boxed = sizes.every(isBox);
  const servings = sizes
    .filter((size) => boxed || !isBox(size))
    .flatMap((size) => servingsOf(size) ?? []);
  if (servings.length === 0) return '';
  const fewest = Math.min(...servings.map((each) => each.fewest));
  const most = Math.max(...servings.map((each) => each.most));
  return `${boxed ? 'Box of' : 'Serves'} ${fewest === most ? most : `${fewest}–${most}`}`;
}
