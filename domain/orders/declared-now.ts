import {
  type Declared,
  declaredTogether,
  shownAllergens,
  wordOf,
} from '#domain/catalogue/allergens.ts';
import type { OrderItem } from './order.ts';

type OrderedDeclared = Pick<OrderItem, 'allergens' | 'mayContain'>;

/**
 * What was said of an ordered cake, and what its recipe has got since: it may be made by the new one.
 * Nothing is left out, because it may have been made by the old one.
 */
export function declaredNow(ordered: OrderedDeclared, cake: Declared): Required<OrderedDeclared> {
  // `Gluten` and `Gluten (wheat)` are one: only one of them may have been named precisely.
  const isNamed = (current: string) =>
    ordered.allergens.some(
      (name) => name === current || name === wordOf(current) || wordOf(name) === current,
    );
  const added = shownAllergens(cake).filter((current) => !isNamed(current));
  return declaredTogether([ordered, { allergens: added, mayContain: cake.mayContain }]);
}
