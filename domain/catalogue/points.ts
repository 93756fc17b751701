import type { Cake, Size } from './catalogue.ts';
import { isBox } from './sizes.ts';

export const LARGEST_USUAL = 5;

/** How much of a day's capacity a size takes if the owner has not said otherwise. */
export function usualPoints(kind: Cake['kind'], size: Pick<Size, 'size'>): number {
  if (kind === 'personal-touch') return 0;
  if (isBox(size)) return 1;
  const inches = Number(size.size);
  if (inches <= 6) return 1;
  if (inches <= 8) return 2;
  return inches <= 10 ? 3 : LARGEST_USUAL;
}
