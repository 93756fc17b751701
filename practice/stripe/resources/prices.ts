import { z } from 'zod';
import type { Condition } from '../../store.ts';
import { type Account, newId, unixTime } from '../account.ts';
import { listCollection, pageParameters } from '../api/lists.ts';
import {
  currency,
  flag,
  list,
  mergeMetadata,
  metadata,
  noParameters,
  parseParameters,
  text,
  unitAmount,
  unsettable,
} from '../api/parameters.ts';
import {
  type Endpoint,
  existing,
  invalidRequest,
  type JsonObject,
  noSuch,
} from '../api/protocol.ts';
import type { PriceRecord } from '../records.ts';
import { addProduct, productData } from './products.ts';

const description = {
  active: flag.optional(),
  lookup_key: unsettable(text(200)).optional(),
  metadata: metadata.optional(),
  nickname: unsettable(text()).optional(),
  transfer_lookup_key: flag.optional(),
};
const creation = z.strictObject({
  ...description,
  currency,
  product: text().optional(),
  product_data: z
    .strictObject({ ...productData, id: text().optional(), active: flag.optional() })
    .omit({ description: true, images: true })
    .optional(),
  unit_amount: unitAmount,
});
// The amount cannot change: a new price takes the lookup key over.
const change = z.strictObject(description);
const listing = z.strictObject({
  ...pageParameters,
  active: flag.optional(),
  currency: currency.optional(),
  lookup_keys: list(text(), 10).optional(),
  product: text().optional(),
});

export const createPrice: Endpoint = (account, { parameters }) => {
  const price = parseParameters(creation, parameters);
  const product = productFor(account, price);
  const lookupKey = price.lookup_key ?? null;
  const id = newId('price');
  takeLookupKey(account, lookupKey, id, price.transfer_lookup_key);
  const added = account.prices.add({
    id,
    product,
    active: price.active ?? true,
    currency: price.currency,
    unit_amount: price.unit_amount,
    lookup_key: lookupKey,
    nickname: price.nickname ?? null,
    metadata: mergeMetadata({}, price.metadata),
    created: unixTime(account.now()),
  });
  return priceObject(added);
};

export const retrievePrice: Endpoint = (account, { id, parameters }) => {
  parseParameters(noParameters, parameters);
  return priceObject(existing('price', id, account.prices.find(id)));
};

export const updatePrice: Endpoint = (account, { id, parameters }) => {
  const price = existing('price', id, account.prices.find(id));
  const sent = parseParameters(change, parameters);
  const lookupKey = sent.lookup_key === undefined ? price.lookup_key : sent.lookup_key;
  const isArchived = price.active && sent.active === false;
  const isDefault = account.products.find(price.product)?.default_price === id;
  if (isArchived && (isDefault || account.settings.read().archiving === 'refused')) {
    throw invalidRequest(
      'This price cannot be archived because it is the default price of its product.',
    );
  }
  takeLookupKey(account, lookupKey, id, sent.transfer_lookup_key);
  return priceObject(
    account.prices.replace({
      ...price,
      active: sent.active ?? price.active,
      lookup_key: lookupKey,
      nickname: sent.nickname === undefined ? price.nickname : sent.nickname,
      metadata: mergeMetadata(price.metadata, sent.metadata),
    }),
  );
};

export const listPrices: Endpoint = (account, { parameters }) => {
  const { active, currency, lookup_keys, product, ...page } = parseParameters(listing, parameters);
  const where: Condition<PriceRecord>[] = [];
  if (active !== undefined) where.push({ field: 'active', is: active });
  if (currency !== undefined) where.push({ field: 'currency', is: currency });
  if (product !== undefined) where.push({ field: 'product', is: product });
  if (lookup_keys !== undefined) where.push({ field: 'lookup_key', in: lookup_keys });
  return listCollection(account.prices, page, {
    kind: 'price',
    url: '/v1/prices',
    where,
    present: priceObject,
  });
};

export function priceObject(price: PriceRecord): JsonObject {
  return {
    ...price,
    object: 'price',
    billing_scheme: 'per_unit',
    custom_unit_amount: null,
    livemode: false,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount_decimal: String(price.unit_amount),
  };
}

/** The product of a new price, created if the request describes one. */
function productFor(account: Account, price: z.infer<typeof creation>): string {
  if (price.product !== undefined && price.product_data !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: product, product_data.');
  }
  if (price.product_data !== undefined) return addProduct(account, price.product_data).id;
  if (price.product === undefined) {
    throw invalidRequest('You must specify either `product` or `product_data`.', {
      code: 'parameter_missing',
      param: 'product',
    });
  }
  const product = account.products.find(price.product);
  if (product === undefined) throw noSuch('product', price.product, 'product');
  return product.id;
}

/** A lookup key belongs to one price and moves only when the request says so. */
function takeLookupKey(
  account: Account,
  key: string | null,
  taker: string,
  transfer: boolean | undefined,
): void {
  if (key === null) return;
  const [owner] = account.prices.list({ where: [{ field: 'lookup_key', is: key }], limit: 1 });
  if (owner === undefined || owner.id === taker) return;
  if (transfer !== true) {
    throw invalidRequest(`A price (\`${owner.id}\`) already uses that lookup key.`, {
      param: 'lookup_key',
    });
  }
  account.prices.replace({ ...owner, lookup_key: null });
}
