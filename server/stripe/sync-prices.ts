import type Stripe from 'stripe';
import type { PricedSize, Product } from '#domain/catalogue/catalogue-ports.ts';

/** Marks our prices in an account that may sell other things. */
const OURS = 'battenberg_size';

/**
 * Keeps one product and one active price for each size. Prices are found by their lookup key, the size's
 * id. A price never changes at Stripe: a new one is created and the old one archived.
 */
export async function syncPrices(stripe: Stripe, wanted: Product[]): Promise<PricedSize[]> {
  const known = await knownPrices(stripe);
  const priced: PricedSize[] = [];
  for (const product of wanted) {
    const [current, ...spare] = known.get(product.sizeId) ?? [];
    const price = await keepOrReplace(stripe, product, current);
    priced.push({ sizeId: product.sizeId, price: product.price, stripePriceId: price.id });
    if (current && current.id !== price.id) await archivePrice(stripe, current);
    for (const old of spare) await archivePrice(stripe, old);
    known.delete(product.sizeId);
  }
  for (const price of [...known.values()].flat()) {
    await archivePrice(stripe, price);
    await stripe.products.update(productId(price), { active: false });
  }
  return priced;
}

/** Syncs one size with a few calls, however many prices there are. */
export async function syncPrice(stripe: Stripe, product: Product): Promise<PricedSize> {
  const price = await standingPrice(stripe, product);
  // Includes leftovers of an interrupted attempt.
  const ofProduct = stripe.prices.list({ active: true, product: productId(price), limit: 100 });
  for await (const old of ofProduct) {
    if (isOf(product, old) && old.id !== price.id) await archivePrice(stripe, old);
  }
  return { sizeId: product.sizeId, price: product.price, stripePriceId: price.id };
}

/** Creates the new price and keeps the old one, which baskets still contain. */
export async function addPrice(stripe: Stripe, product: Product): Promise<PricedSize> {
  const { id } = await standingPrice(stripe, product);
  return { sizeId: product.sizeId, price: product.price, stripePriceId: id };
}

async function standingPrice(stripe: Stripe, product: Product): Promise<Stripe.Price> {
  const holders = await stripe.prices.list({
    active: true,
    lookup_keys: [product.sizeId],
    expand: ['data.product'],
  });
  const current = holders.data.find((price) => isOf(product, price));
  return keepOrReplace(stripe, product, current);
}

function isOf({ sizeId }: Product, { metadata }: Stripe.Price): boolean {
  return metadata[OURS] === sizeId;
}

/** Our active prices by size id, the one with the lookup key first. */
async function knownPrices(stripe: Stripe): Promise<Map<string, Stripe.Price[]>> {
  const known = new Map<string, Stripe.Price[]>();
  const active = stripe.prices.list({ active: true, limit: 100, expand: ['data.product'] });
  for await (const price of active) {
    const sizeId = price.metadata[OURS];
    if (sizeId === undefined) continue;
    const prices = known.get(sizeId) ?? [];
    known.set(sizeId, price.lookup_key === sizeId ? [price, ...prices] : [...prices, price]);
  }
  return known;
}

async function keepOrReplace(
  stripe: Stripe,
  { sizeId, name, price }: Product,
  current: Stripe.Price | undefined,
): Promise<Stripe.Price> {
  const shared = { currency: 'gbp', unit_amount: price, metadata: { [OURS]: sizeId } };
  if (!current) {
    return stripe.prices.create({
      ...shared,
      lookup_key: sizeId,
      transfer_lookup_key: true,
      product_data: { name },
    });
  }
  if (productName(current) !== name) await stripe.products.update(productId(current), { name });
  if (current.unit_amount === price && current.currency === 'gbp') return current;
  return stripe.prices.create({
    ...shared,
    lookup_key: sizeId,
    transfer_lookup_key: true,
    product: productId(current),
  });
}

async function archivePrice(stripe: Stripe, price: Stripe.Price): Promise<void> {
  await stripe.prices.update(price.id, { active: false });
}

function productId({ product }: Stripe.Price): string {
  return typeof product === 'string' ? product : product.id;
}

function productName({ product }: Stripe.Price): string | undefined {
  return typeof product === 'string' || product.deleted ? undefined : product.name;
}
