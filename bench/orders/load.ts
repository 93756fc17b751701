import { ask } from '../ask.ts';
import { visitorAddress } from '../visitor-address.ts';
import { type Bought, buy, type Visit } from './shopper.ts';

export interface Load {
  seconds: number;
  /** In the order in which they were paid. */
  bought: Bought[];
}

interface LoadSettings {
  /** Each buys again as soon as it has bought. */
  shoppers: number;
  seconds: number;
  origin: string;
  order: string;
  nextToken(): Promise<string>;
}

/** Of all loads, so that none has the address of one before. */
let visitors = 0;

export async function load(settings: LoadSettings): Promise<Load> {
  const { shoppers, seconds, nextToken, ...shop } = settings;
  const bought: Bought[] = [];
  const began = performance.now();
  const isOver = () => performance.now() - began >= seconds * 1_000;

  async function shopOn(): Promise<void> {
    while (!isOver()) {
      visitors += 1;
      const address = visitorAddress(visitors);
      const visit: Visit = { ask, ...shop, token: await nextToken(), address };
      bought.push(await buy(visit));
    }
  }

  await Promise.all(Array.from({ length: shoppers }, shopOn));
  return { seconds: (performance.now() - began) / 1_000, bought };
}
