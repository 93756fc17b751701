import { z } from 'zod';
import { type Account, newId, unixTime } from '../account.ts';
import { listItems, type PageRequest } from '../api/lists.ts';
import { currency, integer, text, unitAmount } from '../api/parameters.ts';
import { invalidRequest, type JsonObject, noSuch } from '../api/protocol.ts';
import type { LineItemRecord, PriceRecord, SessionRecord } from '../records.ts';
import { priceObject } from './prices.ts';
import { addProduct, productData } from './products.ts';

export const lineItemParameters = z.strictObject({
  price: text().optional(),
  price_data: z
    .strictObject({
      currency,
      product: text().optional(),
      product_data: z.strictObject(productData).optional(),
      unit_amount: unitAmount,
    })
    .optional(),
  quantity: integer({ minimum: 1, maximum: 999_999 }),
});
type LineItemParameters = z.infer<typeof lineItemParameters>;

export type Line = { item: LineItemRecord; currency: string };

/** Creates a line of a session. @param index names the line in error messages. */
export function createLine(account: Account, line: LineItemParameters, index: number): Line {
  const param = `line_items[${index}]`;
  const price = priceOf(account, line, param);
  const product = account.products.find(price.product);
  if (product === undefined) throw noSuch('product', price.product, param);
  const item = {
    id: newId('li'),
    description: product.name,
    price: price.id,
    quantity: line.quantity,
    amount_total: price.unit_amount * line.quantity,
  };
  return { item, currency: price.currency };
}

/** The `line_items` of a session: ten to a page unless the request says otherwise. */
export function lineItemsPage(
  account: Account,
  session: SessionRecord,
  page: PageRequest,
): JsonObject {
  return listItems(session.line_items, page, {
    kind: 'item',
    url: `/v1/checkout/sessions/${session.id}/line_items`,
    present: (item) => lineItemObject(account, session, item),
  });
}

function lineItemObject(
  account: Account,
  session: SessionRecord,
  item: LineItemRecord,
): JsonObject {
  const price = account.prices.find(item.price);
  return {
    id: item.id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: item.amount_total,
    amount_tax: 0,
    amount_total: item.amount_total,
    currency: session.currency,
    description: item.description,
    metadata: {},
    price: price === undefined ? null : priceObject(price),
    quantity: item.quantity,
  };
}

function priceOf(
  account: Account,
  { price: id, price_data: data }: LineItemParameters,
  param: string,
): PriceRecord {
  if (id !== undefined && data !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: price, price_data.', {
      param,
    });
  }
  if (data !== undefined) return addInlinePrice(account, data, `${param}[price_data]`);
  if (id === undefined) {
    throw invalidRequest(
      'You must provide either price or price_data for each line item when using prices.',
      { param },
    );
  }
  const price = account.prices.find(id);
  if (price === undefined) throw noSuch('price', id, `${param}[price]`);
  if (!price.active) {
    throw invalidRequest(
      'The price specified is inactive. This field only accepts active prices.',
      { param: `${param}[price]` },
    );
  }
  return price;
}

type InlinePrice = NonNullable<LineItemParameters['price_data']>;

/** Adds a price for one checkout. It is inactive, so that no list of active prices contains it. */
function addInlinePrice(account: Account, data: InlinePrice, param: string): PriceRecord {
  return account.prices.add({
    id: newId('price'),
    product: inlineProduct(account, data, param),
    active: false,
    currency: data.currency,
    unit_amount: data.unit_amount,
    lookup_key: null,
    nickname: null,
    metadata: {},
    created: unixTime(account.now()),
  });
}

function inlineProduct(
  account: Account,
  { product, product_data: data }: InlinePrice,
  param: string,
): string {
  if ((product === undefined) === (data === undefined)) {
    throw invalidRequest(
      'You must provide exactly one of these parameters: product, product_data.',
      { param },
    );
  }
  if (data !== undefined) return addProduct(account, { ...data, active: false }).id;
  if (product === undefined || account.products.find(product) === undefined) {
    throw noSuch('product', product ?? '', `${param}[product]`);
  }
  return product;
}
