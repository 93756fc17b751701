import {
  type Declared,
  declaredTogether,
  hasSeen,
  shownAllergens,
  wordOf,
} from '#domain/catalogue/allergens.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { Catalogue } from '#domain/catalogue/catalogue-ports.ts';
import type { OrderItem } from './order.ts';

/** The current allergens of a cake. */
export interface ChangedAllergens {
  title: string;
  allergens: string[];
  mayContain: string[];
}

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

/** Adds what the catalogue says now: orders keep the allergens of the recipe by which they were sold. */
export async function withCurrentAllergens<Part extends { items: OrderItem[] }>(
  catalogue: Pick<Catalogue, 'byIds' | 'entry'>,
  part: Part,
): Promise<Part> {
  const [changed = part] = await allWithCurrentAllergens(catalogue, [part]);
  return changed;
}

/** As `withCurrentAllergens`, reading each cake once. */
export async function allWithCurrentAllergens<
  Part extends { items: Item[] },
  Item extends OrderItem,
>(catalogue: Pick<Catalogue, 'byIds' | 'entry'>, parts: Part[]): Promise<Part[]> {
  const all = await cakesOf(
    catalogue,
    parts.flatMap(({ items }) => items),
  );
  const cakes = new Map(all.map((cake) => [cake.id, cake]));
  return parts.map((part) => ({
    ...part,
    items: part.items.map((item) => {
      const cake = cakes.get(item.cakeId);
      return cake ? { ...item, ...declaredNow(item, cake) } : item;
    }),
  }));
}

/** The cakes of an unpaid order whose allergens are no longer those that its customer accepted. */
export async function changedAllergens(
  catalogue: Pick<Catalogue, 'byIds' | 'entry'>,
  items: OrderItem[],
): Promise<ChangedAllergens[]> {
  const cakes = await cakesOf(catalogue, items);
  const changed = cakes.filter((cake) =>
    items.some((item) => item.cakeId === cake.id && !hasSeen(item, cake)),
  );
  return changed.map((cake) => ({ title: cake.title, ...declaredTogether([cake]) }));
}

async function cakesOf(
  catalogue: Pick<Catalogue, 'byIds' | 'entry'>,
  items: OrderItem[],
): Promise<Cake[]> {
  const ids = [...new Set(items.map(({ cakeId }) => cakeId))];
  const cakes = await catalogue.byIds(ids);
  // Hidden ones, which are not in the cache, may have been ordered before.
  const others = ids.filter((id) => !cakes.some((cake) => cake.id === id));
  const entries = await Promise.all(others.map((id) => catalogue.entry(id)));
  return [...cakes, ...entries.flatMap((entry) => entry?.cake ?? [])];
}
