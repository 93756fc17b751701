import type { Ports } from '#domain/ports.ts';
import type { Cake, CatalogueEntry, Size } from './catalogue.ts';
import type { PricePayments, Product } from './catalogue-ports.ts';
import { describeSize } from './sizes.ts';

type NeededPorts = Pick<Ports, 'catalogue' | 'log'> & { payments: PricePayments };

/** Gives every size its price id at the payment provider. @returns how many sizes there are. */
export async function syncPrices({ catalogue, payments, log }: NeededPorts): Promise<number> {
  const entries = await catalogue.entries();
  const priced = await payments.syncPrices(productsOf(entries));
  const kept = new Map(entries.flatMap(({ cake }) => cake.sizes.map(({ id, api }) => [id, api])));
  // Most stand as they did, and each that does not is a transaction.
  await catalogue.setPriceIds(
    priced.filter(({ sizeId, stripePriceId }) => kept.get(sizeId) !== stripePriceId),
  );
  log.info({ prices: priced.length }, 'prices synced with the payment provider');
  return priced.length;
}

/** The same for one size, whatever it costs by now; the others are left as they are. */
export async function syncPriceOf(sizeId: string, { catalogue, payments }: NeededPorts) {
  const products = productsOf(await catalogue.entries());
  const product = products.find((one) => one.sizeId === sizeId);
  if (product) await catalogue.setPriceIds([await payments.syncPrice(product)]);
}

/** Of hidden cakes too: when they are shown again, they can be ordered at once. */
function productsOf(entries: CatalogueEntry[]): Product[] {
  return entries.flatMap(({ cake }) => cake.sizes.map((size) => productOf(cake, size)));
}

/** What the payment provider shows and charges for a size. */
export function productOf({ title }: Cake, size: Size): Product {
  return { sizeId: size.id, name: `${title}, ${describeSize(size)}`, price: size.price };
}
