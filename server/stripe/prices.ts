import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Pence } from '#domain/pence.ts';
import { createOnce } from './create-once.ts';
import { POUNDS } from './expanded.ts';

/** What has a price of its own: a size of a cake, or a choice of an option that costs something. */
export interface Product {
  /** By which its price is found: the id of the size, or `choiceKey`. */
  lookupKey: string;
  /** `Berry Drip Cake, 8 inches · 14–18 slices`, `Berry Drip Cake, Sponge: lemon` */
  name: string;
  price: Pence;
}

export interface PricedProduct {
  lookupKey: string;
  price: Pence;
  /** The payment provider's price id, which charges exactly `price`. */
  stripePriceId: string;
}

/** A price of this shop that can be paid at the payment provider. */
export interface ActivePrice extends PricedProduct {
  name: string;
}

/** Marks our prices, with their lookup keys, in an account that may sell other things. */
const OURS = 'battenberg_price';

/** All active prices of this shop. */
export async function activePrices(stripe: Stripe): Promise<ActivePrice[]> {
  const prices: ActivePrice[] = [];
  const active = stripe.prices.list({ active: true, limit: 100, expand: ['data.product'] });
  for await (const price of active) {
    const lookupKey = price.metadata[OURS];
    if (lookupKey === undefined) continue;
    prices.push({
      stripePriceId: price.id,
      lookupKey,
      name: productName(price) ?? productId(price),
      price: price.unit_amount ?? 0,
    });
  }
  return prices;
}

/**
 * Creates the new price and keeps the old one, which baskets still contain. A price never changes at Stripe. It is
 * found by its lookup key.
 */
export async function addPrice(stripe: Stripe, product: Product): Promise<PricedProduct> {
  const { lookupKey, name, price } = product;
  const last = await latestPrice(stripe, lookupKey);
  const current = last?.active ? last : undefined;
  if (current && productName(current) !== name) {
    await stripe.products.update(productId(current), { name });
  }
  if (current?.unit_amount === price && current.currency === POUNDS) {
    return { lookupKey, price, stripePriceId: current.id };
  }
  const parameters: Stripe.PriceCreateParams = {
    currency: POUNDS,
    unit_amount: price,
    metadata: { [OURS]: lookupKey },
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    ...(current ? { product: productId(current) } : { product_data: { name } }),
  };
  const { id } = await createOnce({
    create: (options) => stripe.prices.create(parameters, options),
    key: keyOf(product, last),
    find: async () => {
      const latest = await latestPrice(stripe, lookupKey);
      return latest?.id === last?.id ? undefined : latest;
    },
  });
  return { lookupKey, price, stripePriceId: id };
}

/** The price that has the lookup key. */
async function latestPrice(stripe: Stripe, lookupKey: string): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], expand: ['data.product'] });
  return data.find(({ metadata }) => metadata[OURS] === lookupKey);
}

/**
 * The same for all who make the same change at once. A price that is changed back within a day, which is
 * how long Stripe remembers a key, comes after another one.
 */
function keyOf({ lookupKey, name, price }: Product, last: Stripe.Price | undefined): string {
  const change = JSON.stringify([lookupKey, name, price, last?.id]);
  return `price-${createHash('sha256').update(change).digest('hex')}`;
}

/** No new checkout can use it; those that are open can still be paid. */
export async function archivePrice(stripe: Stripe, id: string): Promise<void> {
  await stripe.prices.update(id, { active: false });
}

function productId({ product }: Stripe.Price): string {
  return typeof product === 'string' ? product : product.id;
}

function productName({ product }: Stripe.Price): string | undefined {
  return typeof product === 'string' || product.deleted ? undefined : product.name;
}
