import { randomUUID } from 'node:crypto';
import { ORDERS_OF_A_TOKEN, tokenByWork } from '../../test/bot-check.ts';
import { readFreshOrder } from '../fresh-order.ts';
import { payFor } from '../pay-for.ts';
import type { StartedShop } from '../start-shop.ts';
import { type Call, openCaller } from '../timed-calls.ts';
import { type OfBoth, SIZES } from './prepare.ts';
import { ofBoth, type Samples } from './visits.ts';

const WARM_UP_TOKENS = 2;

/** Buys in both shops in turns: timed are placing the order and having it confirmed once it is paid. */
export async function timePurchases(
  shops: OfBoth<StartedShop>,
  count: number,
): Promise<Record<'place' | 'confirm', OfBoth<Samples>>> {
  const callers = { small: openCaller(shops.small.origin), large: openCaller(shops.large.origin) };
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
        const { placed, confirmed } = await buy(callers[size].call, orders[size], botCheck[size]);
        if (token < 0) continue;
        samples.place[size].push(placed);
        samples.confirm[size].push(confirmed);
      }
    }
  }
  for (const { close } of Object.values(callers)) close();
  return samples;
}

async function buy(call: Call, order: string, token: string) {
  const path = `/api/orders/${randomUUID()}`;
  const headers = { 'Content-Type': 'application/json', 'X-Firebase-AppCheck': token };
  const placed = await call('PUT', path, { headers, text: order });
  if (placed.status !== 201) throw new Error(`An order was answered with ${placed.status}.`);
  await payFor(placed.body);
  const confirmed = await call('POST', `${path}/confirm`);
  if (!confirmed.body.includes('"funded"') && !confirmed.body.includes('"paid"')) {
    throw new Error(`A paid order was confirmed with ${confirmed.body}`);
  }
  return { placed: placed.milliseconds, confirmed: confirmed.milliseconds };
}
