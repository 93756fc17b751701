import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { optionsInWords } from '#domain/catalogue/options.ts';

const MAX_WAIT_MS = 60_000;
/** Each answer is made anew while prices come. */
const POLL_MS = 250;

const Group = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  choices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: z.int(),
      api: z.string().nullable(),
      contains: z.array(z.string()).default([]),
      mayContain: z.array(z.string()).default([]),
      soldOutUntil: z.string().optional(),
    }),
  ),
});
const Cakes = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    offMessage: z.boolean(),
    allergens: z.array(z.string()),
    contains: z.array(z.string()).optional(),
    mayContain: z.array(z.string()).optional(),
    sizes: z.array(z.object({ id: z.string(), price: z.int(), api: z.string().nullable() })),
    options: z.array(Group).default([]),
  }),
);
const Calendar = z.object({
  days: z.array(z.object({ day: z.string(), closed: z.string().nullable() })),
});

/** Reads the orderable cakes and days from the public API. */
export async function readCatalogue(origin: string) {
  const get = async (path: string): Promise<unknown> => (await fetch(`${origin}${path}`)).json();
  const cakes = Cakes.parse(await get('/api/cakes'));
  const { days } = Calendar.parse(await get('/api/calendar'));
  return {
    /** `item` is the part of an order item that the visitor does not type; `words` are its options, empty without. */
    offers: cakes.flatMap(({ id, title, offMessage, sizes, options, ...declared }) => {
      const chosen = chooseLast(options);
      const shown = declared.contains ?? declared.allergens;
      const allergens = [...new Set([...shown, ...chosen.contains])];
      const traces = new Set([...(declared.mayContain ?? []), ...chosen.mayContain]);
      const mayContain = [...traces].filter((name) => !allergens.includes(name));
      return sizes.flatMap(({ id: sizeId, price, api }) => {
        if (api === null) return [];
        const item = {
          cakeId: id,
          sizeId,
          api,
          ...(chosen.options.length > 0 && { options: chosen.options }),
          allergens,
          ...(mayContain.length > 0 && { mayContain }),
        };
        const { words } = chosen;
        return [{ item, title, words, price: price + chosen.price, offMessage }];
      });
    }),
    // The first day closes at midnight.
    days: days.flatMap(({ day, closed }) => (closed === null ? day : [])).slice(1),
  };
}

/** The last choice of each group often costs something. */
function chooseLast(groups: z.infer<typeof Group>[]) {
  const chosen = groups.flatMap(({ id, name, kind, choices }) => {
    const choice = choices.findLast(({ soldOutUntil }) => soldOutUntil === undefined);
    return choice ? [{ group: id, name, choice, ...(kind === 'text' && { text: '7' }) }] : [];
  });
  return {
    options: chosen.map(({ group, choice, text }) => ({
      group,
      choice: choice.id,
      ...(text !== undefined && { text }),
      api: choice.api,
    })),
    words: optionsInWords(
      chosen.map(({ name: group, choice: { name }, text }) => ({ group, name, text })),
    ),
    price: chosen.reduce((sum, { choice }) => sum + choice.price, 0),
    contains: chosen.flatMap(({ choice }) => choice.contains),
    mayContain: chosen.flatMap(({ choice }) => choice.mayContain),
  };
}

/**
 * Resolves when every cake and each choice that costs something has its price at the practice Stripe, which the shop
 * creates after its start.
 */
export async function untilOrderable(origin: string): Promise<void> {
  const end = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const cakes = Cakes.parse(await (await fetch(`${origin}/api/cakes`)).json());
    const priced = cakes.flatMap(({ sizes, options }) => [
      ...sizes,
      ...options.flatMap(({ choices }) => choices.filter(({ price }) => price > 0)),
    ]);
    if (priced.every(({ api }) => api !== null)) return;
    if (Date.now() > end) throw new Error('The shop has created no prices.');
    await pause(POLL_MS);
  }
}

export type OrderableCatalogue = Awaited<ReturnType<typeof readCatalogue>>;
