import { leftInWords, stateInWords } from '#app/owner/cakes/words.ts';
import { undoCakeChange } from '#server/content/cakes.ts';
import type { Shop } from '#server/shop.ts';

/** Takes back a change of a cake's prices, or of whether it is for sale. @returns what became of it. */
export async function undoCake(
  shop: Shop,
  { id, version }: { id: string; version: number },
  by: string,
): Promise<string> {
  const before = (await shop.content()).catalogue.entry(id);
  const result = await undoCakeChange(shop, id, version, by);
  const now = (await shop.content()).catalogue.entry(id);
  if (!before || !now) return '';
  const { title } = now.cake;
  if (!result.ok) return `Not taken back: somebody has changed ${title} since.`;
  if (before.hidden !== now.hidden || before.archived !== now.archived) return stateInWords(now);
  const words =
    result.unpriced.length > 0
      ? `Taken back, but Stripe does not answer: until it does, ${title} is still sold at the prices of before.`
      : `Taken back. ${title} has its earlier prices again.`;
  return [words, ...leftInWords(result)].join(' ');
}
