import { z } from 'zod';
import type { Account } from '../account.ts';
import { newId, unixTime } from '../identifiers.ts';
import { type ProductRecord, productObject } from '../records/product.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { listCollection, pageParameters } from './list-page.ts';
import { mergeMetadata, metadata } from './metadata.ts';
import { flag, list, text, unsettable, webUrl } from './parameter-types.ts';
import { parseParameters } from './parameters.ts';

/** What describes a product, wherever one is made: here, in a price, or in a line of a checkout. */
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
const change = creation.omit({ id: true }).partial();
const listing = z.strictObject({ ...pageParameters, active: flag.optional() });

type NewProduct = z.infer<typeof creation>;

/** Adds a product; the id may be chosen, as it may at Stripe. */
export function addProduct(account: Account, product: NewProduct): ProductRecord {
  if (product.id !== undefined && account.products.find(product.id) !== undefined) {
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists' });
  }
  const created = unixTime(account.now());
  return account.products.add({
    id: product.id ?? newId('prod'),
    name: product.name,
    active: product.active ?? true,
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
  parseParameters(z.strictObject({}), parameters);
  return productObject(existing(account, id));
};

export const updateProduct: Endpoint = (account, { id, parameters }) => {
  const product = existing(account, id);
  const {
    metadata: sent,
    name,
    active,
    images,
    description,
    url,
  } = parseParameters(change, parameters);
  return productObject(
    account.products.replace({
      ...product,
      name: name ?? product.name,
      active: active ?? product.active,
      images: images ?? product.images,
      description: description === undefined ? product.description : description,
      url: url === undefined ? product.url : url,
      metadata: mergeMetadata(product.metadata, sent),
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

function existing(account: Account, id: string): ProductRecord {
  const product = account.products.find(id);
  if (product === undefined) throw noSuch('product', id);
  return product;
}
