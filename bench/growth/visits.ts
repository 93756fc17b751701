import { randomUUID } from 'node:crypto';
import { ORDERS_OF_A_TOKEN, tokenByWork } from '../../test/bot-check-tokens.ts';
import { type Call, openClient } from '../http-client.ts';
import { payFor, readFreshOrder } from '../shopper.ts';
import type { StartedShop } from '../start-shop.ts';

export const SIZES = ['small', 'large'] as const;
export type Size = (typeof SIZES)[number];
export type OfBoth<Value> = Record<Size, Value>;

export const CATEGORY = 'celebration-cakes';

/** Milliseconds. */
export type Samples = number[];

const WARM_UP = 40;

export const PAGE_NAMES = ['home', 'category', 'category, late page', 'cake'] as const;
type PageName = (typeof PAGE_NAMES)[number];

/** Requests each page from both shops in turns, so that disturbances affect both. */
export async function timePages(
  shops: OfBoth<StartedShop>,
  rounds: number,
  latePage: number,
): Promise<Record<PageName, OfBoth<Samples>>> {
  const paths = pathsOf(latePage);
  const clients = { small: openClient(shops.small.origin), large: openClient(shops.large.origin) };
  const samples = {
    home: ofBoth(),
    category: ofBoth(),
    'category, late page': ofBoth(),
    cake: ofBoth(),
  };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const page of PAGE_NAMES) {
      for (const size of round % 2 === 0 ? SIZES : SIZES.toReversed()) {
        // A new query, so that the page is not cached.
        const path = `${paths[page][size]}visit=${round + WARM_UP}`;
        const { status, milliseconds } = await clients[size].call('GET', path);
        if (status !== 200) throw new Error(`${path}: status ${status}`);
        if (round >= 0) samples[page][size].push(milliseconds);
      }
    }
  }
  for (const { close } of Object.values(clients)) close();
  return samples;
}

/** The smaller shop has one page only, which is compared with the late page. */
function pathsOf(latePage: number): Record<PageName, OfBoth<string>> {
  const category = `/cakes/${CATEGORY}?`;
  const same = (path: string) => ({ small: path, large: path });
  return {
    home: same('/?'),
    category: same(category),
    'category, late page': { small: category, large: `${category}page=${latePage}&` },
    cake: same(`/cakes/${CATEGORY}/berry-drip-cake?`),
  };
}

function ofBoth(): OfBoth<Samples> {
  return { small: [], large: [] };
}

const WARM_UP_TOKENS = 2;

/** Orders from both shops in turns and times the calls that place and confirm. */
export async function timePurchases(
  shops: OfBoth<StartedShop>,
  count: number,
): Promise<Record<'place' | 'confirm', OfBoth<Samples>>> {
  const clients = { small: openClient(shops.small.origin), large: openClient(shops.large.origin) };
  const samples = { place: ofBoth(), confirm: ofBoth() };
  const orders = {
    small: await readFreshOrder(shops.small.origin),
    large: await readFreshOrder(shops.large.origin),
  };
  const tokens = Math.ceil(count / ORDERS_OF_A_TOKEN);
  for (let token = -WARM_UP_TOKENS; token < tokens; token += 1) {
    const botCheck = {
      small: await tokenByWork(shops.small.origin),
      large: await tokenByWork(shops.large.origin),
    };
    for (let nth = 0; nth < ORDERS_OF_A_TOKEN; nth += 1) {
      for (const size of nth % 2 === 0 ? SIZES : SIZES.toReversed()) {
        const { placed, confirmed } = await buy(clients[size].call, orders[size], botCheck[size]);
        if (token < 0) continue;
        samples.place[size].push(placed);
        samples.confirm[size].push(confirmed);
      }
    }
  }
  for (const { close } of Object.values(clients)) close();
  return samples;
}

async function buy(call: Call, order: string, token: string) {
  const path = `/api/orders/${randomUUID()}`;
  const headers = { 'Content-Type': 'application/json', 'X-Firebase-AppCheck': token };
  const placed = await call('PUT', path, { headers, text: order });
  if (placed.status !== 201) throw new Error(`PUT order: status ${placed.status}`);
  await payFor(placed.body);
  const confirmed = await call('POST', `${path}/confirm`);
  if (!confirmed.body.includes('"funded"') && !confirmed.body.includes('"paid"')) {
    throw new Error(`The paid order was not confirmed: ${confirmed.body}`);
  }
  return { placed: placed.milliseconds, confirmed: confirmed.milliseconds };
}
