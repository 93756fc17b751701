import { declaredTogether, hasSeen } from '#domain/catalogue/allergens.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { declaredNow, recipeNow } from '#domain/orders/declared-now.ts';
import { titleWithOptions } from '#domain/orders/items-in-words.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import type { Shop } from '#server/shop.ts';

/** The current allergens of a cake with its options. */
export interface ChangedAllergens {
  /** `Red Velvet 8 in (Sponge: chocolate)` */
  title: string;
  allergens: string[];
  mayContain: string[];
}

/** Adds what the catalogue says now: orders keep the allergens of the recipe by which they were sold. */
export async function withCurrentAllergens<Part extends { items: OrderItem[] }>(
  shop: Pick<Shop, 'content'>,
  part: Part,
): Promise<Part> {
  const [changed = part] = await allWithCurrentAllergens(shop, [part]);
  return changed;
}

/** As `withCurrentAllergens`, reading each cake once. */
export async function allWithCurrentAllergens<
  Part extends { items: Item[] },
  Item extends OrderItem,
>(shop: Pick<Shop, 'content'>, parts: Part[]): Promise<Part[]> {
  const all = await cakesOf(
    shop,
    parts.flatMap(({ items }) => items),
  );
  const cakes = new Map<string | null, Cake>(all.map((cake) => [cake.id, cake]));
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
  shop: Pick<Shop, 'content'>,
  items: OrderItem[],
): Promise<ChangedAllergens[]> {
  const cakes = await cakesOf(shop, items);
  const changed = items.flatMap((item): [string, ChangedAllergens][] => {
    const cake = cakes.find(({ id }) => id === item.cakeId);
    const recipe = cake && recipeNow(cake, item.options);
    if (!recipe || hasSeen(item, recipe)) return [];
    const title = titleWithOptions(item);
    return [[title, { title, ...declaredTogether([recipe]) }]];
  });
  return [...new Map(changed).values()];
}

/** The cakes of an order as the catalogue has them now. */
export async function cakesOf(
  { content }: Pick<Shop, 'content'>,
  items: OrderItem[],
): Promise<Cake[]> {
  const ids = new Set(items.flatMap(({ cakeId }) => cakeId ?? []));
  const { catalogue } = await content();
  // Hidden ones may have been ordered before.
  return [...ids].flatMap((id) => catalogue.entry(id)?.cake ?? []);
}
