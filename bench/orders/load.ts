import { ask } from '../ask.ts';
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

export async function load(settings: LoadSettings): Promise<Load> {
  const { shoppers, seconds, nextToken, ...shop } = settings;
  const bought: Bought[] = [];
  const began = performance.now();
  const isOver = () => performance.now() - began >= seconds * 1_000;

  async function shopOn(): Promise<void> {
    while (!isOver()) {
      const visit: Visit = { ask, ...shop, token: await nextToken(), address: nextAddress() };
      bought.push(await buy(visit));
    }
  }

  await Promise.all(Array.from({ length: shoppers }, shopOn));
  return { seconds: (performance.now() - began) / 1_000, bought };
}

let visitors = 0;

/** Of the network that is kept for measuring (RFC 2544). */
function nextAddress(): string {
  visitors += 1;
  return `198.18.${Math.floor(visitors / 250) % 250}.${(visitors % 250) + 1}`;
}
