import type { Benchmark } from './benchmark.ts';
import { measureGrowth } from './growth/measure.ts';
import { SMALL } from './growth/prepare.ts';
import { resultOf } from './growth/result.ts';

/** Benchmark 5. */
export const growth: Benchmark = {
  name: 'growth',
  title: 'Growth',
  question:
    `What does anybody notice when the shop grows? Two shops run side by side on each database: one with ${SMALL.cakes} cakes and ` +
    'no orders, one with 10,000 cakes in eight categories and 1,000,000 orders of three years, a tenth of them with names. ' +
    'Both are asked for the same in turns, one request at a time; pages under an address that nobody has asked for before, so ' +
    'that each is made anew. The jobs’ questions are asked from this process, without a shop between.',
  sizes: ['cakes', 'orders', 'visits', 'purchases'],
  async measure({ cakes = 10_000, orders = 1_000_000, visits = 400, purchases = 200 }) {
    const full = { cakes, orders };
    return resultOf(await measureGrowth(full, { visits, purchases }), full);
  },
};
