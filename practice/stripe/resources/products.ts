import { z } from 'zod';
import { type Account, newId, unixTime } from '../account.ts';
import { listCollection, pageParameters } from '../api/lists.ts';
import {
  flag,
  list,
  mergeMetadata,
  metadata,
  noParameters,
  parseParameters,
  text,
  unsettable,
  webUrl,
} from '../api/parameters.ts';
import {
  type Endpoint,
  existing,
  invalidRequest,
  type JsonObject,
  noSuch,
} from '../api/protocol.ts';
import type { ProductRecord } from '../records.ts';

/** The parameters of a product wherever one is created: here, with a price or in a line item. */
export const productData = {
  name: text(),
  description: unsettable(text()).optional(),
  images: list(text(), 8).optional(),
  metadata: metadata.optional(),
};

const creation = z.strictObject({
  ...productData,
  id: text().optional(),
  active: flag.optional(),
  url: unsettable(webUrl).optional(),
});
const change = creation
  .omit({ id: true })
  .partial()
  .extend({ default_price: unsettable(text()).optional() });
const listing = z.strictObject({ ...pageParameters, active: flag.optional() });

export function addProduct(account: Account, product: z.infer<typeof creation>): ProductRecord {
  if (product.id !== undefined && account.products.find(product.id) !== undefined) {
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists' });
  }
  const created = unixTime(account.now());
  return account.products.add({
    id: product.id ?? newId('prod'),
    name: product.name,
    active: product.active ?? true,
    default_price: null,
    description: product.description ?? null,
    images: product.images ?? [],
    metadata: mergeMetadata({}, product.metadata),
    url: product.url ?? null,
    created,
    updated: created,
  });
}

export const createProduct: Endpoint = (account, { parameters }) =>
  productObject(addProduct(account, parseParameters(creation, parameters)));

export const retrieveProduct: Endpoint = (account, { id, parameters }) => {
  parseParameters(noParameters, parameters);
  return productObject(existing('product', id, account.products.find(id)));
};

export const updateProduct: Endpoint = (account, { id, parameters }) => {
  const product = existing('product', id, account.products.find(id));
  const sent = parseParameters(change, parameters);
  const { default_price = product.default_price } = sent;
  if (default_price !== null && account.prices.find(default_price)?.product !== id) {
    throw noSuch('price', default_price, 'default_price');
  }
  return productObject(
    account.products.replace({
      ...product,
      name: sent.name ?? product.name,
      active: sent.active ?? product.active,
      default_price,
      images: sent.images ?? product.images,
      description: sent.description === undefined ? product.description : sent.description,
      url: sent.url === undefined ? product.url : sent.url,
      metadata: mergeMetadata(product.metadata, sent.metadata),
      updated: unixTime(account.now()),
    }),
  );
};

export const listProducts: Endpoint = (account, { parameters }) => {
  const { active, ...page } = parseParameters(listing, parameters);
  return listCollection(account.products, page, {
    kind: 'product',
    url: '/v1/products',
    where: active === undefined ? [] : [{ field: 'active', is: active }],
    present: productObject,
  });
};

export function productObject(product: ProductRecord): JsonObject {
  return {
    ...product,
    object: 'product',
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
  };
}
