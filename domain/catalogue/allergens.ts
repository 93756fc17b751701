// Without schemas, because browsers compare allergens too (decision 010).

/** What a cake, an item of a basket or an ordered item says of its allergens. */
export interface Declared {
  allergens: readonly string[];
  /** The precise allergens, if they are not in `allergens`. */
  contains?: readonly string[] | undefined;
  /** Traces that the recipe does not contain. */
  mayContain?: readonly string[] | undefined;
}

export interface AllergenLine {
  word: 'Contains' | 'May contain';
  names: string;
}

/** What every screen, e-mail and paper shows: a second line if there may be traces. */
export function allergenLines(declared: Declared): AllergenLine[] {
  const contains = shownAllergens(declared);
  const { mayContain = [] } = declared;
  const lines: AllergenLine[] = [{ word: 'Contains', names: contains.join(', ') || NONE }];
  if (mayContain.length > 0) lines.push({ word: 'May contain', names: mayContain.join(', ') });
  return lines;
}

const NONE = 'none of the allergens we name';

/** `Contains: Eggs, Dairy (milk). May contain: Nuts (almonds).` */
export function allergenText(declared: Declared): string {
  return allergenLines(declared)
    .map(({ word, names }) => `${word}: ${names}.`)
    .join(' ');
}

/** What a choice of an option adds, if anything: not that it contains nothing, because its cake does. */
export function addedLines({ contains, mayContain }: Omit<Declared, 'allergens'>): AllergenLine[] {
  return allergenLines(addedBy({ contains, mayContain })).slice(contains ? 0 : 1);
}

/** What a choice of an option adds to what a cake contains. */
export function addedBy({ contains = [], mayContain }: Omit<Declared, 'allergens'>): Declared {
  return { allergens: contains, mayContain };
}

/** What everything together contains and may contain. */
export function declaredTogether(parts: readonly Declared[]): {
  allergens: string[];
  mayContain: string[];
} {
  const allergens = new Set(parts.flatMap(shownAllergens));
  const traces = new Set(parts.flatMap(({ mayContain = [] }) => mayContain));
  return {
    allergens: [...allergens],
    mayContain: [...traces].filter((name) => !allergens.has(name)),
  };
}

/** Nuts are what visitors look for in a list of cakes. @param choices what the choices of its options add. */
export function nutMark(declared: Declared, choices: readonly Declared[] = []): string | undefined {
  const hasNuts = (names: readonly string[]) => names.some((name) => wordOf(name) === 'Nuts');
  if (hasNuts(shownAllergens(declared))) return 'Contains nuts';
  if (choices.some((choice) => hasNuts(shownAllergens(choice)))) return 'Some choices contain nuts';
  const traces = [declared, ...choices].flatMap(({ mayContain = [] }) => mayContain);
  return hasNuts(traces) ? 'May contain nuts' : undefined;
}

/** `Dairy (milk)` → `Dairy` */
export function wordOf(allergen: string): string {
  return allergen.replace(/ \(.*/, '');
}

/** What the visitor is shown: the precise allergens if the cafe has named them. */
export function shownAllergens({ allergens, contains }: Declared): readonly string[] {
  return contains ?? allergens;
}

/**
 * Whether a visitor who was shown the one has seen all of the other: the precise allergens, or on a page or in a
 * basket from before the cafe named them, their words; and the traces.
 */
export function hasSeen(shown: Declared, current: Declared): boolean {
  return (
    hasSeenAllergens(shownAllergens(shown), shownAllergens(current)) &&
    isSameSet(shown.mayContain ?? [], current.mayContain ?? [])
  );
}

export function hasSeenAllergens(shown: readonly string[], current: readonly string[]): boolean {
  return isSameSet(shown, current) || isSameSet(shown, current.map(wordOf));
}

/** Ignores order and repetition. */
export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.every((name) => other.includes(name)) && other.every((name) => one.includes(name));
}

/** In the words of labels. */
export function declaredOnLabel({ allergens, mayContain = [] }: Declared) {
  return { allergens: allergens.map(nameOnLabel), mayContain: mayContain.map(nameOnLabel) };
}

/** `Gluten (wheat)` → `wheat (gluten)`, as on labels. */
function nameOnLabel(allergen: string): string {
  const [, word = allergen, name] = /^(\S+) \((.+)\)$/.exec(allergen) ?? [];
  if (!name) return word.toLowerCase();
  const isPlain = word === 'Dairy' || name === 'peanuts' || name.endsWith(' nuts');
  return isPlain ? name : `${name} (${word.toLowerCase()})`;
}
