import type { CakeRequest } from './request.ts';

/** What two wishes are compared by. */
export type Wish = Pick<CakeRequest, 'occasion' | 'people' | 'ideas'>;

/** Words that every wish has, and so say nothing about it. */
const USUAL = new Set(
  `about and any anything are bit but cake cakes can could did for from get had has have her him his
  how its just like love make maybe much need not one our please really she some something than that the their them
  then there they thing this too use very want was way what when will with would you your`.split(
    /\s+/,
  ),
);
const FEWEST_LETTERS = 3;
/** A word of the occasion says more than one of the ideas. */
const OCCASION_WEIGHT = 2;

/**
 * The wishes that are most like this one, the likest first: those that share words with it, rare ones above all, and are
 * for about as many people. None that shares no word.
 */
export function mostAlike<Other extends Wish>(wish: Wish, others: Other[], most: number): Other[] {
  const known = others.map((other) => ({ other, ...wordsOf(other) }));
  const own = wordsOf(wish);
  const rarity = (word: string) =>
    Math.log(1 + others.length / known.filter(({ all }) => all.has(word)).length);
  return known
    .map(({ other, all, occasion }) => {
      const shared = [...own.all].filter((word) => all.has(word));
      const words = shared.map(
        (word) =>
          rarity(word) * (own.occasion.has(word) && occasion.has(word) ? OCCASION_WEIGHT : 1),
      );
      const likeness = words.reduce((sum, each) => sum + each, 0);
      return { other, likeness: likeness * closeness(wish.people, other.people) };
    })
    .filter(({ likeness }) => likeness > 0)
    .sort((one, next) => next.likeness - one.likeness)
    .slice(0, most)
    .map(({ other }) => other);
}

function wordsOf({ occasion, ideas }: Wish) {
  const ofOccasion = wordsIn(occasion);
  return { occasion: ofOccasion, all: new Set([...ofOccasion, ...wordsIn(ideas)]) };
}

function wordsIn(text: string): Set<string> {
  const words =
    text
      .normalize()
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= FEWEST_LETTERS && !USUAL.has(word)));
}

/** From 0.5 to 1, for the same number. */
function closeness(one: number, other: number): number {
  return 0.5 + Math.min(one, other) / Math.max(one, other) / 2;
}
