import * as z from 'zod';
import type { Random } from './random.ts';

const Cakes = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    offMessage: z.boolean(),
    allergens: z.array(z.string()),
    sizes: z.array(z.object({ id: z.string(), price: z.int(), api: z.string().nullable() })),
  }),
);
const Calendar = z.object({
  days: z.array(z.object({ day: z.string(), closed: z.string().nullable() })),
});
const Document = z.object({
  paths: z.object({ '/orders/{id}': z.object({ put: z.object({ requestBody: z.unknown() }) }) }),
});

export interface Wanted {
  cakeId: string;
  sizeId: string;
  api: string;
  message: string;
  day: string;
  /** What the visitor was shown; left out where the shop does not take it. */
  allergens?: string[];
}

export interface Basket {
  items: Wanted[];
  /** In pence. */
  total: number;
  titles: string[];
}

export interface Menu {
  /** Whether a new attempt may name the one that it takes the place of. */
  knowsReplaces: boolean;
  fillBasket(random: Random, note: string): Basket;
}

/** Far enough that a clock which is hours ahead does not close the day. */
const FIRST_DAY = 4;

/** What can be ordered, as every visitor can read it. */
export async function readMenu(origin: string): Promise<Menu> {
  const get = async (path: string): Promise<unknown> => (await fetch(`${origin}${path}`)).json();
  const cakes = Cakes.parse(await get('/api/cakes'));
  const calendar = Calendar.parse(await get('/api/calendar'));
  const { put } = Document.parse(await get('/api/openapi.json')).paths['/orders/{id}'];
  const taken = JSON.stringify(put.requestBody);
  const days = calendar.days.filter(({ closed }) => closed === null).slice(FIRST_DAY);
  const offers = cakes.flatMap((cake) =>
    cake.sizes.flatMap(({ id, price, api }) => (api ? [{ cake, sizeId: id, price, api }] : [])),
  );
  const takesAllergens = taken.includes('"allergens"');
  return {
    knowsReplaces: taken.includes('"replaces"'),
    fillBasket(random, note) {
      const chosen = Array.from({ length: random.between(1, 3) }, () => random.pick(offers));
      return {
        items: chosen.map(({ cake, sizeId, api }) => ({
          cakeId: cake.id,
          sizeId,
          api,
          message: cake.offMessage ? '' : note,
          day: random.pick(days).day,
          ...(takesAllergens && { allergens: cake.allergens }),
        })),
        total: chosen.reduce((sum, { price }) => sum + price, 0),
        titles: chosen.map(({ cake }) => cake.title),
      };
    },
  };
}
