import type { StartedShop } from '../start-shop.ts';
import { openCaller } from '../timed-calls.ts';
import { CATEGORY, type OfBoth, SIZES } from './prepare.ts';

/** Milliseconds, one for each time it was done. */
export type Samples = number[];

const WARM_UP = 40;

export const PAGE_NAMES = ['home', 'category', 'category, late page', 'cake'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** Asks both shops for each page in turns, so that whatever the machine does besides befalls both. */
export async function timePages(
  shops: OfBoth<StartedShop>,
  rounds: number,
  latePage: number,
): Promise<Record<PageName, OfBoth<Samples>>> {
  const paths = pathsOf(latePage);
  const callers = { small: openCaller(shops.small.origin), large: openCaller(shops.large.origin) };
  const samples = {
    home: ofBoth(),
    category: ofBoth(),
    'category, late page': ofBoth(),
    cake: ofBoth(),
  };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const page of PAGE_NAMES) {
      for (const size of round % 2 === 0 ? SIZES : SIZES.toReversed()) {
        // An address that nobody has asked for before, so that no kept page answers.
        const path = `${paths[page][size]}visit=${round + WARM_UP}`;
        const { status, milliseconds } = await callers[size].call('GET', path);
        if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
        if (round >= 0) samples[page][size].push(milliseconds);
      }
    }
  }
  for (const { close } of Object.values(callers)) close();
  return samples;
}

/** The smaller shop has no late page: its only one stands beside it. */
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

export function ofBoth(): OfBoth<Samples> {
  return { small: [], large: [] };
}
