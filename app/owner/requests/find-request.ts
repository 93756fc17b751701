import { data } from 'react-router';
import { parseOrderId } from '#domain/orders/order.ts';
import type { CakeRequest } from '#domain/requests/request.ts';
import { findRequest } from '#server/requests/rows.ts';
import type { Shop } from '#server/shop.ts';

/** @param idOrNumber from an address. @throws a 404 page if there is no such request. */
export async function requestWith(
  shop: Pick<Shop, 'db'>,
  idOrNumber: string,
): Promise<CakeRequest> {
  const id = parseOrderId(idOrNumber);
  const request = await findRequest(shop, id ? { id } : { number: idOrNumber });
  if (!request) throw data(null, { status: 404 });
  return request;
}
