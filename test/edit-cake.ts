import { type CakeContent, contentOf } from '#domain/catalogue/cake-content.ts';
import type { Catalogue, PricedSize } from '#server/content/catalogue-ports.ts';
import type { Shop } from '#server/shop.ts';
import { EDIT } from './samples.ts';

type NeededPorts = Pick<Catalogue, 'entry' | 'saveCake'>;

/** Saves changes of a cake, as the owner's side does; repeats it if another save was faster. */
export async function editCake(
  catalogue: NeededPorts,
  id: string,
  change: (content: CakeContent) => CakeContent,
  priceIds: PricedSize[] = [],
): Promise<void> {
  let saved: Awaited<ReturnType<Catalogue['saveCake']>> = 'outdated';
  while (saved === 'outdated') {
    const entry = await catalogue.entry(id);
    if (!entry) throw new Error(`There is no cake ${id}.`);
    const expected = contentOf(entry);
    const content = change(expected);
    saved = await catalogue.saveCake({ id, expected, content, priceIds }, EDIT);
  }
  if (saved !== 'saved') throw new Error(saved);
}

/** Changes the price of a size, and its price id. */
export async function setPrice(catalogue: NeededPorts, priced: PricedSize): Promise<void> {
  // The id of a size begins with its cake's.
  let cakeId = priced.sizeId;
  do cakeId = cakeId.slice(0, Math.max(0, cakeId.lastIndexOf('-')));
  while (cakeId !== '' && !(await catalogue.entry(cakeId)));
  const change = (content: CakeContent) => ({
    ...content,
    sizes: content.sizes.map((size) =>
      size.id === priced.sizeId ? { ...size, price: priced.price } : size,
    ),
  });
  await editCake(catalogue, cakeId, change, [priced]);
}

/** Changes the price of a size as the owner's side does, also at the payment provider. */
export async function changePrice(
  shop: Pick<Shop, 'catalogueEntry' | 'changePrices'>,
  { cake, size, price }: { cake: string; size: string; price: number },
): Promise<void> {
  const sizes = (await shop.catalogueEntry(cake))?.cake.sizes ?? [];
  const prices = sizes.map((each) => ({
    sizeId: each.id,
    seen: each.price,
    price: each.size === size ? price : each.price,
  }));
  const changed = await shop.changePrices(cake, { prices, by: 'anna' });
  if (!changed.ok) throw new Error(changed.reason);
}
