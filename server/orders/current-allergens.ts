import { declaredTogether, hasSeen } from '#domain/catalogue/allergens.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { declaredNow } from '#domain/orders/declared-now.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import type { Catalogue } from '#server/content/catalogue-ports.ts';

/** The current allergens of a cake. */
export interface ChangedAllergens {
  title: string;
  allergens: string[];
  mayContain: string[];
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
