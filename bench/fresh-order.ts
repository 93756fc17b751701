import { readCatalogue } from '../scripts/fuzz/catalogue.ts';

/** An order with nothing wrong: whoever sends it with a good token has ordered. */
export async function readFreshOrder(origin: string): Promise<string> {
  const { items, days } = await readCatalogue(origin);
  const [item] = items;
  const [day] = days;
  if (!item || !day) throw new Error('There is nothing to order.');
  const { offMessage: _, ...size } = item;
  return JSON.stringify({
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    phone: '020 7946 0123',
    items: [{ ...size, message: '', day }],
  });
}
