import {
  addedBy,
  type Declared,
  declaredTogether,
  shownAllergens,
  wordOf,
} from '#domain/catalogue/allergens.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { choicesOf, declaredWith } from '#domain/catalogue/options.ts';
import type { OrderedOption, OrderItem } from './order.ts';

type OrderedDeclared = Pick<OrderItem, 'allergens' | 'mayContain'>;

/** What a cake contains now with these options; of an option that the cake has no more, what it contained. */
export function recipeNow(
  cake: Declared & Pick<Cake, 'options'>,
  options: readonly OrderedOption[] = [],
): Declared {
  if (options.length === 0) return cake;
  const chosen = options.map(idsOf);
  const gone = options.filter((option) => choicesOf(cake, [idsOf(option)]).length === 0);
  return declaredTogether([declaredWith(cake, chosen), ...gone.map(addedBy)]);
}

function idsOf({ groupId, choiceId }: OrderedOption) {
  return { group: groupId, choice: choiceId };
}

/**
 * What was said of an ordered cake, and what its recipe and those of its options have got since: it may be made by the new
 * ones. Nothing is left out, because it may have been made by the old ones.
 */
export function declaredNow(
  ordered: OrderedDeclared & Pick<OrderItem, 'options'>,
  cake: Declared & Pick<Cake, 'options'>,
): Required<OrderedDeclared> {
  const recipe = recipeNow(cake, ordered.options);
  // `Gluten` and `Gluten (wheat)` are one: only one of them may have been named precisely.
  const isNamed = (current: string) =>
    ordered.allergens.some(
      (name) => name === current || name === wordOf(current) || wordOf(name) === current,
    );
  const added = shownAllergens(recipe).filter((current) => !isNamed(current));
  return declaredTogether([ordered, { allergens: added, mayContain: recipe.mayContain }]);
}
