import type { Cake } from '#domain/catalogue/catalogue.ts';
import { isBox } from '#domain/catalogue/sizes.ts';

/** `Serves 8–28`, or `Box of 6–24`: from the smallest size to the largest. */
export function describeServings({ sizes }: Pick<Cake, 'sizes'>): string {
  const boxed = sizes.every(isBox);
  const numbers = sizes.flatMap(({ size, slices }) =>
    ((boxed ? size : slices)?.match(/\d+/g) ?? []).map(Number),
  );
  const [fewest, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.length === 0) return '';
  return `${boxed ? 'Box of' : 'Serves'} ${fewest === most ? most : `${fewest}–${most}`}`;
}
