import { z } from 'zod';
import type { Condition } from '../../store.ts';
import { type Account, newId } from '../account.ts';
import { listCollection, pageParameters } from '../api/lists.ts';
import {
  currency,
  flag,
  list,
  metadata,
  noParameters,
  parseParameters,
  text,
  unitAmount,
} from '../api/parameters.ts';
import {
  type Endpoint,
  existing,
  invalidRequest,
  type JsonObject,
  noSuch,
} from '../api/protocol.ts';
import type { PriceRecord, ProductRecord } from '../records.ts';

export const productData = z.strictObject({ name: text(), description: text().optional() });

const creation = z.strictObject({
  currency,
  lookup_key: text(200).optional(),
  metadata: metadata.optional(),
  product: text().optional(),
  product_data: productData.optional(),
  transfer_lookup_key: flag.optional(),
  unit_amount: unitAmount,
});
// The amount cannot change: a new price takes the lookup key over.
const change = z.strictObject({ active: flag });
const listing = z.strictObject({
  ...pageParameters,
  active: flag.optional(),
  lookup_keys: list(text(), 1).optional(),
});
const productChange = z.strictObject({
  name: text().optional(),
  active: flag.optional(),
  /** Empty: none. */
  default_price: z.string().optional(),
});

export const createPrice: Endpoint = (account, { parameters }) => {
  const price = parseParameters(creation, parameters);
  const product = productFor(account, price);
  const { lookup_key = null, currency, unit_amount, metadata = {} } = price;
  if (lookup_key !== null) freeLookupKey(account, lookup_key, price.transfer_lookup_key);
  const added = { product, active: true, currency, unit_amount, lookup_key, metadata };
  return priceObject(account.prices.add({ ...added, id: newId('price') }));
};

export const retrievePrice: Endpoint = (account, { id, parameters }) => {
  parseParameters(noParameters, parameters);
  return priceObject(existing('price', id, account.prices.find(id)));
};

export const updatePrice: Endpoint = (account, { id, parameters }) => {
  const price = existing('price', id, account.prices.find(id));
  const { active } = parseParameters(change, parameters);
  const isDefault = account.products.find(price.product)?.default_price === id;
  if (price.active && !active && isDefault) {
    throw invalidRequest(
      'This price cannot be archived because it is the default price of its product.',
    );
  }
  return priceObject(account.prices.replace({ ...price, active }));
};

export const listPrices: Endpoint = (account, { parameters }) => {
  const { active, lookup_keys, ...page } = parseParameters(listing, parameters);
  const [lookupKey] = lookup_keys ?? [];
  const where: Condition<PriceRecord>[] = [];
  if (active !== undefined) where.push({ field: 'active', is: active });
  if (lookupKey !== undefined) where.push({ field: 'lookup_key', is: lookupKey });
  return listCollection(account.prices, page, {
    kind: 'price',
    url: '/v1/prices',
    where,
    present: priceObject,
  });
};

export const updateProduct: Endpoint = (account, { id, parameters }) => {
  const product = existing('product', id, account.products.find(id));
  const { default_price: sent, ...details } = parseParameters(productChange, parameters);
  const default_price = sent === undefined ? product.default_price : sent || null;
  if (default_price !== null && account.prices.find(default_price)?.product !== id) {
    throw noSuch('price', default_price, 'default_price');
  }
  return productObject(account.products.replace({ ...product, ...details, default_price }));
};

function priceObject(price: PriceRecord): JsonObject {
  return { ...price, object: 'price', livemode: false, type: 'one_time' };
}

export function productObject(product: ProductRecord): JsonObject {
  return { ...product, object: 'product', livemode: false };
}

/** The product of a new price, created if the request describes one. */
function productFor(
  account: Account,
  { product: id, product_data: data }: z.infer<typeof creation>,
): string {
  if ((id === undefined) === (data === undefined)) {
    throw invalidRequest('You must specify either `product` or `product_data`.', {
      code: 'parameter_missing',
      param: 'product',
    });
  }
  if (data !== undefined) {
    const product = { ...data, id: newId('prod'), active: true, default_price: null };
    return account.products.add(product).id;
  }
  const product = account.products.find(id ?? '');
  if (product === undefined) throw noSuch('product', id ?? '', 'product');
  return product.id;
}

/** A lookup key belongs to one price and moves only when the request says so. */
function freeLookupKey(account: Account, key: string, transfer: boolean | undefined): void {
  const [owner] = account.prices.list({ where: [{ field: 'lookup_key', is: key }], limit: 1 });
  if (owner === undefined) return;
  if (transfer !== true) {
    throw invalidRequest(`A price (\`${owner.id}\`) already uses that lookup key.`, {
      param: 'lookup_key',
    });
  }
  account.prices.replace({ ...owner, lookup_key: null });
}
