import type { Account } from '../account.ts';
import { priceObject } from '../records/price.ts';
import type { LineItemRecord, SessionRecord } from '../records/session.ts';
import type { JsonObject } from './json.ts';
import { listItems, type PageRequest } from './list-page.ts';

/** What a session sells, ten lines to a page unless asked otherwise: also when it comes by `expand`. */
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
