import type { Catalogue } from '#domain/catalogue/catalogue-ports.ts';
import type { OrderItem } from './order.ts';

/** An item with the traces of its cake. */
export type TracedItem = OrderItem & { mayContain?: string[] };

/** Adds what the catalogue says now: orders keep only the allergens that the recipe contains. */
export async function withMayContain<Part extends { items: OrderItem[] }>(
  catalogue: Pick<Catalogue, 'entry'>,
  part: Part,
): Promise<Part & { items: TracedItem[] }> {
  const ids = [...new Set(part.items.map(({ cakeId }) => cakeId))];
  // Hidden cakes too: they may have been ordered before.
  const entries = await Promise.all(ids.map((id) => catalogue.entry(id)));
  const traces = new Map(entries.map((entry) => [entry?.cake.id, entry?.cake.mayContain]));
  return {
    ...part,
    items: part.items.map((item) => {
      const mayContain = traces.get(item.cakeId);
      return mayContain ? { ...item, mayContain } : item;
    }),
  };
}
