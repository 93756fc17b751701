import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

const MAX_WAIT_MS = 60_000;
const POLL_MS = 50;

const Cakes = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    offMessage: z.boolean(),
    allergens: z.array(z.string()),
    contains: z.array(z.string()).optional(),
    mayContain: z.array(z.string()).optional(),
    sizes: z.array(z.object({ id: z.string(), price: z.int(), api: z.string().nullable() })),
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
    /** `item` is the part of an order item that the visitor does not type. */
    offers: cakes.flatMap(({ id, title, offMessage, sizes, ...declared }) => {
      const { mayContain } = declared;
      const allergens = declared.contains ?? declared.allergens;
      return sizes.flatMap(({ id: sizeId, price, api }) => {
        if (api === null) return [];
        const item = { cakeId: id, sizeId, api, allergens, ...(mayContain && { mayContain }) };
        return [{ item, title, price, offMessage }];
      });
    }),
    // The first day closes at midnight.
    days: days.flatMap(({ day, closed }) => (closed === null ? day : [])).slice(1),
  };
}

/** Resolves when every cake has its price at the practice Stripe, which the shop creates after its start. */
export async function untilOrderable(origin: string): Promise<void> {
  const end = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const cakes = Cakes.parse(await (await fetch(`${origin}/api/cakes`)).json());
    if (cakes.every(({ sizes }) => sizes.every(({ api }) => api !== null))) return;
    if (Date.now() > end) throw new Error('The shop has created no prices.');
    await pause(POLL_MS);
  }
}

export type OrderableCatalogue = Awaited<ReturnType<typeof readCatalogue>>;

/** The JSON of a valid order of one cake for this day. */
export function orderJson({ item }: OrderableCatalogue['offers'][number], day: string): string {
  return JSON.stringify({
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    phone: '020 7946 0123',
    items: [{ ...item, message: '', day }],
  });
}
