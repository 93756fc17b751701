import type { Ports } from '#domain/ports.ts';
import type { Cake, CatalogueEntry, Size } from './catalogue.ts';
import type { LeftPrice, PricePayments, Product } from './catalogue-ports.ts';
import { describeSize } from './sizes.ts';

type NeededPorts = Pick<Ports, 'catalogue' | 'log'> & { payments: PricePayments };

export const NOT_ARCHIVED = 'an old price is still active at the payment provider';

/** Gives every size its price id at the payment provider. */
export async function syncPrices({
  catalogue,
  payments,
  log,
}: NeededPorts): Promise<{ prices: number; left: LeftPrice[] }> {
  const entries = await catalogue.entries();
  const { priced, left } = await payments.syncPrices(productsOf(entries));
  const kept = new Map(entries.flatMap(({ cake }) => cake.sizes.map(({ id, api }) => [id, api])));
  // Only changed ids: each is a transaction.
  await catalogue.setPriceIds(
    priced.filter(({ sizeId, stripePriceId }) => kept.get(sizeId) !== stripePriceId),
  );
  log.info({ prices: priced.length }, 'prices synced with the payment provider');
  for (const { stripePriceId: price, name } of left) log.error({ price, name }, NOT_ARCHIVED);
  return { prices: priced.length, left };
}

/** Includes hidden cakes, so that they can be ordered as soon as they are shown. */
function productsOf(entries: CatalogueEntry[]): Product[] {
  return entries.flatMap(({ cake }) => cake.sizes.map((size) => productOf(cake, size)));
}

/** The product for a size. */
export function productOf(
  { title }: Pick<Cake, 'title'>,
  size: Pick<Size, 'id' | 'size' | 'slices' | 'price'>,
): Product {
  return { sizeId: size.id, name: `${title}, ${describeSize(size)}`, price: size.price };
}
