import type { Account } from '../account.ts';
import { newId, unixTime } from '../identifiers.ts';
import type { PriceRecord } from '../records/price.ts';
import type { LineItemRecord } from '../records/session.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import { addProduct } from './products.ts';
import type { LineItemParameters } from './session-parameters.ts';

export type Line = { item: LineItemRecord; currency: string };

/** Turns what was asked for into a line of the checkout; `index` names it in a refusal. */
export function chooseLine(account: Account, line: LineItemParameters, index: number): Line {
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
  if (data !== undefined) return priceOnTheSpot(account, data, `${param}[price_data]`);
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

/** A price for this checkout alone. It is not active, so that no list of prices offers it. */
function priceOnTheSpot(
  account: Account,
  data: NonNullable<LineItemParameters['price_data']>,
  param: string,
): PriceRecord {
  return account.prices.add({
    id: newId('price'),
    product: productOnTheSpot(account, data, param),
    active: false,
    currency: data.currency,
    unit_amount: data.unit_amount,
    lookup_key: null,
    nickname: null,
    metadata: {},
    created: unixTime(account.now()),
  });
}

function productOnTheSpot(
  account: Account,
  { product, product_data: data }: NonNullable<LineItemParameters['price_data']>,
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
