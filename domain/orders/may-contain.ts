import type { Catalogue } from '#domain/catalogue/catalogue-ports.ts';
import type { OrderItem } from './order.ts';

/** An item with the traces of its cake. */
export type TracedItem = OrderItem & { mayContain?: string[] };

/** Adds what the catalogue says now: orders keep only the allergens that the recipe contains. */
export async function withMayContain<Part extends { items: OrderItem[] }>(
  catalogue: Pick<Catalogue, 'byIds' | 'entry'>,
  part: Part,
): Promise<Part & { items: TracedItem[] }> {
  const ids = [...new Set(part.items.map(({ cakeId }) => cakeId))];
  const cakes = await catalogue.byIds(ids);
  // Hidden ones, which are not in the cache, may have been ordered before.
  const others = ids.filter((id) => !cakes.some((cake) => cake.id === id));
  const entries = await Promise.all(others.map((id) => catalogue.entry(id)));
  const all = [...cakes, ...entries.flatMap((entry) => entry?.cake ?? [])];
  const traces = new Map(all.map((cake) => [cake.id, cake.mayContain]));
  return {
    ...part,
    items: part.items.map((item) => {
      const mayContain = traces.get(item.cakeId);
      return mayContain ? { ...item, mayContain } : item;
    }),
  };
}
