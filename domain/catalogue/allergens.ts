// Without schemas, because browsers compare allergens too (decision 010).
import type { Cake } from './catalogue.ts';

/** `Dairy (milk)` → `Dairy` */
export function wordOf(allergen: string): string {
  return allergen.replace(/ \(.*/, '');
}

/** What the visitor is shown: the precise allergens if the cafe has named them. */
export function shownAllergens({
  allergens,
  contains,
}: Pick<Cake, 'allergens' | 'contains'>): string[] {
  return contains ?? allergens;
}

/**
 * Whether a visitor who was shown these has seen all: the precise allergens, or on a page or in a basket
 * from before the cafe named them, their words.
 */
export function hasSeen(shown: string[], current: string[]): boolean {
  return isSameSet(shown, current) || isSameSet(shown, current.map(wordOf));
}

/** Ignores order and repetition. */
export function isSameSet(one: string[], other: string[]): boolean {
  return one.every((name) => other.includes(name)) && other.every((name) => one.includes(name));
}
/** `Gluten (wheat)` → `wheat (gluten)`, as on labels. */
export function nameOnLabel(allergen: string): string {
  const [, word = allergen, name] = /^(\S+) \((.+)\)$/.exec(allergen) ?? [];
  if (!name) return word.toLowerCase();
  const isPlain = word === 'Dairy' || name === 'peanuts' || name.endsWith(' nuts');
  return isPlain ? name : `${name} (${word.toLowerCase()})`;
}
