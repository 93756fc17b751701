import { hasSeen, shownAllergens } from '#domain/catalogue/allergens.ts';
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

/** Adds what the catalogue says now: orders keep only the allergens that the recipe contains. */
export async function withMayContain<Part extends { items: OrderItem[] }>(
  catalogue: Pick<Catalogue, 'byIds' | 'entry'>,
  part: Part,
): Promise<Part & { items: TracedItem[] }> {
  const all = await cakesOf(catalogue, part.items);
  const traces = new Map(all.map((cake) => [cake.id, cake.mayContain]));
  return {
    ...part,
    items: part.items.map((item) => {
      const mayContain = traces.get(item.cakeId);
      return mayContain ? { ...item, mayContain } : item;
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
