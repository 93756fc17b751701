import { hasSeen, shownAllergens, wordOf } from '#domain/catalogue/allergens.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { Catalogue } from '#domain/catalogue/catalogue-ports.ts';
import type { OrderItem } from './order.ts';

/** An item with the traces of its cake. */
export type TracedItem = OrderItem & { mayContain?: string[] };

/** The current allergens of a cake. */
export interface ChangedAllergens {
  title: string;
  allergens: string[];
}

/**
 * The allergens of an ordered cake, and those that its recipe has got since: it may be made by the new one.
 * None is left out, because it may have been made by the old one.
 */
export function allergensNow(
  ordered: string[],
  cake: Pick<Cake, 'allergens' | 'contains'>,
): string[] {
  // `Gluten` and `Gluten (wheat)` are one: only one of them may have been named precisely.
  const isNamed = (current: string) =>
    ordered.some(
      (name) => name === current || name === wordOf(current) || wordOf(name) === current,
    );
  return [...ordered, ...shownAllergens(cake).filter((current) => !isNamed(current))];
}

/** Adds what the catalogue says now: orders keep the allergens of the recipe by which they were sold. */
export async function withCurrentAllergens<Part extends { items: OrderItem[] }>(
  catalogue: Pick<Catalogue, 'byIds' | 'entry'>,
  part: Part,
): Promise<Part & { items: TracedItem[] }> {
  const all = await cakesOf(catalogue, part.items);
  const cakes = new Map(all.map((cake) => [cake.id, cake]));
  return {
    ...part,
    items: part.items.map((item) => {
      const cake = cakes.get(item.cakeId);
      if (!cake) return item;
      const { mayContain } = cake;
      const allergens = allergensNow(item.allergens, cake);
      return { ...item, allergens, ...(mayContain && { mayContain }) };
    }),
  };
}

/** The cakes of an unpaid order whose allergens are no longer those that its customer accepted. */
export async function changedAllergens(
  catalogue: Pick<Catalogue, 'byIds' | 'entry'>,
  items: OrderItem[],
): Promise<ChangedAllergens[]> {
  const cakes = await cakesOf(catalogue, items);
  const changed = cakes.filter((cake) =>
    items.some(
      ({ cakeId, allergens }) => cakeId === cake.id && !hasSeen(allergens, shownAllergens(cake)),
    ),
  );
  return changed.map((cake) => ({ title: cake.title, allergens: shownAllergens(cake) }));
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
