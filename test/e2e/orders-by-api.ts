import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { buy, fetchText, readFreshOrder } from '../../bench/shopper.ts';
import type { RunningShop } from '../../harness/running-shop.ts';
import { tokenByWork } from '../bot-check-tokens.ts';

// For tests of what follows an order: ordering by hand costs 1.3 s of CPU time.

const Placed = z.object({ checkoutUrl: z.url() });
const Request = z.looseObject({});

/** Places an order without a browser. @returns its id and the address of its card page. */
export async function placeByApi({ origin }: RunningShop) {
  const id = randomUUID();
  const placed = await fetchText(201, `${origin}/api/orders/${id}`, {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/json',
      'X-Firebase-AppCheck': await tokenByWork(origin),
    },
    body: await readFreshOrder(origin),
  });
  return { id, checkoutUrl: Placed.parse(JSON.parse(placed)).checkoutUrl };
}

/** Buys a cake without a browser. @param email default: that of every such order. @returns the id of the paid order. */
export async function buyByApi({ origin }: RunningShop, email?: string): Promise<string> {
  const [token, fresh] = [await tokenByWork(origin), await readFreshOrder(origin)];
  const order = JSON.stringify({ ...Request.parse(JSON.parse(fresh)), ...(email && { email }) });
  const { id } = await buy({ origin, token, address: '', order });
  return id;
}
