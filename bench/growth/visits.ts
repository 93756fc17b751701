import type { StartedShop } from '../start-shop.ts';
import { CATEGORY, type OfBoth, SIZES } from './prepare.ts';
import { openCaller } from './timed-calls.ts';

/** Milliseconds, one for each time it was done. */
export type Samples = number[];

const WARM_UP = 40;

const PAGES = {
  home: '/',
  category: `/cakes/${CATEGORY}`,
  cake: `/cakes/${CATEGORY}/berry-drip-cake`,
};
export type PageName = keyof typeof PAGES;
export const PAGE_NAMES: PageName[] = ['home', 'category', 'cake'];

/** Asks both shops for each page in turns, so that whatever the machine does besides befalls both. */
export async function timePages(
  shops: OfBoth<StartedShop>,
  rounds: number,
): Promise<Record<PageName, OfBoth<Samples>>> {
  const callers = { small: openCaller(shops.small.origin), large: openCaller(shops.large.origin) };
  const samples = { home: ofBoth(), category: ofBoth(), cake: ofBoth() };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const page of PAGE_NAMES) {
      for (const size of round % 2 === 0 ? SIZES : SIZES.toReversed()) {
        // An address that nobody has asked for before, so that no kept page answers.
        const path = `${PAGES[page]}?visit=${round + WARM_UP}`;
        const { status, milliseconds } = await callers[size].call('GET', path);
        if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
        if (round >= 0) samples[page][size].push(milliseconds);
      }
    }
  }
  for (const { close } of Object.values(callers)) close();
  return samples;
}

export function ofBoth(): OfBoth<Samples> {
  return { small: [], large: [] };
}
