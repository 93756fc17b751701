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

export interface BasketItem {
  cakeId: string;
  sizeId: string;
  api: string;
  message: string;
  day: string;
  /** As shown to the visitor; omitted if the API does not accept them. */
  allergens?: string[];
}

export interface Basket {
  items: BasketItem[];
  /** In pence. */
  total: number;
  titles: string[];
}

export interface Menu {
  /** Whether an order may name the earlier order that it replaces. */
  acceptsReplaces: boolean;
  fillBasket(random: Random, note: string): Basket;
}

/** The day stays selectable when a clock is hours ahead. */
const FIRST_DAY_INDEX = 4;

/** Reads from the public API what can be ordered. */
export async function readMenu(origin: string): Promise<Menu> {
  const get = async (path: string): Promise<unknown> => (await fetch(`${origin}${path}`)).json();
  const cakes = Cakes.parse(await get('/api/cakes'));
  const calendar = Calendar.parse(await get('/api/calendar'));
  const { put } = Document.parse(await get('/api/openapi.json')).paths['/orders/{id}'];
  const schema = JSON.stringify(put.requestBody);
  const days = calendar.days.filter(({ closed }) => closed === null).slice(FIRST_DAY_INDEX);
  const offers = cakes.flatMap((cake) =>
    cake.sizes.flatMap(({ id, price, api }) => (api ? [{ cake, sizeId: id, price, api }] : [])),
  );
  const acceptsAllergens = schema.includes('"allergens"');
  return {
    acceptsReplaces: schema.includes('"replaces"'),
    fillBasket(random, note) {
      const chosen = Array.from({ length: random.between(1, 3) }, () => random.pick(offers));
      return {
        items: chosen.map(({ cake, sizeId, api }) => ({
          cakeId: cake.id,
          sizeId,
          api,
          message: cake.offMessage ? '' : note,
          day: random.pick(days).day,
          ...(acceptsAllergens && { allergens: cake.allergens }),
        })),
        total: chosen.reduce((sum, { price }) => sum + price, 0),
        titles: chosen.map(({ cake }) => cake.title),
      };
    },
  };
}
