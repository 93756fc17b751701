import { stateInWords } from '#app/owner/cakes/words.ts';
import { undoCakeChange } from '#server/content/cakes.ts';
import type { Shop } from '#server/shop.ts';

/** Takes back whether a cake is for sale. @returns what became of it. */
export async function undoCake(
  shop: Shop,
  { id, version }: { id: string; version: number },
  by: string,
): Promise<string> {
  const result = await undoCakeChange(shop, id, version, by);
  const now = (await shop.content()).catalogue.entry(id);
  if (!now) return '';
  return result.ok
    ? stateInWords(now)
    : `Not taken back: somebody has changed ${now.cake.title} since.`;
}
