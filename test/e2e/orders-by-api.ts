import { buy, place, readFreshOrder } from '../../bench/shopper.ts';
import type { RunningShop } from '../../harness/running-shop.ts';
import { tokenByWork } from '../bot-check-tokens.ts';

// For tests of what follows an order: ordering by hand costs 1.3 s of CPU time.

/** Places an order without a browser. @returns its id and the address of its card page. */
export async function placeByApi({ origin }: RunningShop) {
  const { id, url } = await place(await purchaseAt(origin));
  return { id, checkoutUrl: url };
}

/** Buys a cake without a browser. @param email default: that of every such order. @returns the id of the paid order. */
export async function buyByApi({ origin }: RunningShop, email?: string): Promise<string> {
  const { order, ...purchase } = await purchaseAt(origin);
  const { id } = await buy({ ...purchase, order: { ...order, ...(email && { email }) } });
  return id;
}

async function purchaseAt(origin: string) {
  const [token, order] = [await tokenByWork(origin), await readFreshOrder(origin)];
  return { origin, token, address: '', order };
}
